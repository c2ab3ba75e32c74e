import { describe, expect, it } from 'vitest';
import { armLabels, inSentence } from './labels';
import { lead, question } from './lead';
import { makeRace, setOwn, setShared } from './race-document';
import type { RaceDocument } from './race-document';
import { standard, table } from './testing';

const labels = (race: RaceDocument) => [...armLabels(table, race).values()];
const raceOf = (...owns: Parameters<typeof makeRace>[1]) => makeRace(standard.shared, owns);

describe('labels', () => {
  it('say just what differs', () => {
    expect(labels(standard)).toEqual(['post-norm', 'pre-norm', 'DeepNorm']);
    expect(labels(setOwn(standard, 0, 'schedule.warmup', 400))).toEqual([
      'post-norm, warmup 400',
      'pre-norm',
      'DeepNorm',
    ]);
  });

  it('leave out what all arms have alike', () => {
    expect(labels(setShared(standard, 'schedule.warmup', 400))).toEqual(labels(standard));
  });

  it('say the value on both sides where nothing else tells the arms apart', () => {
    const race = raceOf(
      { 'model.wiring': 'post' },
      { 'model.wiring': 'post', 'schedule.warmup': 400 },
    );
    expect(labels(race)).toEqual(['warmup 0', 'warmup 400']);
  });

  it('number arms that are the same', () => {
    expect(labels(raceOf({ 'model.wiring': 'pre' }, { 'model.wiring': 'pre' }))).toEqual([
      'pre-norm',
      'pre-norm (2)',
    ]);
  });

  it('name the setting where a value alone would not', () => {
    const race = raceOf(
      { 'model.qk_norm': 'rms_per_head' },
      { 'model.bias': false },
      { 'optimizer.kind': 'sgd' },
    );
    expect(labels(race)).toEqual(['QK-norm RMS per head', 'biases off', 'SGD']);
  });

  it('do not mention what follows from another difference', () => {
    expect(labels(raceOf({ 'optimizer.kind': 'adam' }, { 'optimizer.kind': 'sgd' }))).toEqual([
      'Adam',
      'SGD',
    ]);
    const sgd = { 'optimizer.kind': 'sgd', 'optimizer.momentum': 0.9 };
    expect(labels(raceOf({ 'optimizer.kind': 'adam' }, sgd))).toEqual([
      'Adam',
      'SGD, momentum 0.9',
    ]);
  });

  it('keep a name’s capitals within a sentence', () => {
    expect(inSentence('Learning rate')).toBe('learning rate');
    expect(inSentence('QK-norm')).toBe('QK-norm');
  });
});

describe('the lead', () => {
  it('tells the default race', () => {
    expect(question(table, standard)).toBe('Where does the norm go?');
    expect(lead(table, standard)).toBe(
      'Three transformer stacks of 12 layers learn induction, on the same data from the same seed. Only the wiring differs. Nothing is warmed up.',
    );
  });

  it('tells two differences', () => {
    const race = setOwn(standard, 0, 'schedule.warmup', 400);
    expect(lead(table, race)).toContain('They differ in wiring and warmup.');
    expect(lead(table, race)).not.toContain('Nothing is warmed up');
  });

  it('tells a race of depths', () => {
    const race = raceOf({ 'model.depth': 6 }, { 'model.depth': 48 });
    expect(question(table, race)).toBe('How deep can it go?');
    expect(lead(table, race)).toMatch(/^Two transformer stacks learn induction/);
  });

  it('tells of one stack alone', () => {
    const race = raceOf({ 'model.wiring': 'pre' });
    expect(question(table, race)).toBe('Does it train?');
    expect(lead(table, race)).toMatch(/^One transformer stack of 12 layers learns induction\./);
  });
});
