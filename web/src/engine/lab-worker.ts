import { loadLabs } from '../../../wasm/labs.mjs';
import type { FromLabWorker, ToLabWorker } from './measure';

/** See worker.ts. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToLabWorker>) => void) | null;
  postMessage(message: FromLabWorker): void;
}

const scope = globalThis as unknown as WorkerScope;

async function measure({ module, lab, settings, ...options }: ToLabWorker): Promise<void> {
  const labs = await loadLabs({ module });
  const onProgress = (share: number) => {
    scope.postMessage({ kind: 'progress', share });
  };
  scope.postMessage({
    kind: 'answer',
    answer: labs.run(lab, settings, { ...options, onProgress }),
  });
}

scope.onmessage = (event) => {
  measure(event.data).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    scope.postMessage({ kind: 'failed', message });
  });
};
