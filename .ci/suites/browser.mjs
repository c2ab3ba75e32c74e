import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { build } from '../build.mjs';
import { inRoot } from '../lib/paths.mjs';
import { capture } from '../lib/process.mjs';
import { chromium } from '../lib/tools.mjs';

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number; unexpected: number; flaky: number; skipped: number }} stats
 * @property {{ message?: string }[]} errors
 */

/** @type {import('../lib/suite.mjs').Suite} */
export const browser = {
  name: 'browser',
  title: 'The page, in Chromium',
  needs: ['build', 'browser'],
  run: async () => {
    await build();
    const reportPath = inRoot('build/playwright.json');
    rmSync(reportPath, { force: true });
    const { code, output } = await capture(
      process.execPath,
      [
        inRoot('node_modules/@playwright/test/cli.js'),
        ...['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'],
      ],
      {
        env: {
          NO_COLOR: '1',
          PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath,
          NORMLAB_PORT: String(await freePort()),
          NORMLAB_CHROMIUM: chromium() ?? '/usr/bin/chromium',
        },
      },
    );
    if (!existsSync(reportPath)) return { passed: 0, failed: 1, output };
    /** @type {PlaywrightReport} */
    const { stats, errors } = JSON.parse(readFileSync(reportPath, 'utf8'));
    // A test that passes only now and then has not passed, nor has one that was left out.
    const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
    return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed, output };
  },
};

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
