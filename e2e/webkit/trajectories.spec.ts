// The same bits in WebKit, which Playwright does not drive as Debian builds it.
import { expect, test } from '@playwright/test';
import { evidence } from '../lab';
import type { ProgramState } from '../../web/src/program-face';
import { storedRaces } from '../stored-races';
import { WebKitBrowser } from './driver';

let browser: WebKitBrowser;

test.beforeAll(async () => {
  const { NORMLAB_WEBKIT_DRIVER = 'WebKitWebDriver', NORMLAB_WEBKIT = 'MiniBrowser' } = process.env;
  browser = await WebKitBrowser.start(NORMLAB_WEBKIT_DRIVER, NORMLAB_WEBKIT);
});

test.afterAll(async () => {
  await browser.close();
});

const state = async () =>
  JSON.parse(
    String(await browser.evaluate('JSON.stringify(window.normlab.state())')),
  ) as ProgramState;

for (const { name, link, race, hashes } of storedRaces) {
  test(`${name} comes out the same to the last bit`, async ({ baseURL }) => {
    test.setTimeout(400_000);
    await browser.open('about:blank');
    await browser.open(`${baseURL}${link}`);
    const started =
      'Boolean(window.normlab) && document.querySelector("[data-testid=run]") !== null';
    await expect.poll(() => browser.evaluate(started), { timeout: 60_000 }).toBe(true);
    expect((await state()).race).toEqual(race);
    await expect.poll(async () => (await state()).over, { timeout: 380_000 }).toBe(true);
    const { arms } = await state();
    expect(arms.map(({ failure }) => failure)).toEqual(arms.map(() => null));
    expect(arms.map(({ trajectory }) => trajectory)).toEqual(hashes);
    arms.forEach(({ trajectory }, arm) => {
      evidence('the same bits', `${name}, ${race.arms[arm]?.model.wiring}`, trajectory ?? '');
    });
  });
}
