import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import sirv from 'sirv';
import { expect, LabPage, test, watch } from './lab';

test('the server answers with types, a policy and real 404s', async ({ request, page, lab }) => {
  const index = await request.get('./');
  expect(index.headers()['content-security-policy']).toContain("'wasm-unsafe-eval'");
  expect(index.headers()['content-security-policy']).not.toContain("'unsafe-eval'");
  expect((await request.get('./no-such-file')).status()).toBe(404);
  const wasm = page.waitForResponse((response) => response.url().endsWith('.wasm'));
  await lab.open();
  expect((await wasm).headers()['content-type']).toBe('application/wasm');
});

for (const type of ['text/plain', 'application/octet-stream', '']) {
  test(`the engine loads when its type is ${type === '' ? 'missing' : type}`, async ({
    lab,
    page,
  }) => {
    await page.route('**/*.wasm', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-type': type };
      await route.fulfill({ response, headers });
    });
    await lab.open();
    await lab.trained(2);
  });
}

test('the server sends every file of the page compressed', async ({ page, lab }) => {
  const encodings = new Map<string, string | undefined>();
  page.on('response', (response) => {
    encodings.set(response.url(), response.headers()['content-encoding']);
  });
  await lab.open();
  await lab.trained(1);
  expect(encodings.size).toBeGreaterThan(4);
  expect(new Set(encodings.values())).toEqual(new Set(['gzip']));
});

/** By name, what the race alone loads and what the laboratories alone load; the rest is common to both. */
const ofOnePage = {
  race: /^(?:index\.html|page-|engine-|worker-)/,
  laboratories: /^(?:lab-?s?\b|labs|laboratory)/,
};

// The laboratories compute in double as well as in float: their engine is the larger.
for (const [one, other, kilobytes] of [
  ['race', 'laboratories', 250],
  ['laboratories', 'race', 350],
] as const) {
  test(`the page of the ${one} is at most ${kilobytes} kB, compressed`, () => {
    const folder = fileURLToPath(new URL('../web/dist', import.meta.url));
    const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
      // Source maps are fetched by developer tools alone; what is compressed already comes instead of the rest.
      .filter((entry) => entry.isFile() && !/\.(?:map|gz)$/.test(entry.name))
      .filter(({ name }) => !ofOnePage[other].test(name))
      .map(({ parentPath, name }) => gzipSync(readFileSync(`${parentPath}/${name}`)).length)
      .reduce((sum, size) => sum + size, 0);
    process.stdout.write(`    ${(bytes / 1000).toFixed(1)} kB\n`);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(1000 * kilobytes);
  });
}

test('it works under any path of a plain static host, without headers or isolation', async ({
  page,
}) => {
  const files = sirv(fileURLToPath(new URL('../web/dist', import.meta.url)), { dev: true });
  const server = createServer((request, response) => {
    const path = '/courses/2026/';
    if (request.url?.startsWith(path)) {
      request.url = request.url.slice(path.length - 1);
      files(request, response, () => {
        response.writeHead(404).end();
      });
    } else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, done));
  try {
    const { port } = server.address() as AddressInfo;
    const origin = `http://localhost:${port}`;
    const faults = await watch(page, origin);
    const lab = new LabPage(page);
    await page.goto(`${origin}/courses/2026/#v=1&steps=5`);
    await lab.ready();
    await lab.finished();
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(false);
    expect(faults).toEqual([]);
  } finally {
    await new Promise((done) => server.close(done));
  }
});

test('it needs no storage', async ({ lab, page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'] as const) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Storage is kept from this page.', 'SecurityError');
        },
      });
    }
  });
  await lab.open('#v=1&steps=5');
  await lab.finished();
  await lab.id('theme').selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.context().cookies()).toEqual([]);
});

test('an engine that cannot be loaded is explained', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 200, body: 'not an engine' }));
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText('engine could not be started');
});
