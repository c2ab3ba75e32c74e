import type { Locator } from '@playwright/test';
import { expect, test } from './lab';

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

test('a picture of 20,000 steps takes at most twice the strokes of one of 1,000', async ({
  lab,
  page,
}) => {
  test.setTimeout(300_000);
  // Counted, not timed: what is drawn says more than the clock of a busy machine.
  await page.addInitScript(() => {
    const counts = { strokes: 0, most: 0 };
    for (const { prototype } of [CanvasRenderingContext2D, Path2D]) {
      const lineTo: unknown = Reflect.get(prototype, 'lineTo');
      prototype.lineTo = function (...point) {
        counts.most = Math.max(counts.most, ++counts.strokes);
        Reflect.apply(lineTo as CanvasPath['lineTo'], this, point);
      };
    }
    // A frame draws a picture once; when it comes, the last one of the run may be waiting still.
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      request((time) => {
        counts.strokes = 0;
        callback(time);
      });
    Object.assign(window, { counts });
  });
  const tiny =
    'depth=1&width=4&heads=1&feed_forward=4&batch=1&symbols=2&context=2&arm=model.wiring:pre';
  const strokesOf = async (steps: number): Promise<number> => {
    await lab.open(`#v=1&steps=${steps}&${tiny}`);
    await lab.finished();
    const most = () =>
      page.evaluate(() => (window as unknown as { counts: { most: number } }).counts.most);
    await page.evaluate(() => {
      Object.assign((window as unknown as { counts: object }).counts, { most: 0 });
    });
    await page.getByRole('radio', { name: 'linear' }).check({ force: true });
    await expect.poll(most).toBeGreaterThan(0);
    return most();
  };
  const short = await strokesOf(1000);
  const long = await strokesOf(20_000);
  process.stdout.write(`    strokes: ${short} at 1,000 steps, ${long} at 20,000\n`);
  expect(short).toBeGreaterThan(200);
  expect(long).toBeLessThan(2 * short);
});

test('a thousand layers are drawn: no line of pixels without one', async ({ lab, page }) => {
  test.setTimeout(300_000);
  await lab.open('#v=1&steps=1');
  await lab.id('preset').selectOption('thousand_layers');
  await lab.trained(4, 240_000);
  await lab.id('run').click();
  await expect(lab.id('rate')).toHaveText('paused');
  expect((await lab.data())[1]?.layers.weight_gradient?.[0]).toHaveLength(2000);

  const heatmaps = lab.id('heatmap');
  const read = () =>
    heatmaps.evaluateAll((hosts) =>
      hosts.map((host) => {
        const canvas = host.firstElementChild?.shadowRoot?.querySelector('canvas');
        if (!canvas) throw new Error('there is no heatmap');
        const { width, height } = canvas;
        // A copy: that of the page is not meant to be read.
        const copy = new OffscreenCanvas(width, height).getContext('2d');
        if (!copy) throw new Error('a canvas cannot be read here');
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, width, height);
        const lines = Array.from({ length: height }, (_, y) => {
          const line = data.subarray(4 * y * width, 4 * (y + 1) * width);
          const drawn = Array.from({ length: width }, (_, x) => line[4 * x + 3] === 255);
          const [red = 0, green = 0, blue = 0] = line;
          return { drawn, light: red + green + blue };
        });
        return { width, lines };
      }),
    );
  /** Lines of pixels that are not drawn from the first step to the latest, and no further. */
  const wrong = async () => {
    const { arms, budget } = await lab.state();
    return (await read()).map(({ width, lines }, index) => {
      const reached = Math.ceil(((arms[index]?.step ?? 0) * width) / budget);
      return lines.filter(({ drawn }) => drawn.some((there, x) => there !== x < reached)).length;
    });
  };
  // A step that was under way is finished, and drawn.
  await expect.poll(wrong).toEqual([0, 0]);
  // They show the layers: post-norm's first ones are dark, its last ones light, and many between.
  const light = (await read())[1]?.lines.map((line) => line.light) ?? [];
  expect(light.length).toBeGreaterThan(100);
  expect(light[0]).toBeGreaterThan(2 * (light.at(-1) ?? Infinity));
  expect(new Set(light).size).toBeGreaterThan(20);

  // The number of the last layer is not cut off, on either axis.
  const mark = heatmaps.first().getByText('1000', { exact: true });
  const [text, picture] = [await mark.boundingBox(), await heatmaps.first().boundingBox()];
  expect(text?.x).toBeGreaterThanOrEqual(picture?.x ?? Infinity);
  const right = async (target: Locator) => {
    const box = await target.boundingBox();
    return box ? box.x + box.width : NaN;
  };
  const profile = lab.id('profile');
  const last = profile.getByText('1000', { exact: true });
  expect(await right(last)).toBeLessThanOrEqual((await right(profile)) + 0.5);
  await expect(page.getByRole('heading', { name: 'A thousand layers?' })).toBeVisible();
});
