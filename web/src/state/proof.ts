/*
 * What a link says of a run that was done before: how many steps, the hash of its trajectory, and a trail from which
 * the first step that differs can be told: 6 bits of the hash at regular steps. The hash is a chain, so whatever
 * differs once differs ever after, and one character of the trail misses it in 1 of 64 cases, the next one too in 1 of
 * 4096.
 */

export interface Proof {
  steps: number;
  /** 16 hexadecimal digits. */
  hash: string;
  trail: string;
}

export type Comparison =
  | { kind: 'waiting'; agreed: number; steps: number }
  | { kind: 'reproduced'; steps: number }
  /** The first step that differs is one of these. */
  | { kind: 'differs'; from: number; to: number };

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A longer run leaves its mark at every second step, every third, ...: a link must not grow without end. */
const longestTrail = 1000;

const none = 'none';

export function hashText(hash: bigint): string {
  return hash.toString(16).padStart(16, '0');
}

/** Of a run so far: the hash after each step. Null before the first. */
export function proofOf(hashes: BigUint64Array): Proof | null {
  const last = hashes.at(-1);
  if (last === undefined) return null;
  const steps = hashes.length;
  const stride = strideOf(steps);
  let trail = '';
  for (let step = stride; step <= steps; step += stride) trail += mark(hashes[step - 1]);
  return { steps, hash: hashText(last), trail };
}

export function encodeProof(proof: Proof | null): string {
  return proof ? `${proof.steps}.${proof.hash}.${proof.trail}` : none;
}

/** Undefined where the text is none; null where it says that there is nothing to compare. */
export function decodeProof(text: string): Proof | null | undefined {
  if (text === none) return null;
  const match = /^([1-9]\d{0,6})\.([0-9a-f]{16})\.([\w-]*)$/.exec(text);
  const [, digits = '', hash = '', trail = ''] = match ?? [];
  const steps = Number(digits);
  if (!match || trail.length !== Math.floor(steps / strideOf(steps))) return undefined;
  return { steps, hash, trail };
}

/** Compares what a link recorded with a run, under way or over. */
export function compare(proof: Proof, hashes: BigUint64Array, over: boolean): Comparison {
  const { steps } = proof;
  const stride = strideOf(steps);
  const reached = Math.min(steps, hashes.length);
  let agreed = 0;
  for (let step = stride; step <= reached; step += stride) {
    if (mark(hashes[step - 1]) !== proof.trail[step / stride - 1]) {
      return { kind: 'differs', from: agreed + 1, to: step };
    }
    agreed = step;
  }
  if (reached === steps) {
    const same = hashText(hashes[steps - 1] ?? 0n) === proof.hash;
    return same
      ? { kind: 'reproduced', steps }
      : { kind: 'differs', from: Math.min(agreed + 1, steps), to: steps };
  }
  // It halted where the recorded one went on.
  if (over) return { kind: 'differs', from: reached + 1, to: reached + 1 };
  return { kind: 'waiting', agreed, steps };
}

/** Follows the arm's name in a sentence of its own. */
export function sayComparison(comparison: Comparison): string {
  switch (comparison.kind) {
    case 'waiting':
      return `Like the link so far: ${comparison.agreed} of ${comparison.steps} steps.`;
    case 'reproduced':
      return comparison.steps === 1
        ? 'Reproduced: the one step of the link, to the last bit.'
        : `Reproduced: all ${comparison.steps} steps of the link, to the last bit.`;
    case 'differs':
      return comparison.from === comparison.to
        ? `Differs from the link: step ${comparison.to} is the first that does.`
        : `Differs from the link, first between step ${comparison.from} and step ${comparison.to}.`;
  }
}

function strideOf(steps: number): number {
  return Math.max(1, Math.ceil(steps / longestTrail));
}

function mark(hash = 0n): string {
  return alphabet.charAt(Number(hash & 63n));
}
