const windowMilliseconds = 1500;
/** A deep stack takes longer than that for a step: its rate is that of the last steps, however long ago. */
const fewestEvents = 5;
/** From one message to the next is too short a time to speak of a rate. */
const shortestMilliseconds = 500;

/** How fast one arm trains: steps per second over its last moments, as its records arrived. */
export class Pace {
  readonly #now: () => number;
  #events: { at: number; steps: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add(steps: number): void {
    if (steps <= 0) return;
    const at = this.#now();
    this.#events.push({ at, steps });
    const old = this.#events.findIndex((event) => event.at >= at - windowMilliseconds);
    this.#events.splice(0, Math.min(old, this.#events.length - fewestEvents));
  }

  /** What went before says nothing of what comes: a run begins, or goes on. */
  forget(): void {
    this.#events = [];
  }

  /** Null until there is something to measure: steps that took a while. */
  perSecond(): number | null {
    const [first, ...later] = this.#events;
    const last = later.at(-1);
    if (!first || !last || last.at - first.at < shortestMilliseconds) return null;
    // Whatever came with the first message was trained before the time that is measured.
    const steps = later.reduce((sum, event) => sum + event.steps, 0);
    return (1000 * steps) / (last.at - first.at);
  }
}
