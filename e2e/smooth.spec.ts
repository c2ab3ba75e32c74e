import { evidence, expect, test } from './lab';

const sixArms =
  '#v=1&arm=&arm=schedule.warmup:1&arm=schedule.warmup:2&arm=schedule.warmup:3&arm=schedule.warmup:4&arm=schedule.warmup:5';

interface Counts {
  /** Frames of the screen in which the page did anything. */
  frames: number;
  /** Questions that make the browser work out styles or sizes at once. */
  questions: number;
  /** Corners of lines, at most in one frame. */
  strokes: number;
  /** The longest task that the observer saw, in milliseconds; 0 where none took 50. */
  longest: number;
}

declare global {
  interface Window {
    counts?: Counts;
  }
}

test('six arms train and the main thread has little to do in a frame', async ({ lab, page }) => {
  // Counted, not timed: on a busy machine the clock says when the page was let run, not what it did.
  await page.addInitScript(() => {
    const counts: Counts = { frames: 0, questions: 0, strokes: 0, longest: 0 };
    window.counts = counts;
    let strokes = 0;
    let latest = -1;
    const counting = <Name extends string>(
      owner: Record<Name, unknown>,
      name: Name,
      count: () => void,
    ) => {
      const real = owner[name] as (...values: unknown[]) => unknown;
      owner[name] = function (this: unknown, ...values: unknown[]) {
        count();
        return Reflect.apply(real, this, values);
      };
    };
    const ask = () => counts.questions++;
    const stroke = () => (counts.strokes = Math.max(counts.strokes, ++strokes));
    counting(window as unknown as Record<string, unknown>, 'getComputedStyle', ask);
    for (const { prototype } of [CanvasRenderingContext2D, Path2D]) {
      counting(prototype as unknown as Record<string, unknown>, 'lineTo', stroke);
    }
    const context = CanvasRenderingContext2D.prototype as unknown as Record<string, unknown>;
    counting(context, 'measureText', ask);
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      request((time) => {
        if (time !== latest) {
          latest = time;
          counts.frames++;
          strokes = 0;
        }
        callback(time);
      });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        counts.longest = Math.max(counts.longest, duration);
      }
    }).observe({ type: 'longtask' });
  });
  await lab.open(sixArms);
  await lab.trained(20);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const browserCounts = async (): Promise<Map<string, number>> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  const counts = () => page.evaluate(() => window.counts);

  // The first load is behind: what follows is what goes on for as long as they train.
  await page.evaluate(() => {
    if (window.counts) Object.assign(window.counts, { questions: 0, strokes: 0, longest: 0 });
  });
  const before = await counts();
  const metricsBefore = await browserCounts();
  await lab.trained(80);
  const after = await counts();
  const metricsAfter = await browserCounts();
  if (!before || !after) throw new Error('nothing was counted');
  const grown = (name: string) =>
    (metricsAfter.get(name) ?? NaN) - (metricsBefore.get(name) ?? NaN);

  const frames = after.frames - before.frames;
  const width = await lab.id('loss-chart').evaluate((element) => element.clientWidth);
  const worked = (1000 * grown('ThreadTime')) / frames;
  evidence(
    'smoothness, six arms',
    'chromium',
    `longest task ${Math.round(after.longest)} ms of the clock; ${worked.toFixed(1)} ms of processor a frame, ` +
      `${(grown('LayoutCount') / frames).toFixed(2)} layouts, at most ${after.strokes} strokes`,
  );
  expect(frames).toBeGreaterThan(10);
  expect((await lab.state()).arms).toHaveLength(6);
  // What is drawn is known without asking: each question costs a pass over the styles of the page.
  expect(after.questions).toBe(0);
  // One layout for the words and one for the pictures, the screen's own among them.
  expect(grown('LayoutCount')).toBeLessThanOrEqual(2 * frames);
  // A line, and the two edges of its band, of every arm: never more points than pixels.
  expect(after.strokes).toBeGreaterThan(0);
  expect(after.strokes).toBeLessThanOrEqual(6 * 3 * width);
});
