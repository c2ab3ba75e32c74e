import type { Field } from '../engine/types';
import type { FieldTable } from './field-table';
import { differing, inSentence, sayValue } from './labels';
import { effective } from './race-document';
import type { RaceDocument } from './race-document';

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];

/** The question that a race asks, by the first setting in which its arms differ. */
const questions: Readonly<Record<string, string>> = {
  'model.wiring': 'Where does the norm go?',
  'model.norm': 'Which norm?',
  'model.depth': 'How deep can it go?',
  'model.width': 'How wide must it be?',
  'model.heads': 'How many heads?',
  'model.qk_norm': 'Should the scores be normalised?',
  'model.positions': 'How does it know the order?',
  'model.init': 'How should it start?',
  'model.activation': 'Which activation?',
  'optimizer.kind': 'Which optimiser?',
  'optimizer.learning_rate': 'How fast can it learn?',
  'schedule.warmup': 'Who needs warmup?',
  'schedule.kind': 'Which schedule?',
};

export function question(table: FieldTable, race: RaceDocument): string {
  const fields = differing(table, race);
  if (fields.length === 0) return 'Does it train?';
  const asked = fields.map((field) => questions[field.path]).find((text) => text !== undefined);
  return asked ?? 'What makes the difference?';
}

/** Two or three sentences that say what runs: what is alike, then what differs. */
export function lead(table: FieldTable, race: RaceDocument): string {
  const fields = differing(table, race);
  const names = fields.map((field) => inSentence(field.label));
  return [sayStacks(table, race, fields), sayDifference(names, race.arms.length), sayWarmup(race)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function sayStacks(table: FieldTable, race: RaceDocument, differing: readonly Field[]): string {
  const count = race.arms.length;
  const settings = race.arms[0] ? effective(race, race.arms[0]) : race.shared;
  const alike = !differing.some((field) => field.path === 'model.depth');
  const depth = alike ? ` of ${sayLayers(Number(settings['model.depth']))}` : '';
  const kind = table.get('task.kind');
  const task = inSentence(sayValue(kind, settings['task.kind'] ?? ''));
  if (count === 1) return `One transformer stack${depth} learns ${task}.`;
  const stacks = `${words[count] ?? count} transformer stacks${depth}`;
  return `${stacks} learn ${task}, on the same data from the same seed.`;
}

function sayLayers(depth: number): string {
  return depth === 1 ? '1 layer' : `${depth} layers`;
}

function sayDifference(names: readonly string[], arms: number): string {
  const last = names.at(-1);
  if (last === undefined) return arms > 1 ? 'Nothing differs between them.' : '';
  if (names.length === 1) return `Only the ${last} differs.`;
  return `They differ in ${names.slice(0, -1).join(', ')} and ${last}.`;
}

function sayWarmup(race: RaceDocument): string {
  const warmups = race.arms.map((arm) => effective(race, arm)['schedule.warmup']);
  return warmups.every((warmup) => warmup === 0) ? 'Nothing is warmed up.' : '';
}
