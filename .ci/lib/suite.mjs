import { mkdirSync, writeFileSync } from 'node:fs';
import { setup } from '../setup.mjs';
import { evidenceTable, readEvidence } from './evidence.mjs';
import { inRoot } from './paths.mjs';
import { Failure } from './process.mjs';

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {string} output what a person needs to see of the failures
 * @property {string} [log] everything that the suite printed, where the output is an excerpt
 * @property {string} [notRun] why this machine cannot run the suite: neither passed nor failed
 */

/**
 * @typedef {object} Suite
 * @property {string} name as typed behind `npm test --`
 * @property {string} title
 * @property {string} [engine] compiler or engine, in the table of what was measured
 * @property {readonly import('../setup.mjs').Work[]} needs
 * @property {() => Promise<Result>} run
 */

/** @typedef {Result & { title: string; seconds: number; evidence: import('./evidence.mjs').Evidence[] }} Report */

/**
 * Runs a suite. Whatever goes wrong in it is a failure of this suite alone, and so is a suite in
 * which nothing ran, unless it says why it cannot.
 *
 * @param {Suite} suite
 * @returns {Promise<Report>}
 */
async function runSuite({ title, engine = title, needs, run }) {
  const start = performance.now();
  /** @type {Result} */
  let result;
  try {
    await setup(needs);
    result = await run();
    if (result.passed + result.failed === 0 && result.notRun === undefined) {
      result = { passed: 0, failed: 1, output: `No test ran.\n${result.output}` };
    }
  } catch (error) {
    const output =
      error instanceof Failure ? error.message : String(/** @type {Error} */ (error).stack);
    result = { passed: 0, failed: 1, output };
  }
  const seconds = (performance.now() - start) / 1000;
  return { ...result, title, seconds, evidence: readEvidence(result.log ?? result.output, engine) };
}

/**
 * Runs suites in turn, prints their failures and a table, and ends with the line
 * `N passed, N failed`.
 *
 * @param {readonly Suite[]} suites
 * @param {{ showEvidence?: boolean }} [options] print what was measured, too
 */
export async function runSuites(suites, { showEvidence = false } = {}) {
  /** @type {Report[]} */
  const reports = [];
  for (const suite of suites) {
    console.log(`\n== ${suite.title}`);
    const report = await runSuite(suite);
    if (report.failed > 0) console.log(report.output.trimEnd());
    console.log(describe(report));
    reports.push(report);
  }

  const table = evidenceTable(reports.flatMap(({ evidence }) => evidence));
  mkdirSync(inRoot('build'), { recursive: true });
  writeFileSync(inRoot('build/evidence.md'), `${table}\n`);
  if (showEvidence) console.log(`\n${table}`);

  const width = Math.max(...reports.map(({ title }) => title.length));
  console.log();
  for (const report of reports) console.log(`${report.title.padEnd(width)}  ${describe(report)}`);
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.reduce((sum, report) => sum + report.failed, 0);
  if (failed > 0) process.exitCode = 1;
  console.log(`\n${passed} passed, ${failed} failed`);
}

/** @param {Report} report */
const describe = ({ passed, failed, seconds, notRun }) =>
  notRun !== undefined
    ? `not run: ${notRun}`
    : `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`;
