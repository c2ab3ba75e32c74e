import type { LabAnswer } from './lab-types';

export interface LabRequest {
  lab: string;
  settings: Readonly<Record<string, number>>;
  quick: boolean;
  /** Of a trained stack, in place of those that the laboratory would train. */
  weights?: Uint8Array;
}

export type ToLabWorker = LabRequest & { module: WebAssembly.Module };

export type FromLabWorker =
  | { kind: 'progress'; share: number }
  | { kind: 'answer'; answer: LabAnswer }
  | { kind: 'failed'; message: string };

/** The part of a Worker that a measurement uses. */
export interface LabWorker {
  postMessage(message: ToLabWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromLabWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Starts a measurement; what is returned ends it, and then nothing of it is heard any more. */
export type Measure = (
  request: LabRequest,
  listener: (message: FromLabWorker) => void,
) => () => void;

/** Each measurement in a worker of its own: ending the worker is the way to stop it. */
export function measurer(module: WebAssembly.Module, spawn: () => Promise<LabWorker>): Measure {
  return (request, listener) => {
    let worker: LabWorker | null = null;
    let over = false;
    const end = () => {
      over = true;
      worker?.terminate();
    };
    const hear = (message: FromLabWorker) => {
      if (over) return;
      if (message.kind !== 'progress') end();
      listener(message);
    };
    spawn().then(
      (spawned) => {
        worker = spawned;
        if (over) {
          worker.terminate();
          return;
        }
        worker.onmessage = (event) => {
          hear(event.data);
        };
        worker.onerror = (event) => {
          hear({ kind: 'failed', message: event.message || 'its worker did not start' });
        };
        worker.postMessage({ ...request, module });
      },
      (error: unknown) => {
        hear({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      },
    );
    return end;
  };
}
