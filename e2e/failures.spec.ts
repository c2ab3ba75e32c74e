import type { Page } from '@playwright/test';
import { trappingAt, withLargestMemory } from './broken-engine';
import { expect, test, type LabPage } from './lab';

/** Serves the engine's binary edited. */
async function serveEngine(page: Page, edit: (module: Buffer) => Buffer): Promise<void> {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: edit(await response.body()) });
  });
}

/** A setting of the first arm, all of which are opened. */
async function ownField({ page }: LabPage, path: string) {
  await page.getByTestId('arm').first().getByRole('button').first().click();
  const card = page.locator('normlab-arm').first();
  await card.getByText('More settings').click();
  return card.locator(`[data-path="${path}"]`);
}

/** Waits until the arms stand like this: how, and at which step. */
async function standing(lab: LabPage, arms: [status: string, step: number][]): Promise<void> {
  await expect.poll(() => steps(lab), { timeout: 60_000 }).toEqual(arms);
}

async function steps(lab: LabPage): Promise<[string, number][]> {
  return (await lab.state()).arms.map(({ status, step }) => [status, step]);
}

test('an arm that runs out of memory says so, the others run on, and a smaller one runs', async ({
  lab,
  page,
}) => {
  // Enough for the engine and a small stack; the wide one asks for twice as much.
  await serveEngine(page, (module) => withLargestMemory(module, 20 * 2 ** 20));
  const race = '#v=1&steps=40&depth=2&arm=model.wiring:pre,model.width:512&arm=model.wiring:post';
  await lab.open(race);
  await standing(lab, [
    ['failed', 0],
    ['finished', 40],
  ]);
  const failed = page.locator('[data-testid="verdict"][data-verdict="stopped"]');
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText('Pre-norm, width 512 could not go on.');
  await expect(failed).toContainText('ran out of memory');
  await expect(failed).toContainText('The other arms run on');

  const width = (await ownField(lab, 'model.width')).getByRole('textbox');
  await width.fill('32');
  await width.press('Enter');
  await standing(lab, [
    ['finished', 40],
    ['finished', 40],
  ]);
  await expect(failed).toHaveCount(0);

  // The same race, with the memory that the engine is meant to have.
  await page.unroute('**/*.wasm');
  await lab.open(race.replace('steps=40', 'steps=4'));
  await standing(lab, [
    ['finished', 4],
    ['finished', 4],
  ]);
});

test('an arm whose engine traps says so, the others run on, and it can be started anew', async ({
  lab,
  page,
}) => {
  // erf(x) = x (1.128... + ...), which GELU in its erf form alone asks for.
  await serveEngine(page, (module) => trappingAt(module, 1.12837911));
  await lab.open(
    '#v=1&steps=40&depth=2&arm=model.wiring:pre,model.activation:gelu_erf&arm=model.wiring:post',
  );
  const trapped: [string, number][] = [
    ['failed', 0],
    ['finished', 40],
  ];
  await standing(lab, trapped);
  const failed = page.locator('[data-testid="verdict"][data-verdict="stopped"]');
  await expect(failed).toContainText('stopped on a fault of its own (unreachable)');

  // A new worker each time: it loads, and fails at the same place with the same words.
  await lab.id('reset').click();
  await standing(lab, [
    ['ready', 0],
    ['ready', 0],
  ]);
  await lab.id('run').click();
  await standing(lab, trapped);
  await expect(failed).toContainText('stopped on a fault of its own (unreachable)');

  await (await ownField(lab, 'model.activation')).getByRole('combobox').selectOption('gelu_tanh');
  await standing(lab, [
    ['finished', 40],
    ['finished', 40],
  ]);
  await expect(failed).toHaveCount(0);
});
