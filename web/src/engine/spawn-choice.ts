/**
 * A worker may be loaded by address only from the page's own origin. In a sandboxed frame or a file the page has no
 * origin, and some browsers report the refusal only by an event that cannot be told from other failures: so the
 * choice is made before, by looking.
 */
export function mayLoadByAddress(workerAddress: string, pageAddress: string, origin: string) {
  return origin !== 'null' && new URL(workerAddress, pageAddress).origin === origin;
}
