// How results are printed.

import { isHeld } from './goals.mjs';

/** @typedef {import('./measure.mjs').Spread} Spread */
/** @typedef {import('./goals.mjs').Result} Result */

/** @param {number} value */
const figure = (value) => value.toFixed(value < 1 ? 3 : value < 100 ? 2 : 0);

/** @param {Spread} spread */
const spreadText = ({ low, high }) => `[${figure(low)}, ${figure(high)}]`;

/** @param {readonly string[][]} lines @param {readonly ('left' | 'right')[]} sides */
function columns(lines, sides) {
  const widths = sides.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  const put = (/** @type {string} */ cell, /** @type {number} */ i) =>
    sides[i] === 'left' ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return lines.map((line) => line.map(put).join('  ').trimEnd()).join('\n');
}

/** @param {readonly Result[]} results @param {(row: string) => number} operations */
export function resultsTable(results, operations) {
  const lines = [['layers x width x tokens', '', 'ms/step', '', 'x NormLab', '', 'GFLOP/s']];
  let before = '';
  for (const { row, title, ms, ratio } of results) {
    lines.push([
      row === before ? '' : row,
      title,
      figure(ms.median),
      spreadText(ms),
      ratio === undefined ? '' : figure(ratio.median),
      ratio === undefined ? '' : spreadText(ratio),
      (operations(row) / ms.median / 1e6).toFixed(1),
    ]);
    before = row;
  }
  return columns(lines, ['left', 'left', 'right', 'left', 'right', 'left', 'right']);
}

/** @param {readonly import('./goals.mjs').Verdict[]} verdicts */
export function goalsTable(verdicts) {
  const lines = verdicts.map((verdict) => [
    verdict.what,
    figure(verdict.measured.median),
    spreadText(verdict.measured),
    `${verdict.atLeast ? 'at least' : 'at most'} ${figure(verdict.goal)} ${verdict.unit ?? ''}`,
    isHeld(verdict) ? 'held' : 'short',
    verdict.note ?? '',
  ]);
  const head = ['goal', 'measured', '', '', '', ''];
  return columns([head, ...lines], ['left', 'right', 'left', 'left', 'left', 'left']);
}

/**
 * What moved: spreads that do not meet. Times move with the machine, ratios much less.
 *
 * @param {readonly Result[]} before
 * @param {readonly Result[]} now
 */
export function movedTable(before, now) {
  const lines = [];
  for (const { row, key, title, ms, ratio } of now) {
    const old = before.find((result) => result.row === row && result.key === key);
    if (old === undefined) continue;
    /** @type {[string, Spread | undefined, Spread | undefined][]} */
    const kinds = [
      ['ms/step', old.ms, ms],
      ['x NormLab', old.ratio, ratio],
    ];
    for (const [unit, was, is] of kinds) {
      if (was === undefined || is === undefined) continue;
      if (is.low <= was.high && was.low <= is.high) continue;
      const percent = ((is.median / was.median - 1) * 100).toFixed(0);
      const sign = is.median > was.median ? '+' : '';
      const change = `${figure(was.median)} -> ${figure(is.median)}`;
      lines.push([row, title, unit, change, `${sign}${percent} %`]);
    }
  }
  if (lines.length === 0) return 'Nothing moved by more than its spread.';
  return columns(lines, ['left', 'left', 'left', 'right', 'right']);
}
