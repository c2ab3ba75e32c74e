import { expect, report, test } from './lab';

test('five quick clicks on Run start one loop', async ({ lab, page }) => {
  await lab.open('#v=1&steps=300');
  await lab.id('run').click();
  await expect(lab.id('run')).toHaveText('Run');
  // Dispatched within one task: quicker than any finger.
  await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[data-testid="run"]');
    for (let click = 0; click < 5; click++) button?.click();
  });
  await expect(lab.id('run')).toHaveText('Pause');
  await lab.finished();
  for (const { scalars } of await lab.data()) {
    expect(scalars.step).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  }
});

// The largest of the sizes that the lessons use, and the most arms.
const largest = [
  ['12 layers, width 64, 512 tokens', '#v=1&width=64&feed_forward=256&batch=32'],
  [
    'six arms',
    '#v=1&arm=&arm=schedule.warmup:1&arm=schedule.warmup:2&arm=schedule.warmup:3&arm=schedule.warmup:4&arm=schedule.warmup:5',
  ],
] as const;

for (const [size, hash] of largest) {
  test(`Pause acts within 200 ms: ${size}`, async ({ lab, page }) => {
    await lab.open(hash);
    await lab.trained(3);
    const { delay, at, after, later } = await page.evaluate(async () => {
      const steps = () => window.normlab?.state().arms.map(({ step }) => step) ?? [];
      const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
      const button = document.querySelector<HTMLElement>('[data-testid="run"]');
      const start = performance.now();
      button?.click();
      while (button?.textContent.trim() !== 'Run') await wait(1);
      const shown = performance.now() - start;
      await wait(200 - shown);
      const soon = steps();
      await wait(1500);
      const then = steps();
      await wait(500);
      return { delay: shown, at: soon, after: then, later: steps() };
    });
    report('Pause shown after', delay);
    expect(delay).toBeLessThan(200);
    expect(later).toEqual(after);
    // A step that was under way is finished; none begins.
    after.forEach((step, arm) => {
      expect(step - (at[arm] ?? 0)).toBeLessThanOrEqual(1);
    });
  });
}

test('Reset and Run give the bit-identical curve; a new seed another', async ({ lab }) => {
  test.setTimeout(180_000);
  await lab.open('#v=1&steps=60&seed=5');
  await lab.finished();
  const first = await lab.data();
  await lab.id('reset').click();
  expect((await lab.state()).step).toBe(0);
  await lab.id('run').click();
  await lab.finished();
  expect(await lab.data()).toEqual(first);

  await lab.id('new-seed').click();
  await expect(lab.id('seed')).toHaveText('seed 6');
  await lab.finished();
  const other = await lab.data();
  expect(other[0]?.scalars.loss).not.toEqual(first[0]?.scalars.loss);
});

test('Step makes one step of every arm', async ({ lab }) => {
  await lab.open('#v=1&steps=20');
  await lab.id('reset').click();
  for (let step = 1; step <= 3; step++) {
    await lab.id('step').click();
    await expect
      .poll(async () => (await lab.state()).arms.map((arm) => arm.step))
      .toEqual([step, step, step]);
  }
  expect((await lab.state()).running).toBe(false);
});

test('the budget stops exactly, and Run again begins anew', async ({ lab }) => {
  await lab.open('#v=1&steps=7');
  await lab.finished();
  expect((await lab.state()).arms.map(({ step }) => step)).toEqual([7, 7, 7]);
  await expect(lab.id('run')).toHaveText('Run again');
  await lab.id('run').click();
  await lab.finished();
  expect((await lab.state()).arms.map(({ step }) => step)).toEqual([7, 7, 7]);
});

test('the slider goes back over the run, and all pictures with it', async ({ lab, page }) => {
  await lab.open('#v=1&steps=40');
  await lab.finished();
  await lab.id('timeline').focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft');
  await expect(lab.id('progress')).toHaveText('step 35 of 40');
  await expect(lab.id('loss-chart').getByText('step 35', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'at step 35' })).toBeVisible();
  await lab.id('latest').click();
  await expect(lab.id('progress')).toHaveText('step 40 of 40');
});

test('a long run says how long it will take, and Stop gives up the rest and keeps what was measured', async ({
  lab,
  page,
}) => {
  await lab.open('#v=1&steps=100000');
  await lab.id('reset').click();
  await expect(lab.id('time-left')).toHaveCount(0);
  await expect(lab.id('stop')).toBeDisabled();
  await lab.id('run').click();
  await expect(lab.id('time-left')).toHaveText(/^about \d+ (min|h|days) left$/, {
    timeout: 60_000,
  });
  const bar = page.getByRole('progressbar', { name: 'Trained' });
  await expect(bar).toHaveAttribute(
    'aria-valuetext',
    /^step \d+ of 100\W?000, about \d+ \w+ left$/,
  );
  const filled = () => bar.evaluate((element: HTMLProgressElement) => element.position);
  await expect.poll(filled).toBeGreaterThan(0);

  await lab.id('run').click();
  await expect(lab.id('rate')).toHaveText('paused');
  await expect(lab.id('time-left')).toHaveCount(0);
  await lab.id('run').click();
  await lab.id('stop').click();
  await expect(lab.id('rate')).toHaveText('stopped');
  await expect(lab.id('run')).toHaveText('Run again');
  await expect(lab.id('time-left')).toHaveCount(0);
  const { arms, over } = await lab.state();
  expect(over).toBe(true);
  expect(arms.map(({ status }) => status)).toEqual(['stopped', 'stopped', 'stopped']);
  const measured = await lab.data();
  for (const [index, { scalars }] of measured.entries()) {
    expect(scalars.loss).toHaveLength(arms[index]?.step ?? 0);
    expect(scalars.loss?.length).toBeGreaterThan(0);
  }
  // Its workers are gone: nothing more arrives.
  await page.waitForTimeout(1000);
  expect(await lab.data()).toEqual(measured);
});
