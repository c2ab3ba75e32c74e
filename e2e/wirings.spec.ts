import { expect, test } from './lab';

test('a wiring of one’s own is set column by column, and its formula follows', async ({
  lab,
  page,
}) => {
  await lab.open('#v=1&steps=8&arm=model.wiring:own');
  await lab.finished();
  const arm = lab.id('arm').first();
  await expect(arm.locator('math')).toHaveAttribute('aria-label', 'x ← x + F(N(x))');
  await arm.getByRole('button').first().click();
  await arm.getByRole('checkbox', { name: 'Norm on the trunk' }).check();
  await lab.finished();
  await expect(arm.locator('math')).toHaveAttribute('aria-label', 'x ← N(x + F(N(x)))');
  await expect(arm.locator('[data-part="norm-trunk"]')).toHaveCount(1);
  await arm.getByRole('combobox', { name: 'Branch scale' }).selectOption('learned');
  await lab.finished();
  await expect(arm.locator('math')).toHaveAttribute('aria-label', 'x ← N(x + sF(N(x)))');
  await expect(page).toHaveURL(/own_branch_scale:learned/);
  await page.reload();
  await lab.ready();
  await lab.finished();
  await expect(lab.id('arm').first().locator('math')).toHaveAttribute(
    'aria-label',
    'x ← N(x + sF(N(x)))',
  );
});

test('columns that contradict each other are refused with the reason', async ({ lab }) => {
  await lab.open('#v=1&steps=8&arm=model.wiring:own');
  const arm = lab.id('arm').first();
  await arm.getByRole('button').first().click();
  await arm.getByRole('checkbox', { name: 'Parallel branches' }).check();
  await lab.finished();
  await expect(arm.locator('math')).toHaveAttribute('aria-label', 'x ← x + A(N(x)) + F(N(x))');
  await arm.getByRole('checkbox', { name: 'Skip', exact: true }).uncheck();
  await expect(arm.locator('[data-path="model.own_skip"] .field-error')).toContainText(
    'parallel branches beside a skip',
  );
});

test('a published model opens beside what it changed, and says what is left out', async ({
  lab,
}) => {
  await lab.open('#v=1&steps=8');
  await lab.id('preset').selectOption('glm130b');
  await expect(lab.id('preset-help')).toContainText('Left out: the gate of the feed-forward');
  await lab.trained(1);
  const formulas = lab.id('arm').locator('math');
  await expect(formulas.first()).toHaveAttribute('aria-label', 'x ← N(αx + F(x))');
  await lab.id('preset').selectOption('norm_place');
  await expect(lab.id('preset-help')).toBeHidden();
});
