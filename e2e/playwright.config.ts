import { defineConfig } from '@playwright/test';

const port = process.env.NORMLAB_PORT ?? '4180';
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // Each page trains three stacks at once, in a worker each; the machine may have two cores.
  workers: 1,
  timeout: 120_000,
  forbidOnly: true,
  use: {
    baseURL: `http://localhost:${port}/`,
    screenshot: 'only-on-failure',
    // A trace photographs a page that changes at every frame; it doubles the time. `--trace on` asks for one.
    trace: 'off',
  },
  projects: [
    {
      name: 'chromium',
      testIgnore: 'webkit/**',
      use: {
        browserName: 'chromium',
        launchOptions: {
          executablePath: process.env.NORMLAB_CHROMIUM ?? '/usr/bin/chromium',
          // Chromium's sandbox does not start for root.
          args: isRoot ? ['--no-sandbox'] : [],
        },
      },
    },
    {
      name: 'firefox',
      testMatch: 'trajectories.spec.ts',
      testIgnore: 'webkit/**',
      use: {
        browserName: 'firefox',
        // The system's own, driven by WebDriver BiDi: Playwright's build is a download.
        channel: 'moz-firefox',
        launchOptions: { executablePath: process.env.NORMLAB_FIREFOX ?? '/usr/bin/firefox-esr' },
      },
    },
    // Drives WebKitGTK itself.
    { name: 'webkit', testMatch: 'webkit/*.spec.ts' },
  ],
  webServer: {
    command: 'node ../.ci/serve.mjs',
    url: `http://localhost:${port}/`,
    env: { PORT: port },
    reuseExistingServer: false,
  },
});
