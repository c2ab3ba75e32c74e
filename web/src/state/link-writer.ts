/** The part of a window that the link is written to. */
export interface LinkPort {
  push(hash: string): void;
  replace(hash: string): void;
  later(callback: () => void, milliseconds: number): void;
}

const quietMilliseconds = 400;

/**
 * Keeps the address in step with the race. A slider being dragged writes a few times a second at most, and into one
 * entry of the history: Back undoes the whole drag.
 */
export class LinkWriter {
  readonly #port: LinkPort;
  #hash: string;
  #subject: string | null = null;
  #waiting: string | null = null;

  constructor(port: LinkPort, hash: string) {
    this.#port = port;
    this.#hash = hash;
  }

  /** `subject` says what was edited; going on editing the same thing makes no further entry. */
  write(hash: string, subject: string): void {
    if (subject === this.#subject) {
      if (this.#waiting === null)
        this.#port.later(() => {
          this.#flush();
        }, quietMilliseconds);
      this.#waiting = hash;
      return;
    }
    this.#flush();
    if (hash === this.#hash) return;
    this.#subject = subject;
    this.#hash = hash;
    this.#port.push(hash);
  }

  /** The address was changed from outside: by Back, by hand, or by a link. */
  adopt(hash: string): void {
    this.#hash = hash;
    this.#subject = null;
    this.#waiting = null;
  }

  #flush(): void {
    const hash = this.#waiting;
    this.#waiting = null;
    if (hash === null || hash === this.#hash) return;
    this.#hash = hash;
    this.#port.replace(hash);
  }
}
