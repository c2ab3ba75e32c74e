// Between host.mjs, which calls `ask`, and the worker.

const worker = new Worker(new URL('worker.mjs', import.meta.url), { type: 'module' });

globalThis.ask = (request) =>
  new Promise((answer) => {
    worker.onmessage = ({ data }) => answer(data);
    worker.onerror = ({ message }) => answer({ error: message || 'the worker does not load' });
    worker.postMessage(request);
  });
