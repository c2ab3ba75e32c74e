import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from './lab';
import type { LabPage } from './lab';

const small = '#v=1&steps=40&model.depth=3&arm=model.wiring:post&arm=model.wiring:pre';

const trajectories = async (lab: LabPage) =>
  (await lab.state()).arms.map(({ trajectory }) => trajectory);

const comparisons = async (lab: LabPage) =>
  (await lab.state()).arms.map(({ comparison }) => comparison);

/** What the page says, once it is drawn. */
const said = (lab: LabPage) => lab.id('proof');

/** The link that "Share with proof" gives; without a right to the clipboard it is shown. */
async function sharedLink(lab: LabPage): Promise<string> {
  await lab.id('share-proof').click();
  await expect(lab.notices().filter({ hasText: 'Copy this link' })).toBeVisible();
  const text =
    (await lab.state()).notices.find((notice) => notice.startsWith('Copy this link')) ?? '';
  return new URL(text.replace('Copy this link: ', '')).hash;
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('no right')) },
    });
  });
});

test('Reset, reload, a new tab and the command line come to the same bits', async ({
  lab,
  page,
  context,
}) => {
  await lab.open(small);
  await lab.finished();
  const first = await trajectories(lab);
  expect(first.join(' ')).toMatch(/^[0-9a-f]{16} [0-9a-f]{16}$/);
  await expect(lab.id('trajectory')).toHaveText(first.map(String));

  await lab.id('reset').click();
  expect(await trajectories(lab)).toEqual([null, null]);
  await lab.id('run').click();
  await lab.finished();
  expect(await trajectories(lab)).toEqual(first);

  await page.reload();
  await lab.ready();
  await lab.finished();
  expect(await trajectories(lab)).toEqual(first);

  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForFunction(() => window.normlab?.state().over === true);
  const there = await other.evaluate(() =>
    window.normlab?.state().arms.map((arm) => arm.trajectory),
  );
  expect(there).toEqual(first);

  const cli = fileURLToPath(new URL('../wasm/cli.mjs', import.meta.url));
  for (const [index, wiring] of ['post', 'pre'].entries()) {
    const settings = ['steps=40', 'model.depth=3', 'schedule.warmup=0', `model.wiring=${wiring}`];
    const { stderr } = spawnSync(
      process.execPath,
      [cli, 'run', '-', ...settings.flatMap((setting) => ['--set', setting])],
      { input: '{}', encoding: 'utf8' },
    );
    expect(stderr).toContain(`trajectory ${first[index]} after 40 steps`);
  }
});

test('a link with proof says “reproduced” when it is opened', async ({ lab }) => {
  await lab.open(small);
  await lab.finished();
  const link = await sharedLink(lab);
  expect(link).toContain('proof=40.');
  await lab.open(link);
  await lab.finished();
  const reproduced = { kind: 'reproduced', steps: 40 };
  expect(await comparisons(lab)).toEqual([reproduced, reproduced]);
  await expect(said(lab)).toHaveCount(2);
  for (const line of await said(lab).all()) await expect(line).toContainText('all 40 steps');
});

test('a proof of a run under way is compared as far as it goes', async ({ lab }) => {
  await lab.open('#v=1&steps=5000&model.depth=2');
  await lab.trained(20);
  await lab.id('run').click();
  const link = await sharedLink(lab);
  await lab.open(link);
  await expect
    .poll(async () => (await comparisons(lab)).map((comparison) => comparison?.kind))
    .toEqual(['reproduced', 'reproduced', 'reproduced']);
  expect((await lab.state()).over).toBe(false);
});

test('a proof that is another run’s names the first step that differs', async ({ lab }) => {
  await lab.open(small);
  await lab.finished();
  const link = await sharedLink(lab);
  const [, steps = '', hash = '', trail = ''] = /proof=(\d+)\.(\w+)\.([\w-]+)/.exec(link) ?? [];
  const changed = trail.slice(0, 16) + (trail[16] === 'A' ? 'B' : 'A') + trail.slice(17);
  await lab.open(link.replace(`${steps}.${hash}.${trail}`, `${steps}.${hash}.${changed}`));
  await lab.finished();
  expect(await comparisons(lab)).toEqual([
    { kind: 'differs', from: 17, to: 17 },
    { kind: 'reproduced', steps: 40 },
  ]);
  await expect(said(lab).filter({ hasText: 'step 17 is the first' })).toBeVisible();

  // Another seed is another run from its first step on, and the link tells of it no longer once it is edited.
  await lab.open(link.replace('steps=40', 'steps=40&seed=9'));
  await lab.finished();
  const { arms } = await lab.state();
  for (const { comparison } of arms) {
    expect(comparison?.kind).toBe('differs');
    expect(comparison?.kind === 'differs' && comparison.from).toBeLessThanOrEqual(2);
  }
  await lab.field('steps').getByRole('textbox').fill('30');
  await lab.field('steps').getByRole('textbox').press('Enter');
  expect(await comparisons(lab)).toEqual([null, null]);
});
