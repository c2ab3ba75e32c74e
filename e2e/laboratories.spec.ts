import type { Page } from '@playwright/test';
import { loadLabs } from '../wasm/labs.mjs';
import { axeFindings, views } from './axe';
import { expect, test } from './lab';

/** Seconds of it are enough here: what the laboratories measure is tested without a page. */
const smallWarmup = 'lab=warmup&depth=2&steps=20&warmup=7&warmups=2&rates=3&seeds=1&seed=5';

async function open(page: Page, hash = ''): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`./labs.html${hash}`);
  await expect(page.getByTestId('lab-link').first()).toBeVisible();
}

const measured = (page: Page) => page.getByTestId('statement');

test('every laboratory opens by its link, with its settings', async ({ page }) => {
  const labs = (await loadLabs()).describe();
  await open(page);
  await expect(page.getByTestId('lab-link')).toHaveCount(labs.length);
  for (const { name, question, settings } of labs) {
    await open(page, `#lab=${name}`);
    await expect(page.getByTestId('lab-title')).toHaveText(question);
    await expect(page.getByTestId('field')).toHaveCount(settings.length);
    for (const { path, quick } of settings) {
      await expect(
        page
          .getByTestId('field')
          .and(page.locator(`[data-path="${path}"]`))
          .locator('.number-box'),
      ).toHaveValue(String(quick));
    }
  }
});

test('it measures, and shows each statement with its figures, and the pictures', async ({
  page,
}) => {
  await open(page, '#lab=batch&width=16');
  await page.getByTestId('measure').click();
  await expect(measured(page)).toHaveCount(6);
  const layer = measured(page).first();
  await expect(layer).toHaveAttribute('data-holds', 'true');
  await expect(layer).toContainText('at most 0');
  await expect(layer).toContainText('holds');
  const picture = page.getByTestId('lab-chart').first();
  await expect(picture.locator('.chart svg')).toBeVisible();
  await expect(picture.locator('path.grid')).not.toHaveCount(0);
  await expect(page.getByTestId('summary')).toHaveText('Measured: 6 of 6 statements hold.');
});

test('its numbers are those of the command line', async ({ page }) => {
  const report = (await loadLabs()).run(
    'depth',
    { depth: 8, width: 16, seeds: 2 },
    { quick: true },
  );
  if (!report.ok) throw new Error('refused');
  await open(page, '#lab=depth&depth=8&width=16&seeds=2');
  await page.getByTestId('measure').click();
  await expect(measured(page)).toHaveCount(report.statements.length);
  for (const { name, holds } of report.statements) {
    const shown = page.locator(`[data-statement="${name}"]`);
    await expect(shown).toHaveAttribute('data-holds', String(holds));
  }
  await page.getByTestId('lab-chart').locator('details').first().locator('summary').press('Enter');
  const cell = page.getByTestId('lab-chart').locator('tbody tr').nth(3).locator('td').first();
  const expected = report.charts[0]?.series[0]?.measured[3] ?? Number.NaN;
  const shown = (await cell.textContent())?.replace('−', '-');
  expect(Number(shown)).toBeCloseTo(expected, 3);
});

test('a measurement shows how far it is, and can be stopped', async ({ page }) => {
  await open(page, '#lab=contribution&steps=5000');
  await page.getByTestId('measure').click();
  await expect(page.getByTestId('measured')).toBeVisible();
  await expect(page.getByTestId('measure')).toHaveText('Stop');
  await page.getByTestId('measure').click();
  await expect(page.getByTestId('measure')).toHaveText('Measure');
  await expect(page.getByTestId('measured')).toBeHidden();
  await expect(measured(page)).toHaveCount(0);
});

