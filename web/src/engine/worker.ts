import { loadEngine } from '../../../wasm/engine.mjs';
import type { FromWorker, ToWorker } from './protocol';
import { Session } from './session';

/** The two names of a worker's global scope that are used here: the DOM's types know only a window's. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
const channel = new MessageChannel();
let pending: (() => void) | null = null;

channel.port1.onmessage = () => {
  const callback = pending;
  pending = null;
  callback?.();
};

const session = new Session({
  load: (module) => loadEngine({ module }),
  post: (message, transfer) => {
    scope.postMessage(message, transfer);
  },
  now: () => performance.now(),
  soon: (callback) => {
    pending = callback;
    channel.port2.postMessage(null);
  },
});

scope.onmessage = (event) => {
  void session.handle(event.data);
};
