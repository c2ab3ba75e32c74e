// How the page opens: what page/page.mjs measures, in a process of its own, beside its goals.

import { join } from 'node:path';
import { isCommandLine } from '../../.ci/lib/process.mjs';
import { Child } from './child.mjs';
import { judge } from './goals.mjs';
import { goalsTable } from './table.mjs';

/**
 * @typedef {object} Opening
 * @property {string} [missing] why there is nothing else here
 * @property {Record<string, import('./measure.mjs').Spread>} measured by what goals.mjs calls it
 * @property {string[]} shortcomings in Lighthouse's words
 */

/** @param {number} rounds of Lighthouse @returns {Promise<Opening>} */
export async function measureOpening(rounds) {
  const args = [join(import.meta.dirname, 'page/page.mjs'), String(rounds)];
  const child = new Child(process.execPath, args);
  try {
    return await child.read();
  } finally {
    child.close();
  }
}

/** @param {Opening} opening */
export const shortcomingsOf = ({ shortcomings }) =>
  ['What costs the page points in Lighthouse:', ...shortcomings].join('\n  ');

if (isCommandLine(import.meta.url)) {
  const opening = await measureOpening(process.argv.includes('--quick') ? 1 : 3);
  if (opening.missing !== undefined) throw new Error(opening.missing);
  console.log(goalsTable(judge([], opening.measured)));
  if (opening.shortcomings.length > 0) console.log(`\n${shortcomingsOf(opening)}`);
}
