import { existsSync, readFileSync, rmSync } from 'node:fs';
import { buildEngine } from '../build.mjs';
import { inRoot } from '../lib/paths.mjs';
import { capture } from '../lib/process.mjs';

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numTotalTests
 * @property {{ status: string; assertionResults: unknown[] }[]} testResults
 */

/** @type {import('../lib/suite.mjs').Suite} */
export const unit = {
  name: 'unit',
  title: 'TypeScript and node units',
  engine: 'wasm in node',
  needs: ['build'],
  run: async () => {
    await buildEngine();
    const reportPath = inRoot('build/vitest.json');
    rmSync(reportPath, { force: true });
    const { code, output } = await capture(
      process.execPath,
      [
        inRoot('node_modules/vitest/vitest.mjs'),
        ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`],
      ],
      { env: { NO_COLOR: '1' } },
    );
    if (!existsSync(reportPath)) return { passed: 0, failed: 1, output };
    /** @type {VitestReport} */
    const report = JSON.parse(readFileSync(reportPath, 'utf8'));
    // A file that does not even load has no test to count, and a skipped test has not passed.
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    ).length;
    const failed = report.numTotalTests - report.numPassedTests + unloaded;
    return {
      passed: report.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      output,
    };
  },
};
