import type { Page } from '@playwright/test';
import { expect, test } from './lab';

/** Presses Tab until the focus has been everywhere; returns what can be operated but was not reached. */
async function missedByTab(page: Page): Promise<{ missed: string[]; invisible: string[] }> {
  await page.evaluate(() => {
    const active = (root: Document | ShadowRoot): Element | null => {
      const element = root.activeElement;
      return element?.shadowRoot?.activeElement ? active(element.shadowRoot) : element;
    };
    const name = (element: Element) =>
      `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`;
    const reached = new Set<Element>();
    const invisible: string[] = [];
    const all = (root: Document | ShadowRoot): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        element,
        ...(element.shadowRoot ? all(element.shadowRoot) : []),
      ]);
    Object.assign(window, {
      noteFocus: () => {
        const element = active(document);
        if (!element || element === document.body) return true;
        if (reached.has(element)) return false;
        reached.add(element);
        // A slider's ring is drawn around its thumb, where no style can be read: see the test below.
        if (element.matches('[type="range"]')) return true;
        // A radio's ring is drawn around the words after it, a file picker's around its button.
        const besides = element.matches('[type="radio"]') ? element.nextElementSibling : null;
        const around = element.matches('[type="file"]') ? element.closest('label') : null;
        const ringed = besides ?? around ?? element;
        const { outlineStyle, boxShadow } = getComputedStyle(ringed);
        const { width } = ringed.getBoundingClientRect();
        if ((outlineStyle === 'none' && boxShadow === 'none') || width < 2) {
          invisible.push(name(element));
        }
        return true;
      },
      focusReport: () => {
        const operable =
          'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
        const missed = all(document)
          .filter((element) => element.matches(operable) && !element.matches(':disabled'))
          // In a group of radios or tabs, Tab reaches one and the arrows reach the others.
          .filter((element) => !element.matches('[role="tab"], [role="radio"], [type="radio"]'))
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .filter((element) => !reached.has(element));
        return { missed: missed.map(name), invisible };
      },
    });
  });
  const hooks = () =>
    page.evaluate(() => (window as unknown as { noteFocus(): boolean }).noteFocus());
  for (let press = 0; press < 400; press++) {
    await page.keyboard.press('Tab');
    if (!(await hooks())) break;
  }
  return page.evaluate(() =>
    (
      window as unknown as { focusReport(): { missed: string[]; invisible: string[] } }
    ).focusReport(),
  );
}

test('Tab reaches every control, and the focus is always seen', async ({ lab, page }) => {
  await lab.open('#v=1&steps=5');
  await lab.finished();
  await lab.unfold();
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  const { missed, invisible } = await missedByTab(page);
  expect(missed).toEqual([]);
  expect(invisible).toEqual([]);
});

test('the focus is seen on a slider', async ({ lab, page }) => {
  await lab.open('#v=1&steps=5');
  await lab.finished();
  for (const slider of [lab.id('timeline'), lab.field('task.symbols').getByRole('slider')]) {
    await slider.scrollIntoViewIfNeeded();
    const quiet = await slider.screenshot();
    await page.keyboard.press('Tab');
    await slider.focus();
    expect((await slider.screenshot()).equals(quiet)).toBe(false);
  }
});

test('Run, Pause, Step and Reset by keys', async ({ lab, page }) => {
  await lab.open();
  await lab.trained(1);
  await lab.id('run').focus();
  await page.keyboard.press('Space');
  await expect(lab.id('run')).toHaveText('Run');
  await page.keyboard.press('Enter');
  await expect(lab.id('run')).toHaveText('Pause');
  await lab.id('reset').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await lab.state()).step).toBe(0);
  await lab.id('step').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await lab.state()).step).toBe(1);
});

