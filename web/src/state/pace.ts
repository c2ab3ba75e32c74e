const window = 1500;

/** Steps per second over the last moments. */
export class Pace {
  readonly #now: () => number;
  #events: { at: number; steps: number }[] = [];
  #since: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  add(steps: number): void {
    if (steps <= 0) return;
    const at = this.#now();
    this.#events.push({ at, steps });
    this.#forgetBefore(at - window);
  }

  /** What went before says nothing of what comes: a run begins, or goes on. */
  forget(): void {
    this.#since = this.#now();
    this.#events = [];
  }

  perSecond(): number {
    const now = this.#now();
    this.#forgetBefore(now - window);
    const steps = this.#events.reduce((sum, event) => sum + event.steps, 0);
    const span = Math.min(window, now - this.#since);
    return span > 0 ? (1000 * steps) / span : 0;
  }

  #forgetBefore(time: number): void {
    this.#events = this.#events.filter((event) => event.at >= time);
  }
}
