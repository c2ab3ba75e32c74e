// A process of its own for one contestant written in JavaScript: requests on stdin, answers on
// stdout, one JSON document a line. `node host.mjs MODULE`.

import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {object} Prepared
 * @property {() => number | Promise<number>} step trains once and returns the loss
 * @property {() => number} firstGradientNorm of the first step, all parameters together
 * @property {() => void} dispose
 */

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {() => undefined | string | Promise<undefined | string>} available why not, if so
 * @property {(row: object) => Promise<Prepared>} prepare
 */

const answer = (/** @type {object} */ value) => console.log(JSON.stringify(value));

/** @type {Contestant} */
const contestant = await import(pathToFileURL(resolve(process.argv[2] ?? '')).href);
answer({ missing: await contestant.available() });

/** @type {Prepared | undefined} */
let prepared;
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if ('prepare' in request) {
    prepared = await contestant.prepare(request.prepare);
    answer({});
  } else if ('steps' in request) {
    const start = performance.now();
    let loss = NaN;
    for (let i = 0; i < request.steps; i++) loss = (await prepared?.step()) ?? NaN;
    answer({ loss, milliseconds: performance.now() - start });
  } else if ('firstGradientNorm' in request) {
    answer({ firstGradientNorm: prepared?.firstGradientNorm() });
  } else {
    prepared?.dispose();
    prepared = undefined;
    answer({});
  }
}