test('what is wrong in a link or a field is said, with the range, and the page goes on', async ({
  page,
}) => {
  await open(page, '#lab=depth&depth=1&widht=8');
  await expect(page.getByTestId('notices')).toContainText(
    'depth is 1; allowed: an integer from 2 to 256',
  );
  await expect(page.getByTestId('notices')).toContainText('did you mean width?');
  const box = page.locator('[data-path="depth"] .number-box');
  await box.fill('1000');
  await box.press('Enter');
  await expect(page.locator('[data-path="depth"] .field-error')).toHaveText(
    'depth is 1000; allowed: an integer from 2 to 256',
  );
  await box.fill('16');
  await box.press('Enter');
  await expect(page.locator('[data-path="depth"] .field-error')).toBeHidden();
  await expect(page).toHaveURL(/#lab=depth&depth=16$/);
  await open(page, '#lab=streem');
  await expect(page.getByTestId('notices')).toContainText('did you mean stream?');
});

test('Back leads through the laboratories', async ({ page }) => {
  await open(page, '#lab=norm');
  await page.locator('[data-testid="lab-link"][data-lab="paths"]').click();
  await expect(page).toHaveURL(/#lab=paths$/);
  await page.goBack();
  await expect(page.locator('[aria-current="page"]')).toHaveAttribute('data-lab', 'norm');
});

test('a cell of the map is a race', async ({ page, lab }) => {
  await open(page, `#${smallWarmup}`);
  await page.getByTestId('measure').click();
  const map = page.getByTestId('lab-chart').and(page.locator('[data-chart="pre"]'));
  await map.locator('summary', { hasText: 'Race one of these 6 runs' }).click();
  await map.getByRole('link', { name: 'warmup 7, learning rate 0.002' }).click();
  await lab.ready();
  const { arms, budget, race } = await lab.state();
  expect(arms.map(({ label }) => label)).toHaveLength(1);
  expect(budget).toBe(20);
  expect(JSON.stringify(race)).toContain('"wiring":"pre"');
  expect(JSON.stringify(race)).toContain('"warmup":7');
});

test('a token is set by hand, and both norms follow it', async ({ page }) => {
  await open(page, '#lab=norm&token=1,2,3,4');
  const vector = page.getByTestId('vector');
  await expect(vector).toContainText('divides by 1.118');
  await expect(vector).toContainText('lets 2 of 4 directions through');
  await expect(vector).toContainText('lets 3 of 4 directions through');
  const last = vector.getByRole('slider', { name: 'Number 4' });
  await last.press('ArrowRight');
  await expect(page).toHaveURL(/#lab=norm&token=1,2,3,4\.1$/);
  const answer = (await loadLabs()).normVector([1, 2, 3, 4.1]);
  if (!answer.ok) throw new Error('refused');
  const shown = await vector.locator('[data-norm="rms"] .vector-number').last().textContent();
  expect(Number(shown)).toBeCloseTo(answer.rms.output[3] ?? Number.NaN, 2);
  await page.getByTestId('shorten').click();
  await expect(page).toHaveURL(/#lab=norm&token=1,2,3$/);
  await open(page, '#lab=norm&token=1,many');
  await expect(page.getByTestId('notices')).toContainText(
    'the token has "many" at place 2; allowed: a number from -10 to 10',
  );
});

test('an arm of the race is measured by its saved weights', async ({ page, lab }) => {
  await lab.open('#v=1&steps=20&task.kind=text&model.depth=2&arm=model.wiring:pre');
  await lab.finished();
  await page.getByTestId('arm').getByRole('button', { expanded: false }).first().click();
  const saving = page.waitForEvent('download');
  await page.getByTestId('save-weights').click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('pre-norm-seed-1-step-20.safetensors');
  const path = await saved.path();
  await open(page, '#lab=finetune');
  const estimate = await page.getByTestId('estimate').textContent();
  await page.getByTestId('weights-file').setInputFiles(path);
  await expect(page.getByTestId('weights')).toContainText('It measures');
  await expect(page.getByTestId('estimate')).not.toHaveText(estimate ?? '');
  await page.getByTestId('measure').click();
  await expect(page.locator('[data-statement="given"]')).toBeVisible();
  await expect(page.getByTestId('lab-chart')).toHaveCount(1);
  await page.locator('[data-testid="lab-link"][data-lab="logits"]').click();
  await expect(page.getByTestId('weights')).toContainText('It measures');
  await page.getByTestId('drop-weights').click();
  await expect(page.getByTestId('weights')).not.toContainText('It measures');
});

test('what is no saved stack is refused beside its button, and the page goes on', async ({
  page,
}) => {
  await open(page, '#lab=precision');
  await page.getByTestId('weights-file').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('not weights at all'),
  });
  await expect(page.getByTestId('weights-error')).toHaveText(
    'notes.txt: the weights begin with no header; allowed: a safetensors file',
  );
  await page.getByTestId('measure').click();
  await expect(page.getByTestId('measure')).toHaveText('Stop');
  await page.getByTestId('measure').click();
});

for (const [name, width] of [
  ['a phone', 360],
  ['the narrowest screen', 320],
  ['a wide screen', 1600],
] as const) {
  test(`nothing is cut off on ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const lab of ['update&depth=2&seeds=1', 'norm']) {
      await open(page, `#lab=${lab}`);
      await page.getByTestId('measure').click();
      await expect(measured(page).first()).toBeVisible({ timeout: 60_000 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, lab).toBe(0);
    }
  });
}

for (const { name, colorScheme, viewport } of views) {
  test.describe(() => {
    test.use({ colorScheme, viewport });
    test(`axe finds nothing: ${name}`, async ({ page }) => {
      await open(page);
      expect(await axeFindings(page)).toEqual([]);
      await open(page, `#${smallWarmup}&depht=2`);
      await page.getByTestId('measure').click();
      await expect(measured(page).first()).toBeVisible();
      await page.locator('.lab-runs summary').first().click();
      expect(await axeFindings(page)).toEqual([]);
      for (const lab of ['norm', 'precision']) {
        await open(page, `#lab=${lab}`);
        expect(await axeFindings(page)).toEqual([]);
      }
    });
  });
}

test('the race leads to the laboratories and back', async ({ page, lab }) => {
  await lab.open();
  await page.getByTestId('to-labs').click();
  await expect(page.getByTestId('lab-link').first()).toBeVisible();
  await page.getByTestId('to-race').click();
  await lab.ready();
});
