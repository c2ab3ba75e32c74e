// Expected failures are values. What is left is a fault: out of memory, or a trap. After one the
// engine's memory can't be trusted, so every later call is refused with the same words.

/** A function that runs calls into one engine, and turns its faults into plain Errors. */
export function guard() {
  let fault;
  return (call) => {
    if (fault) throw new Error(fault.message, { cause: fault.cause });
    try {
      return call();
    } catch (cause) {
      fault = new Error(wordsFor(cause), { cause });
      throw fault;
    }
  };
}

function wordsFor(cause) {
  const detail = cause instanceof Error ? cause.message : `exception ${String(cause)}`;
  // C++ exceptions arrive as numbers; the core throws none of its own, so it is an allocation.
  if (typeof cause === 'number' || /memory|oom|alloc/i.test(detail)) {
    return `The engine ran out of memory (${detail}). Load it again, and run something smaller.`;
  }
  if (/stack/i.test(detail)) {
    return `The engine ran out of stack (${detail}). Load it again.`;
  }
  return `The engine stopped on a fault of its own (${detail}). Load it again.`;
}
