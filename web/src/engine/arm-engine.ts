import type { FromWorker, ToWorker } from './protocol';

/** The part of a Worker that an arm's engine uses. */
export interface ArmWorker {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface ArmEngine {
  run(): void;
  pause(): void;
  step(steps: number): void;
  /** Answers with the weights as they are. */
  save(): void;
  /** Ends the worker at once, in the middle of a step if need be. */
  dispose(): void;
}

/** Starts one run in a worker of its own; whatever it says arrives at the listener until it is disposed of. */
export type StartArm = (document: unknown, listener: (message: FromWorker) => void) => ArmEngine;

let lastRun = 0;

export function armStarter(module: WebAssembly.Module, spawn: () => Promise<ArmWorker>): StartArm {
  return (document, listener) => new WorkerArm(module, spawn, document, listener);
}

class WorkerArm implements ArmEngine {
  readonly #run = ++lastRun;
  readonly #listener: (message: FromWorker) => void;
  #worker: ArmWorker | null = null;
  #waiting: ToWorker[] = [];
  #disposed = false;

  constructor(
    module: WebAssembly.Module,
    spawn: () => Promise<ArmWorker>,
    document: unknown,
    listener: (message: FromWorker) => void,
  ) {
    this.#listener = listener;
    this.#send({ kind: 'create', run: this.#run, module, document });
    spawn().then(
      (worker) => {
        this.#adopt(worker);
      },
      (error: unknown) => {
        this.#fail(error instanceof Error ? error.message : String(error));
      },
    );
  }

  run(): void {
    this.#send({ kind: 'run', run: this.#run });
  }

  pause(): void {
    this.#send({ kind: 'pause', run: this.#run });
  }

  step(steps: number): void {
    this.#send({ kind: 'step', run: this.#run, steps });
  }

  save(): void {
    this.#send({ kind: 'save', run: this.#run });
  }

  dispose(): void {
    this.#disposed = true;
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting = [];
  }

  #adopt(worker: ArmWorker): void {
    if (this.#disposed) {
      worker.terminate();
      return;
    }
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      this.#hear(data);
    };
    worker.onerror = (event) => {
      this.#fail(event.message || 'its worker could not be loaded');
    };
    for (const message of this.#waiting) worker.postMessage(message);
    this.#waiting = [];
  }

  #send(message: ToWorker): void {
    if (this.#disposed) return;
    if (this.#worker) this.#worker.postMessage(message);
    else this.#waiting.push(message);
  }

  #hear(message: FromWorker): void {
    if (this.#disposed || message.run !== this.#run) return;
    if (message.kind === 'failed') this.#fail(message.message);
    else this.#listener(message);
  }

  /** A worker that trapped is never used again. */
  #fail(message: string): void {
    if (this.#disposed) return;
    this.dispose();
    this.#listener({ kind: 'failed', run: this.#run, message });
  }
}
