// What a contestant written in JavaScript is asked, and its answers: the same in a process of node
// and in a browser's worker.

/**
 * @typedef {object} Prepared
 * @property {() => number | Promise<number>} step trains once and returns the loss
 * @property {() => number} firstGradientNorm of the first step, all parameters together
 * @property {() => string} [trajectory] NormLab's alone: the hash of all its steps
 * @property {() => void} dispose
 */

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {() => undefined | string | Promise<undefined | string>} available why not, if so
 * @property {(row: object) => Promise<Prepared>} prepare
 */

/** @param {Contestant} contestant */
export function answering(contestant) {
  /** @type {Prepared | undefined} */
  let prepared;
  return async (/** @type {any} */ request) => {
    if ('prepare' in request) {
      prepared = await contestant.prepare(request.prepare);
      return {};
    }
    if ('steps' in request) {
      const start = performance.now();
      let loss = NaN;
      for (let i = 0; i < request.steps; i++) loss = (await prepared?.step()) ?? NaN;
      return { loss, milliseconds: performance.now() - start };
    }
    if ('firstGradientNorm' in request) return { firstGradientNorm: prepared?.firstGradientNorm() };
    if ('trajectory' in request) return { trajectory: prepared?.trajectory?.() };
    prepared?.dispose();
    prepared = undefined;
    return {};
  };
}
