import type { Arm } from './race';

/** What a picture of the loss needs of each arm, in the words of the pictures. */
export interface Curve<Style> {
  id: string;
  label: string;
  style: Style;
  steps: Float64Array;
  values: Float64Array;
  count: number;
}

export function curves<Style>(
  arms: readonly Arm[],
  style: (slot: number) => Style,
): Curve<Style>[] {
  return arms.map(({ label, slot, run }) => ({
    id: run.key,
    label,
    style: style(slot),
    steps: run.store?.scalar('step') ?? new Float64Array(),
    values: run.store?.scalar('loss') ?? new Float64Array(),
    count: run.step,
  }));
}

/** The lines that a loss is read against: chance, and for a text what its letters' frequencies give. */
export function references(arms: readonly Arm[]): { value: number; label: string }[] {
  const summary = arms.map(({ run }) => run.summary).find((candidate) => candidate !== null);
  if (!summary) return [];
  const lines = [{ value: summary.chance, label: `chance, ln ${summary.vocabulary}` }];
  if (summary.unigram !== null) lines.push({ value: summary.unigram, label: 'unigram entropy' });
  return lines;
}

/** Where a curve ends because its loss is no longer a number. */
export function markers(arms: readonly Arm[]): { id: string; step: number; text: string }[] {
  return arms.flatMap(({ run }) => {
    const verdict = run.verdict.value;
    if (verdict?.name !== 'non-finite') return [];
    return [{ id: run.key, step: verdict.since, text: `not finite, step ${verdict.since}` }];
  });
}
