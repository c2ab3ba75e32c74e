import type { ProgramState } from '../web/src/program-face';
import { expect, test } from './lab';

const own = Array.from(
  { length: 120 },
  (_, line) => `the cat sat on mat ${line % 7}, and the dog sat on the log.`,
).join('\n');

const quick = '#v=1&task.kind=text&steps=400&arm=model.wiring:pre&depth=4&lr=0.004';

test('own text trains, and its loss falls below the unigram entropy', async ({ lab, page }) => {
  await lab.open(quick);
  const box = lab.field('task.text').getByRole('textbox');
  await box.fill(own);
  await box.blur();
  // A chart that makes room for a new one may still stand hidden beside it.
  const reference = lab.id('loss-chart').getByText('unigram entropy');
  await expect(reference.filter({ visible: true })).toHaveCount(1);
  await lab.finished();
  const { race } = (await lab.state()) as ProgramState & { race: { base: { task: object } } };
  expect(race.base.task).toMatchObject({ kind: 'text', text: own });
  const [arm] = await lab.data();
  const unigram = entropy(own);
  const tail = arm?.scalars.loss?.slice(-50) ?? [];
  expect(tail).toHaveLength(50);
  expect(Math.max(...tail)).toBeLessThan(unigram);
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', /learning|solved/);
});

test('a dropped file and a picked file are trained on', async ({ lab, page }) => {
  await lab.open(quick);
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'own.txt', { type: 'text/plain' }));
    return data;
  }, `\ufeffdropped ${own}`);
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await expect(lab.field('task.text').getByRole('textbox')).toHaveValue(/dropped the cat/);

  await lab.id('text-file').setInputFiles({
    name: 'own.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`picked ${own}`),
  });
  await expect(lab.field('task.text').getByRole('textbox')).toHaveValue(/^picked/);
  await lab.trained(3);
});

for (const [name, text] of [
  ['no text', ''],
  ['one letter', 'a'],
  ['a text shorter than the context', 'short'],
  ['a text of one letter over and over', 'aaaa'],
] as const) {
  test(`${name} gets a message that names the field, and the page goes on`, async ({
    lab,
    page,
  }) => {
    await lab.open(quick);
    await lab.trained(2);
    const field = lab.field('task.text');
    await field.getByRole('textbox').fill(text);
    await field.getByRole('textbox').blur();
    await expect(field.getByRole('alert')).toContainText('task.text');
    await expect(field.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    const { step } = await lab.state();
    await lab.trained(step + 3);
    await expect(page.getByTestId('verdict')).toBeVisible();
  });
}

test('emoji, a lone surrogate, CRLF and a byte-order mark are letters like others or none', async ({
  lab,
}) => {
  await lab.open(quick);
  const box = lab.field('task.text').getByRole('textbox');
  await box.fill('\ufeffgrüße 👩‍🚀 und \ud83d dann\r\nwieder '.repeat(20));
  await box.blur();
  await expect(lab.field('task.text').getByRole('alert')).toBeHidden();
  await lab.trained(5);
});

/** Of single characters, in nats. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const total = Array.from(text).length;
  return [...counts.values()].reduce((sum, n) => sum - (n / total) * Math.log(n / total), 0);
}
