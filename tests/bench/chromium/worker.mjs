// Answers for a contestant in the worker that it trains in. The first message names its module.

import { answering } from '../answering.mjs';

/** @type {ReturnType<typeof answering> | undefined} */
let answer;

/** @param {any} request */
async function answerTo(request) {
  if (answer !== undefined) return answer(request);
  /** @type {import('../answering.mjs').Contestant} */
  const contestant = await import(request.contestant);
  answer = answering(contestant);
  return { missing: await contestant.available() };
}

addEventListener('message', async ({ data }) => {
  const answered = answerTo(data).catch((error) => ({ error: String(error) }));
  postMessage(await answered);
});
