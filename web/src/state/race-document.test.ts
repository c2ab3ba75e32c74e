import { describe, expect, it } from 'vitest';
import {
  addArm,
  effective,
  experimentOf,
  raceFromDocument,
  raceFileOf,
  removeArm,
  setOwn,
  setShared,
  shareWithAll,
  useShared,
} from './race-document';
import { defaultRace, standard, table } from './testing';

const warmups = (race: typeof standard) =>
  race.arms.map((arm) => effective(race, arm)['schedule.warmup']);

describe('a race', () => {
  it('gives each arm its experiment, saying only what is not the default', () => {
    expect(standard.arms.map((arm) => experimentOf(table, standard, arm))).toEqual([
      { version: 1, schedule: { warmup: 0 } },
      { version: 1, model: { wiring: 'pre' }, schedule: { warmup: 0 } },
      { version: 1, model: { wiring: 'deepnorm' }, schedule: { warmup: 0 } },
    ]);
  });

  it('leaves out settings that do not apply', () => {
    const race = setShared(standard, 'optimizer.momentum', 0.9);
    const [arm] = race.arms;
    if (!arm) throw new Error('no arm');
    expect(experimentOf(table, race, arm)).toEqual({ version: 1, schedule: { warmup: 0 } });
    const sgd = setShared(race, 'optimizer.kind', 'sgd');
    expect(experimentOf(table, sgd, arm)).toMatchObject({
      optimizer: { kind: 'sgd', momentum: 0.9 },
    });
  });

  it('is the same after a file', () => {
    const race = setOwn(setShared(standard, 'steps', 9), 2, 'model.depth', 3);
    const document = raceFileOf(table, race);
    expect(document).toEqual({
      ...defaultRace,
      base: { schedule: { warmup: 0 }, steps: 9 },
      arms: [...defaultRace.arms.slice(0, 2), { model: { wiring: 'deepnorm', depth: 3 } }],
    });
    expect(raceFromDocument(table, document)).toEqual(race);
  });

  it('lets a setting differ in one arm and be shared again', () => {
    const differs = setOwn(standard, 1, 'schedule.warmup', 400);
    expect(warmups(differs)).toEqual([0, 400, 0]);
    expect(useShared(differs, 1, 'schedule.warmup')).toEqual(standard);
    expect(setOwn(differs, 1, 'schedule.warmup', 0)).toEqual(standard);
    expect(warmups(shareWithAll(differs, 1, 'schedule.warmup'))).toEqual([400, 400, 400]);
  });

  it('keeps the colours of arms that stay', () => {
    const without = removeArm(standard, 1);
    expect(without.arms.map(({ slot }) => slot)).toEqual([0, 2]);
    const again = addArm(without, { 'model.wiring': 'pre' });
    expect(again.arms.map(({ id, slot }) => [id, slot])).toEqual([
      [0, 0],
      [2, 2],
      [3, 1],
    ]);
  });

  it('has one arm at least and six at most', () => {
    let race = removeArm(removeArm(removeArm(standard, 0), 1), 2);
    expect(race.arms).toHaveLength(1);
    for (let more = 0; more < 9; more++) race = addArm(race, {});
    expect(race.arms).toHaveLength(6);
  });
});
