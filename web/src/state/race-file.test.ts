import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../../../wasm/engine.mjs';
import type { Engine } from '../engine/types';
import { FieldTable } from './field-table';
import { raceFileOf, raceFromDocument } from './race-document';
import type { RaceDocument } from './race-document';
import { readRaceFile } from './race-file';

let engine: Engine;
let table: FieldTable;

beforeAll(async () => {
  engine = await loadEngine();
  table = new FieldTable(engine.describe());
});

const read = (text: string) => readRaceFile(table, (document) => engine.expandRace(document), text);

function opened(text: string): RaceDocument {
  const reading = read(text);
  if (!reading.ok) throw new Error(reading.problems.join(' '));
  return reading.race;
}

function problems(text: string): string[] {
  const reading = read(text);
  return reading.ok ? [] : reading.problems;
}

describe('a race from a file', () => {
  it('is the race that was saved, an arm with the wiring of the base included', () => {
    const race = raceFromDocument(table, {
      base: { seed: 7, model: { wiring: 'pre', depth: 3 } },
      arms: [{ model: { wiring: 'pre' } }, { model: { wiring: 'post' }, schedule: { warmup: 9 } }],
    });
    expect(opened(JSON.stringify(raceFileOf(table, race)))).toEqual(race);
    expect(opened(`\ufeff${JSON.stringify(raceFileOf(table, race))}`)).toEqual(race);
  });

  it('may come with its data', () => {
    const race = raceFromDocument(table, engine.describe().default_race);
    const text = JSON.stringify({ race: raceFileOf(table, race), arms: [{ label: 'a' }] });
    expect(opened(text)).toEqual(race);
  });

  it('may be the document of one experiment', () => {
    const race = opened('{"version": 1, "steps": 5, "model": {"wiring": "sandwich"}}');
    expect(race.shared.steps).toBe(5);
    expect(race.arms.map(({ own }) => own)).toEqual([{ 'model.wiring': 'sandwich' }]);
  });

  it.each([
    ['text', 'once upon a time', /^not valid JSON at line 1/],
    ['half a race', '{"base":\n{', /line 2, column 2/],
    ['a list', '[]', /the race is an array; allowed: an object/],
    ['null', 'null', /the race is null; allowed: an object/],
    ['a field spelled wrong', '{"base": {"model": {"depht": 4}}, "arms": [{}]}', /did you mean/],
    ['no arm', '{"arms": []}', /arms is a list of 0; allowed: a list of 1 to 6 arms/],
    ['an experiment out of range', '{"model": {"depth": 0}}', /model\.depth is 0; allowed:/],
    ['a version to come', '{"version": 2, "arms": [{}]}', /version is 2/],
    ['data without their race', '{"race": 3, "arms": []}', /the race is/],
  ])('that is %s is refused in words', (_what, text, words) => {
    expect(problems(text).join('\n')).toMatch(words);
  });
});
