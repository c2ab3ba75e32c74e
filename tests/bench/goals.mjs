// What NormLab's speed is held to. Ratios to peers are the peer's time over NormLab's in node;
// whichever peer of the kind is the fastest on the row counts.

import { nameOf, row } from './rows.mjs';

/** @typedef {import('./measure.mjs').Spread} Spread */
/** @typedef {{ row: string, key: string, kind: string, usual?: boolean | undefined, title: string, ms: Spread, ratio?: Spread }} Result */
/** @typedef {{ what: string, measured: Spread, unit?: string, goal: number, atLeast: boolean, note?: string | undefined }} Verdict */

/** @type {readonly { row: ReturnType<typeof row>, kind: 'browser' | 'torch', goal: number }[]} */
const ahead = [
  { row: row(12, 64, 512), kind: 'browser', goal: 2.5 },
  { row: row(12, 64, 512), kind: 'torch', goal: 0.6 },
  { row: row(24, 32, 128), kind: 'browser', goal: 7 },
  { row: row(24, 32, 128), kind: 'torch', goal: 2 },
  { row: row(200, 16, 64), kind: 'browser', goal: 25 },
  { row: row(200, 16, 64), kind: 'torch', goal: 8 },
  { row: row(1000, 16, 64), kind: 'browser', goal: 20 },
  { row: row(1000, 16, 64), kind: 'torch', goal: 8 },
];

/** Of what is measured besides the rows: by the key under which bench.mjs keeps it. */
const others = {
  'product 256 x 64 x 64': { goal: 0.75, atLeast: true, unit: "of XNNPACK's rate" },
  'product 512 x 128 x 512': { goal: 0.75, atLeast: true, unit: "of XNNPACK's rate" },
  'time of 1000 layers over 100': { goal: 11, atLeast: false, unit: 'times' },
  'slowest arm of the default race': { goal: 60, atLeast: true, unit: 'steps/s' },
  "TinyGPT's stack (3 x 96 x 1024)": { goal: 433 / 4, atLeast: false, unit: 'ms/step' },
  'page, first training step after opening': { goal: 1000, atLeast: false, unit: 'ms' },
  'page, all of it compressed': { goal: 250, atLeast: false, unit: 'kB' },
  'page, Lighthouse: performance on a desktop': { goal: 95, atLeast: true },
  'page, Lighthouse: performance on a slow phone': { goal: 95, atLeast: true },
  'page, Lighthouse: accessibility': { goal: 100, atLeast: true },
  'page, Lighthouse: best practices': { goal: 100, atLeast: true },
};

const nativeGoal = 1.3;

/** 1 / x, of a spread. @param {Spread} spread @returns {Spread} */
export const inverse = ({ median, low, high }) => ({
  median: 1 / median,
  low: 1 / high,
  high: 1 / low,
});

/** @param {Result[]} results @returns {Result | undefined} */
const closest = (results) =>
  [...results].sort((a, b) => (a.ratio?.median ?? NaN) - (b.ratio?.median ?? NaN))[0];

/**
 * @param {readonly Result[]} results
 * @param {Record<string, Spread>} besides
 * @returns {Verdict[]} of all that was measured
 */
export function judge(results, besides) {
  /** @type {Verdict[]} */
  const verdicts = [];
  for (const { row, kind, goal } of ahead) {
    const all = results.filter((result) => result.row === nameOf(row) && result.kind === kind);
    const fastest = closest(all);
    const usual = closest(all.filter((result) => result.usual));
    for (const result of new Set([fastest, usual])) {
      if (result?.ratio === undefined) continue;
      const what = `${nameOf(row)} against ${result.title}`;
      const note = result === fastest ? undefined : 'as usually written';
      verdicts.push({ what, measured: result.ratio, unit: 'times', goal, atLeast: true, note });
    }
  }
  const native = closest(results.filter(({ key }) => key === 'native'));
  if (native?.ratio !== undefined) {
    const what = `node over native, worst row (${native.row})`;
    const measured = inverse(native.ratio);
    verdicts.push({ what, measured, unit: 'times', goal: nativeGoal, atLeast: false });
  }
  for (const [what, goal] of Object.entries(others)) {
    const measured = besides[what];
    if (measured !== undefined) verdicts.push({ what, measured, ...goal });
  }
  return verdicts;
}

/** @param {Verdict} verdict */
export const isHeld = ({ measured: { median }, goal, atLeast }) =>
  atLeast ? median >= goal : median <= goal;
