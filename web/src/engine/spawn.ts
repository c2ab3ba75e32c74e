import { inlineWorker, workerUrl } from './assets';
import { mayLoadByAddress } from './spawn-choice';

export async function spawnWorker(): Promise<Worker> {
  if (!mayLoadByAddress(workerUrl, document.baseURI, globalThis.origin)) return inlineWorker();
  return new Worker(workerUrl, import.meta.env.DEV ? { type: 'module' } : {});
}
