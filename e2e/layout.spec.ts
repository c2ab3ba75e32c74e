import { axeFindings, views } from './axe';
import { expect, type LabPage, test } from './lab';

async function overflow({ page }: LabPage): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

for (const [name, width, height] of [
  ['a small phone', 320, 568],
  ['a phone', 390, 844],
  ['a tablet', 768, 1024],
  ['a wide screen', 1440, 900],
  ['a 4K screen', 3840, 2160],
] as const) {
  test(`no horizontal scroll on ${name}`, async ({ lab, page }) => {
    await page.setViewportSize({ width, height });
    await lab.open('#v=1&steps=8');
    await lab.finished();
    expect(await overflow(lab)).toBeLessThanOrEqual(0);
    await lab.unfold();
    expect(await overflow(lab)).toBeLessThanOrEqual(0);
  });
}

test('at 400 % zoom, which is a window of a quarter of the size, nothing is lost', async ({
  lab,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await lab.open('#v=1&steps=8');
  await lab.finished();
  expect(await overflow(lab)).toBeLessThanOrEqual(0);
  for (const name of ['run', 'loss-chart', 'add-arm']) {
    await lab.id(name).scrollIntoViewIfNeeded();
    await expect(lab.id(name)).toBeInViewport();
  }
});

for (const { name, colorScheme, viewport } of views) {
  test.describe(() => {
    test.use({ colorScheme, viewport });
    test(`axe finds nothing: ${name}`, async ({ lab, page }) => {
      await lab.open('#v=1&steps=60&depth=9999');
      await lab.finished();
      await lab.unfold();
      expect(await axeFindings(page)).toEqual([]);
    });
  });
}

test('the theme can be chosen, and the pictures follow', async ({ lab, page }) => {
  await lab.open('#v=1&steps=8');
  await lab.finished();
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  const canvas = lab.id('loss-chart').locator('canvas').first();
  const before = await canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  await lab.id('theme').selectOption('dark');
  expect(await paper()).not.toBe(light);
  await expect
    .poll(() => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL()))
    .not.toBe(before);
});

test('the page says its language, has a title and one main heading', async ({ lab, page }) => {
  await lab.open('#v=1&steps=2');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle(/NormLab/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
});
