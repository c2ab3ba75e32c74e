import { expect, test } from './lab';

const broken: readonly (readonly [name: string, hash: string, said: RegExp])[] = [
  ['a learning rate of NaN', '#lr=NaN', /learning_rate/],
  ['a depth of 9999', '#v=1&depth=9999', /model\.depth/],
  ['a width of -1', '#v=1&width=-1', /model\.width/],
  [
    'a width not divisible by heads',
    '#v=1&width=10&heads=3',
    /model\.width.*model\.heads|model\.heads.*model\.width/,
  ],
  ['an unknown setting', '#v=1&depht=3', /depht/],
  ['only a percent sign', '#%', /“%”/],
  ['a broken escape', '#a=%F8', /“a”/],
  [
    'a link cut in half',
    '#v=1&arm=model.wiring:post&arm=model.wiring:pre,schedule.war',
    /schedule\.war/,
  ],
  ['a text shorter than the context', '#v=1&task.kind=text&task.text=short', /task\.text/],
  ['a seed of 2^32', '#v=1&seed=4294967296', /seed/],
  ['a seed of -1', '#v=1&seed=-1', /seed/],
  ['a seed of 1.5', '#v=1&seed=1.5', /seed/],
  ['a seed of x', '#v=1&seed=x', /seed/],
  ['a model too large for the memory', '#v=1&width=1024&depth=2000', /memory|GiB|MiB/],
];

for (const [name, hash, said] of broken) {
  test(`${name} in a link gives a notice, and the page works`, async ({ lab }) => {
    await lab.open(hash);
    await expect(lab.notices().first()).toBeVisible();
    expect((await lab.state()).notices.join('\n')).toMatch(said);
    await lab.trained(2);
    await lab.notices().first().getByRole('button').click();
    await expect(lab.notices()).toHaveCount((await lab.state()).notices.length);
  });
}

test('several faults get a notice each', async ({ lab }) => {
  await lab.open('#v=1&depth=9999&width=-1&lr=NaN');
  const said = (await lab.state()).notices.join('\n');
  for (const field of ['model.depth', 'model.width', 'optimizer.learning_rate']) {
    expect(said).toContain(field);
  }
  await lab.trained(2);
});

for (const seed of ['0', '4294967295']) {
  test(`seed ${seed} is valid`, async ({ lab }) => {
    await lab.open(`#v=1&seed=${seed}`);
    await expect(lab.id('seed')).toHaveText(`seed ${seed}`);
    expect((await lab.state()).notices).toEqual([]);
  });
}

test('the link holds only what differs, and opens the same race', async ({ lab, page }) => {
  await lab.open();
  expect(new URL(page.url()).hash).toBe('');
  const steps = lab.field('steps').getByRole('textbox');
  await steps.fill('90');
  await steps.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toBe('#v=1&steps=90');
  const { race } = await lab.state();
  await lab.open(new URL(page.url()).hash);
  expect((await lab.state()).race).toEqual(race);
});

test('Back and Forward bring the controls along', async ({ lab, page }) => {
  await lab.open('#v=1&steps=90');
  const box = (path: string) => lab.field(path).getByRole('textbox');
  await box('steps').fill('70');
  await box('steps').press('Enter');
  await box('task.symbols').fill('8');
  await box('task.symbols').press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toContain('symbols=8');
  await page.goBack();
  await expect(box('task.symbols')).toHaveValue('16');
  await expect(box('steps')).toHaveValue('70');
  await page.goBack();
  await expect(box('steps')).toHaveValue('90');
  expect((await lab.state()).budget).toBe(90);
  await page.goForward();
  await expect(box('steps')).toHaveValue('70');
  expect((await lab.state()).budget).toBe(70);
});

test('another question is another race, and Back returns', async ({ lab, page }) => {
  await lab.open();
  const preset = lab.id('preset');
  await expect(preset).toHaveValue('norm_place');
  await preset.selectOption('warmup');
  await expect(page.getByRole('heading', { name: 'Who needs warmup?' })).toBeVisible();
  const labels = async () => (await lab.state()).arms.map(({ label }) => label);
  expect(await labels()).toEqual(['post-norm', 'post-norm, warmup 400', 'pre-norm']);
  await lab.trained(1);
  await lab.field('steps').getByRole('textbox').fill('30');
  await lab.field('steps').getByRole('textbox').press('Enter');
  await expect(preset).toHaveValue('');
  await page.goBack();
  await expect(preset).toHaveValue('warmup');
  await page.goBack();
  await expect(preset).toHaveValue('norm_place');
});

test('every question opens into a race without a notice', async ({ lab }) => {
  await lab.open();
  const names = await lab
    .id('preset')
    .locator('option:not([disabled])')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(names.length).toBeGreaterThanOrEqual(5);
  for (const name of names) {
    await lab.id('preset').selectOption(name);
    await expect(lab.id('preset')).toHaveValue(name);
    await lab.trained(1);
    const { notices, arms } = await lab.state();
    expect(notices).toEqual([]);
    expect(arms.map(({ failure }) => failure)).toEqual(arms.map(() => null));
  }
});

test('300 slider events write the history seldom, and none throws', async ({ lab, page }) => {
  await lab.open('#v=1&steps=5000');
  await page.evaluate(() => {
    let count = 0;
    for (const name of ['pushState', 'replaceState'] as const) {
      const write = history[name].bind(history);
      history[name] = (...entry) => {
        count++;
        write(...entry);
      };
    }
    Object.assign(window, { historyWrites: () => count });
  });
  const before = await page.evaluate(() => history.length);
  await lab
    .field('task.symbols')
    .getByRole('slider')
    .evaluate(async (slider: HTMLInputElement) => {
      for (let event = 0; event < 300; event++) {
        slider.value = String(event % Number(slider.max));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((done) => setTimeout(done, 10));
      }
      slider.dispatchEvent(new Event('change', { bubbles: true }));
    });
  const [writes, entries] = await page.evaluate(() => [
    (window as unknown as { historyWrites(): number }).historyWrites(),
    history.length,
  ]);
  expect(writes).toBeLessThan(40);
  expect(entries).toBeLessThanOrEqual(before + 1);
});
