// A process of its own for one contestant written in JavaScript: requests on stdin, answers on
// stdout, one JSON document a line. `node host.mjs MODULE`.

import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answering } from './answering.mjs';

const say = (/** @type {object} */ value) => console.log(JSON.stringify(value));

/** @type {import('./answering.mjs').Contestant} */
const contestant = await import(pathToFileURL(resolve(process.argv[2] ?? '')).href);
say({ missing: await contestant.available() });

const answer = answering(contestant);
for await (const line of createInterface({ input: process.stdin })) {
  say(await answer(JSON.parse(line)));
}
