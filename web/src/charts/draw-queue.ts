/** What a queue needs of its surroundings: a page, or a test. */
export interface DrawPort {
  /** Calls back before the next picture of the screen. */
  frame(callback: () => void): void;
  now(): number;
}

/** Half of what a screen of 60 Hz leaves: layout and paint, and whoever types or scrolls, have the rest. */
const budgetMilliseconds = 8;

/**
 * What waits to be drawn, each once. All of it is drawn in the next frame if that is quick; once the budget is used
 * up, what is left waits for the frame after, first come first drawn. So six arms on a slow machine make the
 * pictures follow later, and never hold up a click.
 */
export class DrawQueue {
  readonly #port: DrawPort;
  readonly #waiting = new Set<() => void>();
  #asked = false;

  constructor(port: DrawPort) {
    this.#port = port;
  }

  add(draw: () => void): void {
    this.#waiting.add(draw);
    this.#ask();
  }

  remove(draw: () => void): void {
    this.#waiting.delete(draw);
  }

  #ask(): void {
    if (this.#asked || this.#waiting.size === 0) return;
    this.#asked = true;
    this.#port.frame(() => {
      this.#asked = false;
      try {
        this.#turn();
      } finally {
        this.#ask();
      }
    });
  }

  #turn(): void {
    const end = this.#port.now() + budgetMilliseconds;
    for (const draw of [...this.#waiting]) {
      // One that was drawn may have taken another away.
      if (!this.#waiting.delete(draw)) continue;
      draw();
      if (this.#port.now() >= end) return;
    }
  }
}