test('an arm is opened, changed, duplicated and removed by keys', async ({ lab, page }) => {
  await lab.open('#v=1&steps=10');
  const arm = page.locator('[data-testid="arm"][data-arm^="post-norm"]').first();
  await arm.getByRole('button', { expanded: false }).first().focus();
  await page.keyboard.press('Enter');
  const warmup = arm.locator('[data-path="schedule.warmup"]').getByRole('textbox');
  await warmup.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await lab.state()).arms[0]?.label).toBe('post-norm, warmup 5');

  const wiring = arm.locator('[data-path="model.wiring"]').getByRole('combobox');
  await wiring.focus();
  await page.keyboard.type('Sand');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await lab.state()).arms[0]?.label).toContain('andwich');

  const first = page.getByTestId('arm').first();
  await first.getByTestId('duplicate-arm').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await lab.state()).arms.length).toBe(4);
  await first.getByTestId('remove-arm').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await lab.state()).arms.length).toBe(3);
  await lab.finished();
});

test('sliders move by arrow keys and say their value in its unit', async ({ lab, page }) => {
  await lab.open('#v=1&steps=10');
  const group = lab.id('group-optimizer');
  await group.locator('summary').focus();
  await page.keyboard.press('Enter');
  const slider = lab.field('optimizer.learning_rate').getByRole('slider');
  await slider.focus();
  const before = await slider.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowRight');
  await expect(slider).not.toHaveAttribute('aria-valuetext', before ?? '');
  await expect(slider).toHaveAttribute('aria-valuetext', /^0\.\d+/);
  const box = lab.field('optimizer.learning_rate').getByRole('textbox');
  await expect(box).toHaveValue('0.003');
});

test('a decimal comma is a decimal point or is refused, never something else', async ({ lab }) => {
  await lab.open('#v=1&steps=10');
  await lab.id('group-optimizer').locator('summary').press('Enter');
  const field = lab.field('optimizer.learning_rate');
  await field.getByRole('textbox').fill('0,003');
  await field.getByRole('textbox').press('Enter');
  const { race } = await lab.state();
  const refused = await field.getByRole('alert').isVisible();
  if (!refused) expect(JSON.stringify(race)).toContain('"learning_rate":0.003');
});

test('tabs, scales and pictures by keys; the cursor moves all pictures', async ({ lab, page }) => {
  await lab.open('#v=1&steps=40');
  await lab.finished();
  await lab.id('tab-gradients').focus();
  await page.keyboard.press('ArrowRight');
  await expect(lab.id('tab-stream')).toBeFocused();
  await expect(lab.id('tab-stream')).toHaveAttribute('aria-selected', 'true');

  const plot = page.getByRole('slider', { name: 'Loss over steps' });
  await plot.focus();
  await page.keyboard.press('Home');
  await expect(plot).toHaveAttribute('aria-valuetext', /^At step 1: post-norm \d/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageUp');
  await expect(lab.id('progress')).toHaveText('step 6 of 40');
  await expect(page.getByRole('heading', { name: 'at step 6' })).toBeVisible();
  await expect(lab.id('heatmap').first().getByRole('slider')).toHaveAttribute('aria-valuenow', '6');
  await page.keyboard.press('Escape');
  await expect(lab.id('progress')).toHaveText('step 40 of 40');
});

test('what the cursor reads out is what was recorded', async ({ lab, page }) => {
  await lab.open('#v=1&steps=20');
  await lab.finished();
  await page.getByRole('slider', { name: 'Loss over steps' }).focus();
  await page.keyboard.press('Home');
  for (let press = 1; press < 13; press++) await page.keyboard.press('ArrowRight');
  for (const { label, scalars } of await lab.data()) {
    const loss = scalars.loss?.[12] ?? NaN;
    const row = lab.id('loss-chart').locator('.readout tr', { hasText: label });
    await expect(row.locator('td').last()).toHaveText(loss.toPrecision(4));
  }
});

test('a data table opens by key beside each picture', async ({ lab, page }) => {
  await lab.open('#v=1&steps=12');
  await lab.finished();
  await page.getByText('Loss over steps: data table').press('Enter');
  const table = page.getByRole('region', { name: 'Loss over steps: data table' });
  await expect(table.getByRole('row')).toHaveCount(13);
  const [arm] = await lab.data();
  const last = table.getByRole('row').last();
  await expect(last.getByRole('rowheader')).toHaveText('12');
  await expect(last.getByRole('cell').first()).toHaveText(
    (arm?.scalars.loss?.[11] ?? NaN).toPrecision(4),
  );
});
