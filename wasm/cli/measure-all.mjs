// Several laboratories at once, on as many threads as the machine has.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * The answers in the order of the names. onAnswer(name, count) is told of each as it comes.
 * @param {readonly string[]} names
 * @param {boolean} quick
 * @param {(name: string, count: number) => void} onAnswer
 */
export function measureAll(names, quick, onAnswer) {
  const answers = new Map();
  const waiting = [...names];
  const threads = [];
  return new Promise((resolve, reject) => {
    const end = (settle) => {
      for (const thread of threads) void thread.terminate();
      settle();
    };
    const next = (thread) => {
      const name = waiting.shift();
      if (name !== undefined) thread.postMessage({ name, quick });
    };
    for (let i = 0; i < Math.min(availableParallelism(), names.length); i++) {
      const thread = new Worker(new URL('lab-thread.mjs', import.meta.url));
      threads.push(thread);
      thread.on('error', (error) => end(() => reject(error)));
      thread.on('message', ({ name, answer }) => {
        answers.set(name, answer);
        onAnswer(name, answers.size);
        if (answers.size === names.length) end(() => resolve(names.map((one) => answers.get(one))));
        else next(thread);
      });
      next(thread);
    }
  });
}
