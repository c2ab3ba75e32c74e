import { signal } from '@preact/signals-core';

export interface Notice {
  readonly id: number;
  readonly text: string;
}

/** Sentences that the visitor should read once, and may put away. */
export class Notices {
  readonly list = signal<readonly Notice[]>([]);
  #last = 0;

  /** Says each sentence, unless it stands there already. */
  add(...texts: readonly string[]): void {
    const said = new Set(this.list.value.map((notice) => notice.text));
    const fresh = texts.filter((text) => !said.has(text));
    if (fresh.length === 0) return;
    this.list.value = [...this.list.value, ...fresh.map((text) => ({ id: ++this.#last, text }))];
  }

  dismiss(id: number): void {
    this.list.value = this.list.value.filter((notice) => notice.id !== id);
  }

  clear(): void {
    if (this.list.value.length > 0) this.list.value = [];
  }
}
