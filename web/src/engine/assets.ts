import engineUrl from '../../../wasm/dist/engine.wasm?url';
import workerUrl from './worker.ts?worker&url';

/** Where the built engine and the worker's script lie. A page in a single file replaces this module alone. */
export { engineUrl, workerUrl };

/** A worker whose source travels inside the page's own scripts, for places that may not load it by address. */
export async function inlineWorker(): Promise<Worker> {
  const { default: InlineWorker } = await import('./worker.ts?worker&inline');
  return new InlineWorker();
}
