// Times by pairs: NormLab, then the peer, and again, so that both see the same minutes of the
// machine. What counts is the median of the pairs' ratios; the spread is the smallest and largest.

/**
 * @typedef {import('./child.mjs').Child} Child
 * @typedef {{ median: number, low: number, high: number }} Spread
 * @typedef {{ rounds: number, sample: number, warmUp: number }} Effort milliseconds, but for rounds
 */

/** @type {Record<'full' | 'quick', Effort>} */
export const efforts = {
  full: { rounds: 9, sample: 200, warmUp: 1000 },
  quick: { rounds: 3, sample: 60, warmUp: 300 },
};

// Of a step longer than a second: its own length evens it out.
const roundsOfSlow = 3;
const slow = 1000;

/** @param {readonly number[]} values @returns {Spread} */
export function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ index) => sorted[index] ?? NaN;
  const half = sorted.length / 2;
  const median = (at(Math.floor(half)) + at(Math.ceil(half) - 1)) / 2;
  return { median, low: at(0), high: at(sorted.length - 1) };
}

/** @param {Child} child @param {number} steps @returns {Promise<number>} milliseconds per step */
const time = async (child, steps) => (await child.ask({ steps })).milliseconds / steps;

/**
 * Prepares a row and runs it until the compilers are done with it; a step's milliseconds.
 *
 * @param {Child} child
 * @param {object} row
 * @param {Effort} effort
 */
export async function warmUp(child, row, { warmUp }) {
  await child.ask({ prepare: row });
  let last = await time(child, 1);
  for (let spent = 0; spent < warmUp;) {
    const steps = Math.max(1, Math.min(1000, Math.floor(warmUp / 4 / last)));
    last = await time(child, steps);
    spent += last * steps;
  }
  return last;
}

/**
 * Both are warm. The ratio is b's time over a's.
 *
 * @param {Child} a
 * @param {number} estimateA
 * @param {Child} b
 * @param {number} estimateB
 * @param {Effort} effort
 */
export async function pairs(a, estimateA, b, estimateB, effort) {
  const isSlow = Math.max(estimateA, estimateB) > slow;
  const rounds = Math.min(effort.rounds, isSlow ? roundsOfSlow : Infinity);
  const stepsOf = (/** @type {number} */ ms) => Math.max(1, Math.round(effort.sample / ms));
  /** @type {{ a: number[], b: number[], ratio: number[] }} */
  const seen = { a: [], b: [], ratio: [] };
  for (let round = 0; round < rounds; round++) {
    const first = await time(a, stepsOf(estimateA));
    const second = await time(b, stepsOf(estimateB));
    seen.a.push(first);
    seen.b.push(second);
    seen.ratio.push(second / first);
  }
  return { a: spreadOf(seen.a), b: spreadOf(seen.b), ratio: spreadOf(seen.ratio) };
}

/**
 * That a contestant trains at all: its first loss is near a guess's, its gradient is finite and not
 * nothing, and the loss falls. Who does not learn is no peer.
 *
 * @param {Child} child
 * @param {import('./rows.mjs').Row} row
 * @param {number} steps
 */
export async function checkLearning(child, row, steps) {
  await child.ask({ prepare: row });
  const { loss: first } = await child.ask({ steps: 1 });
  const { firstGradientNorm: norm } = await child.ask({ firstGradientNorm: true });
  const { loss: last } = await child.ask({ steps });
  await child.ask({ dispose: true });
  const chance = Math.log(row.symbols);
  if (!(Math.abs(first - chance) < 0.2 * chance))
    throw new Error(`its first loss is ${first}, a guess's ${chance.toFixed(2)}`);
  if (!(norm > 0 && norm < Infinity)) throw new Error(`its gradient's norm is ${norm}`);
  if (!(last < 0.9 * first)) throw new Error(`its loss is ${last} after ${steps} steps`);
  return { first, last, norm };
}

/**
 * The hash of all losses and gradient norms of a few short runs: NormLab's bits, wherever it runs.
 *
 * @param {Child} child
 * @param {readonly import('./rows.mjs').Row[]} rows
 * @param {number} steps
 */
export async function trajectoriesOf(child, rows, steps) {
  const hashes = [];
  for (const row of rows) {
    await child.ask({ prepare: row });
    await child.ask({ steps });
    hashes.push((await child.ask({ trajectory: true })).trajectory);
    await child.ask({ dispose: true });
  }
  return hashes.join(' ');
}
