import { inlineWorker, workerUrl } from './assets';
import { mayLoadByAddress } from './spawn-choice';

/** A worker by its address where that may be loaded, else from the script inside the page. */
export async function spawnFrom(url: string, inline: () => Promise<Worker>): Promise<Worker> {
  if (!mayLoadByAddress(url, document.baseURI, globalThis.origin)) return inline();
  return new Worker(url, import.meta.env.DEV ? { type: 'module' } : {});
}

export const spawnWorker = (): Promise<Worker> => spawnFrom(workerUrl, inlineWorker);
