// What ../host.mjs is, for a contestant that trains in a worker of a headless Chromium: as NormLab's
// page does. Modules come from the sources as they are. `node host.mjs MODULE`.

import { createServer } from 'node:http';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import sirv from 'sirv';
import { chromium as executable } from '../../../.ci/lib/tools.mjs';

const root = join(import.meta.dirname, '../../..');
const say = (/** @type {unknown} */ value) => console.log(JSON.stringify(value));

const files = sirv(root, { dev: true });
const server = createServer((request, response) => {
  files(request, response, () => {
    response.writeHead(404).end();
  });
});
// This machine's programs alone: it is the whole folder that is served.
await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
const listening = server.address();
const port = typeof listening === 'object' ? listening?.port : undefined;

const browser = await chromium.launch({
  executablePath: executable() ?? '',
  // Chromium's sandbox does not start for root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${port}/tests/bench/chromium/`);

const ask = (/** @type {object} */ request) =>
  page.evaluate(`ask(${JSON.stringify(request)})`).then(say);

await ask({ contestant: `/${relative(root, resolve(process.argv[2] ?? ''))}` });
for await (const line of createInterface({ input: process.stdin })) {
  await ask(JSON.parse(line));
}
await browser.close();
server.close();
