/** Workers that are being loaded ahead of their use, so that a first run does not wait for their script. */
export class WorkerPool<Worker> {
  readonly #spawn: () => Promise<Worker>;
  readonly #spare: Promise<Worker>[];

  constructor(spawn: () => Promise<Worker>, spares: number) {
    this.#spawn = spawn;
    this.#spare = Array.from({ length: spares }, spawn);
    // Whoever takes a spare hears why it failed; until then it is nobody's error.
    for (const worker of this.#spare) worker.catch(() => undefined);
  }

  take(): Promise<Worker> {
    return this.#spare.shift() ?? this.#spawn();
  }
}
