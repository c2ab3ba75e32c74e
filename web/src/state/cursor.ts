import { signal } from '@preact/signals-core';

/** The step that all pictures show: where the pointer is, else where the slider was left, else the latest. */
export class Cursor {
  readonly #hovered = signal<number | null>(null);
  readonly #pinned = signal<number | null>(null);

  /** Null while the pictures follow the run. */
  get step(): number | null {
    return this.#hovered.value ?? this.#pinned.value;
  }

  /** Whether the pictures stay at a step until told otherwise. */
  get pinned(): boolean {
    return this.#pinned.value !== null;
  }

  hover(step: number | null): void {
    this.#hovered.value = step;
  }

  pin(step: number | null): void {
    this.#hovered.value = null;
    this.#pinned.value = step;
  }

  follow(): void {
    this.#hovered.value = null;
    this.#pinned.value = null;
  }
}
