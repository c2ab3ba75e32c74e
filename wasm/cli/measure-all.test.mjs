import { expect, it } from 'vitest';
import { loadLabs } from '../labs.mjs';
import { measureAll } from './measure-all.mjs';

it('measures on several threads what one alone measures, in the order asked for', async () => {
  const names = ['norm', 'batch', 'logits'];
  const told = [];
  const answers = await measureAll(names, true, (name, count) => told.push([name, count]));
  const labs = await loadLabs();
  expect(answers).toEqual(names.map((name) => labs.run(name, {}, { quick: true })));
  expect(told.map(([name]) => name).sort()).toEqual([...names].sort());
  expect(told.map(([, count]) => count)).toEqual([1, 2, 3]);
});

it('says when a thread fails, and ends the others', async () => {
  await expect(measureAll(['norm', 'no such lab'], true, () => {})).rejects.toThrow('no such lab');
});
