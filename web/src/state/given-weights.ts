import { computed, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { LabCheck } from '../engine/lab-types';

export interface WeightsFile {
  name: string;
  bytes: Uint8Array;
}

/** A file of trained weights that a laboratory is to measure, and whether the open one can. */
export class GivenWeights {
  readonly file = signal<WeightsFile | null>(null);
  /** Why the open laboratory does not take the file; null where it does, or takes none at all. */
  readonly refusal: ReadonlySignal<string | null>;
  /** What the open laboratory measures in place of stacks that it trains. */
  readonly inUse: ReadonlySignal<Uint8Array | undefined>;

  /** check: the open laboratory's answer to these weights; null where it takes none. */
  constructor(check: (weights: Uint8Array) => LabCheck | null) {
    const answer = computed(() => {
      const { value: file } = this.file;
      return file && check(file.bytes);
    });
    this.refusal = computed(() => {
      const { value } = answer;
      return value && !value.ok ? value.errors.map(({ message }) => message).join('; ') : null;
    });
    this.inUse = computed(() => (answer.value?.ok ? this.file.value?.bytes : undefined));
  }
}
