/** The link to this race; "copied" is false where the browser keeps pages from the clipboard. */
export async function shareLink(hash: string): Promise<{ link: string; copied: boolean }> {
  const link = `${location.origin}${location.pathname}${location.search}${hash}`;
  try {
    await navigator.clipboard.writeText(link);
    return { link, copied: true };
  } catch {
    return { link, copied: false };
  }
}
