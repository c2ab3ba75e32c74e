// A thread of `normlab lab --all`: measures one laboratory after the other, as it is asked.
import { parentPort } from 'node:worker_threads';
import { loadLabs } from '../labs.mjs';

const labs = await loadLabs();
parentPort.on('message', ({ name, quick }) => {
  const answer = labs.run(name, {}, { quick });
  if (!answer.ok) throw new Error(answer.errors[0].message);
  parentPort.postMessage({ name, answer });
});
