/** Without its engine a page can only say why. */
export function explain(error: unknown): void {
  const opening = document.querySelector('.opening');
  if (!opening) return;
  const reason = error instanceof Error ? error.message : String(error);
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = `The engine could not be started: ${reason}. Reload the page; if that does not help, this browser may be too old for WebAssembly with SIMD.`;
  opening.replaceChildren(text);
}
