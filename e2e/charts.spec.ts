import type { Locator } from '@playwright/test';
import { expect, report, test } from './lab';

/** Sizes of every canvas, as the page has them and in its own pixels. */
function sizes(charts: Locator): Promise<number[][]> {
  return charts.evaluateAll((hosts) =>
    hosts.map((host) => {
      const chart = host.firstElementChild?.shadowRoot?.querySelector('canvas');
      const box = chart?.getBoundingClientRect();
      return [box?.width, box?.height, chart?.width, chart?.height].map((size) => size ?? 0);
    }),
  );
}

for (const zoom of [0.9, 1.17, 2]) {
  test.describe(() => {
    test.use({ deviceScaleFactor: zoom });
    test(`pictures keep their size and are sharp at ${100 * zoom} %`, async ({ lab, page }) => {
      await lab.open('#v=1&steps=200');
      await lab.trained(2);
      const charts = page.locator('.chart').filter({ has: page.locator('canvas') });
      const first = await sizes(charts);
      expect(first.length).toBe(4);
      for (let second = 0; second < 5; second++) {
        await page.waitForTimeout(1000);
        expect(await sizes(charts)).toEqual(first);
      }
      for (const [width = 0, height = 0, pixelsWide = 0, pixelsHigh = 0] of first) {
        expect(Math.abs(pixelsWide - width * zoom)).toBeLessThanOrEqual(1.5);
        expect(Math.abs(pixelsHigh - height * zoom)).toBeLessThanOrEqual(1.5);
      }
    });
  });
}

test('the pictures follow the window', async ({ lab, page }) => {
  await lab.open('#v=1&steps=30');
  await lab.finished();
  const chart = lab.id('loss-chart').locator('canvas').first();
  const width = async () => (await chart.boundingBox())?.width ?? 0;
  const wide = await width();
  await page.setViewportSize({ width: 600, height: 800 });
  await expect.poll(width).toBeLessThanOrEqual(600);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(width).toBe(wide);
});

test('a pointer over one picture moves the cursor of all', async ({ lab, page }) => {
  await lab.open('#v=1&steps=50');
  await lab.finished();
  await lab.id('heatmap').first().scrollIntoViewIfNeeded();
  const box = await lab.id('heatmap').first().boundingBox();
  if (!box) throw new Error('the heatmap is not shown');
  await page.mouse.move(box.x + 24 + (box.width - 24) * 0.501, box.y + 3);
  await expect.poll(async () => (await lab.state()).cursor).not.toBeNull();
  const { cursor } = await lab.state();
  expect(cursor).toBeGreaterThanOrEqual(25);
  expect(cursor).toBeLessThanOrEqual(27);
  await expect(
    lab.id('loss-chart').getByText(`step ${cursor ?? 0}`, { exact: true }),
  ).toBeVisible();
  await expect(lab.id('heatmap').first().getByText('layer 12, feed-forward')).toBeVisible();
  await page.mouse.move(0, 0);
  await expect.poll(async () => (await lab.state()).cursor).toBeNull();
});

test('in greyscale the arms still differ by dash and marker', async ({ lab, page }) => {
  await lab.open('#v=1&steps=5');
  await lab.finished();
  const styles = await page
    .locator('.arm-head .swatch')
    .evaluateAll((swatches) =>
      swatches.map((svg) =>
        [...svg.querySelectorAll('[d], line')]
          .map(
            (part) =>
              `${part.getAttribute('d') ?? ''} ${part.getAttribute('stroke-dasharray') ?? ''}`,
          )
          .join(';'),
      ),
    );
  expect(new Set(styles).size).toBe(styles.length);
});

test('drawing costs no more at 20,000 steps than twice what it costs at 1,000', async ({
  lab,
  page,
}) => {
  test.setTimeout(300_000);
  await lab.open(
    '#v=1&steps=20000&depth=1&width=4&heads=1&feed_forward=4&batch=1&symbols=2&context=2',
  );
  /** The median time that one frame takes the page, of its drawing on demand. */
  const frameTime = () =>
    page.evaluate(async () => {
      const times: number[] = [];
      for (let frame = 0; frame < 40; frame++) {
        await new Promise(requestAnimationFrame);
        const start = performance.now();
        // What waits for this frame has been done when the next task begins.
        await new Promise<void>((done) => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => {
            done();
          };
          channel.port2.postMessage(null);
        });
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[30] ?? 0;
    });
  await lab.trained(1000);
  const early = await frameTime();
  await lab.trained(19_000, 240_000);
  const late = await frameTime();
  report('work in a frame at about 1,000 steps', early);
  report('work in a frame at about 20,000 steps', late);
  // Below a few milliseconds the clock and the machine say more than the page does.
  expect(late).toBeLessThan(2 * Math.max(early, 8));
});
