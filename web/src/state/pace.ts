const window = 1500;

/** Steps per second over the last moments. */
export class Pace {
  readonly #now: () => number;
  #events: { at: number; steps: number }[] = [];
  #since = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(steps: number): void {
    if (steps <= 0) return;
    const at = this.#now();
    if (this.#events.length === 0) this.#since = at;
    this.#events.push({ at, steps });
    this.#forgetBefore(at - window);
  }

  forget(): void {
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
