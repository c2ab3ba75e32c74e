import { computed, signal } from '@preact/signals-core';
import type { Labs, NormVectorAnswer } from '../engine/lab-types';

export const fewestNumbers = 2;
export const mostNumbers = 16;

const standard: readonly number[] = [3, -1, 0.5, 2, -2.5, 1];

/** One token that a visitor sets, and what the engine's two norms make of it. */
export class TokenByHand {
  readonly numbers = signal(standard);
  readonly answer = computed<NormVectorAnswer>(() => this.#labs.normVector(this.numbers.value));
  readonly #labs: Pick<Labs, 'normVector'>;

  constructor(labs: Pick<Labs, 'normVector'>) {
    this.#labs = labs;
  }

  /** As a link has it, or null for the token that is there at first; what is wrong is returned in words. */
  read(text: string | null): string[] {
    this.numbers.value = standard;
    if (text === null) return [];
    const token = text.split(',').map(numberOf);
    const answer = this.#labs.normVector(token);
    if (!answer.ok) return answer.errors.map(({ message }) => message);
    this.numbers.value = token.map(Number);
    return [];
  }

  /** What a link has of it: null where nothing was changed. */
  get text(): string | null {
    const text = this.numbers.value.join(',');
    return text === standard.join(',') ? null : text;
  }

  set(place: number, value: number): void {
    this.numbers.value = this.numbers.value.with(place, value);
  }

  lengthen(): void {
    if (this.numbers.value.length < mostNumbers) this.numbers.value = [...this.numbers.value, 0];
  }

  shorten(): void {
    if (this.numbers.value.length > fewestNumbers)
      this.numbers.value = this.numbers.value.slice(0, -1);
  }
}

/** What is no number stays a string: the engine then refuses it as it was written. */
function numberOf(text: string): number | string {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : text;
}
