import { chromium } from 'playwright-core';

/**
 * Milliseconds from navigation to the first training step, of visits that find nothing in the cache.
 *
 * @param {string} executablePath
 * @param {string} address
 * @param {number} visits
 */
export async function firstStep(executablePath, address, visits) {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  const times = [];
  // The first visit wakes the browser and the server, and does not count.
  for (let visit = 0; visit <= visits; visit++) {
    const page = await browser.newPage();
    await page.addInitScript(watchForStep);
    await page.goto(address);
    const time = await page.waitForFunction(() => Reflect.get(globalThis, 'firstStep'));
    if (visit > 0) times.push(Number(await time.jsonValue()));
    await page.close();
  }
  await browser.close();
  return times;
}

const watchForStep = `
  const timer = setInterval(() => {
    try {
      if ((window.normlab?.state().step ?? 0) < 1) return;
    } catch {
      return; // not set up yet
    }
    clearInterval(timer);
    window.firstStep = performance.now();
  }, 2);
  window.firstStep = 0;
`;
