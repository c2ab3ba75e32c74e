import type { Verdict } from '../engine/types';
import { setPowers } from './numbers';

/** From what has to be said first to what can wait. */
const order: readonly Verdict['name'][] = [
  'non-finite',
  'exploded',
  'stuck at chance',
  'stuck at unigram',
  'spiked',
  'learning',
  'solved',
];

export function isFailure(name: Verdict['name']): boolean {
  return order.indexOf(name) < order.indexOf('learning');
}

const verbs: Readonly<Record<Verdict['name'], string>> = {
  learning: 'is learning',
  solved: 'solved it',
  'stuck at chance': 'is stuck at chance',
  'stuck at unigram': 'is stuck at the unigram entropy',
  spiked: 'spiked',
  exploded: 'exploded',
  'non-finite': 'stopped being finite',
};

/** What follows an arm's name: the engine's sentence, which opens with the verdict's name, as a clause. */
export function sayVerdict({ name, sentence }: Pick<Verdict, 'name' | 'sentence'>): string {
  if (!sentence.startsWith(name)) return setPowers(sentence);
  const lasts = name.startsWith('stuck') || name === 'learning';
  const rest = sentence.slice(name.length).replace(/'/g, '’');
  const dated = lasts ? rest : rest.replace(/^ since /, ' at ');
  return setPowers(`${verbs[name]}${dated}.`);
}

/** Sorts by urgency; arms of the same verdict keep their order. */
export function byUrgency<T extends { verdict: Verdict | null; failure: string | null }>(
  arms: readonly T[],
): T[] {
  const rank = ({ verdict, failure }: T) => {
    if (failure !== null) return -1;
    return verdict ? order.indexOf(verdict.name) : order.length;
  };
  return [...arms].sort((a, b) => rank(a) - rank(b));
}

/** "post-norm stuck at chance, DeepNorm and pre-norm solved": for those who listen. */
export function summarise(
  arms: readonly { label: string; verdict: Verdict | null; failure: string | null }[],
): string {
  const groups = new Map<string, string[]>();
  for (const { label, verdict, failure } of byUrgency(arms)) {
    const name = failure !== null ? 'stopped by an error' : (verdict?.name ?? 'not begun');
    groups.set(name, [...(groups.get(name) ?? []), label]);
  }
  return [...groups].map(([name, labels]) => `${joinWords(labels)}: ${name}`).join('. ');
}

export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length <= 1 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
