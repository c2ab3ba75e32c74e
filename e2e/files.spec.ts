import { readFile } from 'node:fs/promises';
import type { ArmData } from '../web/src/program-face';
import { expect, test, type LabPage } from './lab';

const short = '#v=1&steps=20&depth=2&arm=model.wiring:pre&arm=model.wiring:post,schedule.warmup:9';

async function saved(lab: LabPage, button: string): Promise<{ name: string; text: string }> {
  const download = lab.page.waitForEvent('download');
  await lab.id(button).first().click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

function picked(name: string, text: string) {
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) };
}

test('a saved race opens as the same race, and trains to the same bits', async ({ lab }) => {
  await lab.open(short);
  await lab.finished();
  const before = await lab.state();
  const { name, text } = await saved(lab, 'save-race');
  expect(name).toMatch(/pre-norm.*post-norm.*-seed-1\.json$/);
  expect(JSON.parse(text)).toEqual(before.race);

  await lab.open();
  await lab.id('open-race').setInputFiles(picked(name, text));
  await lab.finished();
  const after = await lab.state();
  expect(after.race).toEqual(before.race);
  expect(after.arms.map(({ label }) => label)).toEqual(before.arms.map(({ label }) => label));
  expect(after.arms.map(({ trajectory }) => trajectory)).toEqual(
    before.arms.map(({ trajectory }) => trajectory),
  );
});

test('all data are what the page holds, and open as their race when dropped', async ({
  lab,
  page,
}) => {
  await lab.open(short);
  await lab.finished();
  const data = await lab.data();
  const { name, text } = await saved(lab, 'save-data');
  expect(name).toMatch(/-seed-1-step-20\.json$/);
  const { arms } = JSON.parse(text) as { arms: ArmData[] };
  expect(arms.map(({ scalars, trajectory }) => ({ scalars, trajectory }))).toEqual(
    data.map(({ scalars, trajectory }) => ({ scalars, trajectory })),
  );
  const floats = (all: ArmData[]) =>
    all.map(({ layers }) =>
      Object.entries(layers).map(([series, rows]) => [series, rows.flat().map(Math.fround)]),
    );
  expect(floats(arms)).toEqual(floats(data));

  const race = (await lab.state()).race;
  await lab.open();
  const transfer = await page.evaluateHandle((content) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([content], 'data.json', { type: 'application/json' }));
    return dropped;
  }, text);
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await expect.poll(async () => (await lab.state()).race).toEqual(race);
});

test('each picture saves what it is drawn from', async ({ lab }) => {
  await lab.open(short);
  await lab.finished();
  const [arm] = await lab.data();
  const loss = await saved(lab, 'save-csv');
  expect(loss.name).toBe('loss.csv');
  const rows = loss.text.trimEnd().split('\r\n');
  const header = rows[0]?.split(',') ?? [];
  expect(rows).toHaveLength(1 + 2 * 20);
  expect(header.slice(0, 3)).toEqual(['arm', 'step', 'loss']);
  expect(Number(rows[20]?.split(',')[2])).toBe(arm?.scalars.loss?.[19]);

  await lab.id('tab-stream').click();
  const download = lab.page.waitForEvent('download');
  await lab.id('save-csv').last().click();
  const series = await readFile(await (await download).path(), 'utf8');
  const values = series
    .split('\r\n')
    .filter((row) => row.startsWith('pre-norm,20,'))
    .map((row) => Number(row.split(',')[3]));
  expect(values).toEqual(
    arm?.layers.stream_rms?.[19]?.map((value) => Number(value.toPrecision(9))),
  );
});

test('a file that is no race is refused in words, and the race goes on', async ({ lab }) => {
  await lab.open(short);
  await lab.trained(1);
  const { race } = await lab.state();
  await lab.id('open-race').setInputFiles(picked('wide.json', '{"arms":[{"model":{"width":0}}]}'));
  await expect(lab.notices()).toContainText(['wide.json: model.width is 0; allowed:']);
  await lab.id('open-race').setInputFiles(picked('half.json', '{"arms":\n['));
  await expect(lab.notices()).toContainText(['wide.json', 'half.json: not valid JSON at line 2']);
  expect((await lab.state()).race).toEqual(race);
  await lab.finished();
});
