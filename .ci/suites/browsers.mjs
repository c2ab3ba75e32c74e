import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { build } from '../build.mjs';
import { inRoot } from '../lib/paths.mjs';
import { capture } from '../lib/process.mjs';
import { chromium, firefox, webkit, webkitDriver } from '../lib/tools.mjs';

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number; unexpected: number; flaky: number; skipped: number }} stats
 * @property {{ message?: string }[]} errors
 */

/** @type {import('../lib/suite.mjs').Suite} */
export const browser = {
  name: 'browser',
  title: 'The page, in Chromium',
  engine: 'Chromium',
  needs: ['build', 'browser'],
  run: () => playwright('chromium'),
};

/** @type {import('../lib/suite.mjs').Suite} */
export const firefoxSuite = {
  name: 'firefox',
  title: 'The same bits, in Firefox',
  engine: 'Firefox',
  needs: ['build', 'firefox'],
  run: async () =>
    firefox() === undefined ? notHere('Firefox', 'firefox-esr') : playwright('firefox'),
};

/** @type {import('../lib/suite.mjs').Suite} */
export const webkitSuite = {
  name: 'webkit',
  title: 'The same bits, in WebKitGTK',
  engine: 'WebKitGTK',
  needs: ['build', 'webkit'],
  run: async () =>
    webkit() === undefined || webkitDriver() === undefined
      ? notHere('WebKitGTK', 'webkit2gtk-driver xvfb xauth')
      : playwright('webkit'),
};

/**
 * @param {string} title
 * @param {string} packages
 */
const notHere = (title, packages) => ({
  passed: 0,
  failed: 0,
  output: '',
  notRun: `${title} is not here (on Debian: apt-get install ${packages})`,
});

/**
 * @param {string} project
 * @returns {Promise<import('../lib/suite.mjs').Result>}
 */
async function playwright(project) {
  await build();
  const reportPath = inRoot('build', `playwright-${project}.json`);
  rmSync(reportPath, { force: true });
  const { code, output } = await capture(
    process.execPath,
    [
      inRoot('node_modules/@playwright/test/cli.js'),
      ...['test', '--config', 'e2e/playwright.config.ts', `--project=${project}`],
      '--reporter=line,json',
    ],
    {
      env: {
        NO_COLOR: '1',
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath,
        NORMLAB_PORT: String(await freePort()),
        NORMLAB_CHROMIUM: chromium() ?? '',
        NORMLAB_FIREFOX: firefox() ?? '',
        NORMLAB_WEBKIT: webkit() ?? '',
        NORMLAB_WEBKIT_DRIVER: webkitDriver() ?? '',
      },
    },
  );
  if (!existsSync(reportPath)) return { passed: 0, failed: 1, output };
  /** @type {PlaywrightReport} */
  const { stats, errors } = JSON.parse(readFileSync(reportPath, 'utf8'));
  // A test that passes only now and then has not passed, nor has one that was left out.
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
  return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed, output };
}

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
