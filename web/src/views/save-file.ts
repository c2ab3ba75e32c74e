/** Hands the parts to the visitor, one after the other, as one file. */
export function saveFile(name: string, type: string, parts: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: a browser may fetch the address only after this turn.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}

/** Words as the middle of a file's name: `post-norm, warmup 400` -> `post-norm-warmup-400`. */
export function fileWords(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
