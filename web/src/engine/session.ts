import { RecordBatch } from './record-batch';
import type { FromWorker, ToWorker } from './protocol';
import type { Engine, Run } from './types';

/** What a session needs from its surroundings; a worker gives it, and so does a test. */
export interface SessionPort {
  load(module: WebAssembly.Module): Promise<Engine>;
  post(message: FromWorker, transfer: Transferable[]): void;
  now(): number;
  /** Calls back after waiting messages were heard, without the 4 ms and the hidden-tab brake of a timer. */
  soon(callback: () => void): void;
}

const chunkMilliseconds = 12;
const flushMilliseconds = 33;
const verdictMilliseconds = 250;

/** Trains one arm: hears the page's messages and answers with records. */
export class Session {
  readonly #port: SessionPort;
  #id = 0;
  #run: Run | null = null;
  #batch: RecordBatch | null = null;
  #wanted = false;
  #looping = false;
  #millisecondsPerStep = chunkMilliseconds;
  #flushed = -Infinity;
  #judged = -Infinity;

  constructor(port: SessionPort) {
    this.#port = port;
  }

  async handle(message: ToWorker): Promise<void> {
    try {
      switch (message.kind) {
        case 'create':
          this.#id = message.run;
          await this.#create(message.module, message.document);
          break;
        case 'run':
          this.#wanted = true;
          this.#start();
          break;
        case 'pause':
          this.#pause();
          break;
        case 'step':
          this.#step(message.steps);
          break;
        case 'save':
          if (this.#run) this.#save(this.#run);
          break;
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async #create(module: WebAssembly.Module, document: unknown): Promise<void> {
    const engine = await this.#port.load(module);
    const created = engine.createRun(document);
    if (!created.ok) {
      this.#post({ kind: 'refused', run: this.#id, errors: created.errors });
      return;
    }
    this.#run = created.run;
    this.#batch = new RecordBatch(created.run.layout);
    const { layout, summary } = created.run;
    this.#post({ kind: 'created', run: this.#id, layout, summary });
    this.#start();
  }

  #start(): void {
    if (this.#looping || !this.#wanted || !this.#run) return;
    this.#looping = true;
    this.#turn();
  }

  #turn(): void {
    try {
      const run = this.#run;
      if (!run || !this.#wanted || run.finished) {
        this.#looping = false;
        return;
      }
      const before = this.#port.now();
      const steps = Math.max(1, Math.floor(chunkMilliseconds / this.#millisecondsPerStep));
      this.#advance(run, steps);
      const now = this.#port.now();
      this.#millisecondsPerStep = Math.max(1e-3, (now - before) / steps);
      this.#flushIfDue(run, now);
      this.#port.soon(() => {
        this.#turn();
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  #pause(): void {
    this.#wanted = false;
    if (!this.#run) return;
    this.#flush(this.#run, true);
    this.#post({ kind: 'paused', run: this.#id, step: this.#run.step });
  }

  #step(steps: number): void {
    if (!this.#run || this.#run.finished) return;
    this.#advance(this.#run, steps);
    this.#flush(this.#run, true);
  }

  #save(run: Run): void {
    const bytes = run.weights();
    this.#post({ kind: 'weights', run: this.#id, step: run.step, bytes }, [bytes.buffer]);
  }

  #advance(run: Run, steps: number): void {
    this.#batch?.add(run.advance(steps));
  }

  #flushIfDue(run: Run, now: number): void {
    const { finished } = run;
    if (finished || now - this.#flushed >= flushMilliseconds) this.#flush(run, finished);
  }

  #flush(run: Run, judge: boolean): void {
    const batch = this.#batch;
    if (!batch || batch.count === 0) return;
    const now = this.#port.now();
    const due = judge || now - this.#judged >= verdictMilliseconds;
    const { count, scalars, layers, hashes } = batch.take();
    this.#flushed = now;
    if (due) this.#judged = now;
    // The page ends this worker once it has the last records.
    if (run.finished) this.#save(run);
    this.#post(
      {
        kind: 'records',
        run: this.#id,
        count,
        scalars,
        layers,
        hashes,
        verdict: due ? run.verdict() : null,
        finished: run.finished,
      },
      [scalars.buffer, layers.buffer, hashes.buffer],
    );
  }

  #post(message: FromWorker, transfer: Transferable[] = []): void {
    this.#port.post(message, transfer);
  }

  /** After a trap the engine's memory cannot be trusted: the session says so and does nothing more. */
  #fail(error: unknown): void {
    this.#run = null;
    this.#wanted = false;
    this.#looping = false;
    const message = error instanceof Error ? error.message : String(error);
    this.#post({ kind: 'failed', run: this.#id, message });
  }
}
