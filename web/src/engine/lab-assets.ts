import labsUrl from '../../../wasm/dist/labs.wasm?url';
import labWorkerUrl from './lab-worker.ts?worker&url';

/** Where the laboratories' engine and their worker's script lie; see assets.ts. */
export { labsUrl, labWorkerUrl };

export async function inlineLabWorker(): Promise<Worker> {
  const { default: InlineWorker } = await import('./lab-worker.ts?worker&inline');
  return new InlineWorker();
}
