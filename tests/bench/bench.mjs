// One run, one table: NormLab and its peers on the same stacks, by pairs. `npm run bench` builds and
// installs what this needs; README.md has its options.

import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { loadEngine } from '../../wasm/engine.mjs';
import { contestants } from './contestants.mjs';
import { inverse, judge } from './goals.mjs';
import { checkLearning, efforts, pairs, spreadOf, trajectoriesOf, warmUp } from './measure.mjs';
import {
  compared,
  learned,
  nameOf,
  operationsOf,
  products,
  row,
  shared,
  tinyGpt,
} from './rows.mjs';
import { measureOpening, shortcomingsOf } from './opening.mjs';
import { goalsTable, movedTable, resultsTable } from './table.mjs';

/** @typedef {import('./child.mjs').Child} Child */
/** @typedef {import('./contestants.mjs').Entry} Entry */
/** @typedef {import('./measure.mjs').Spread} Spread */

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    compare: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const effort = options.quick ? efforts.quick : efforts.full;
const known = [...contestants.map(({ key }) => key), 'page'];
const wanted = options.only?.split(',') ?? known;
const unknown = wanted.filter((key) => !known.includes(key));
if (unknown.length > 0) {
  console.error(`--only takes ${known.join(', ')}; not ${unknown.join(', ')}`);
  process.exit(1);
}

// NormLab meets another task in each step, and takes longer to learn it than one batch by heart.
const stepsToLearn = { normlab: 300, browser: 60, torch: 60 };

const say = (/** @type {string} */ text) => console.error(text);

/** By title: where NormLab ran, and the hashes it came to. @type {Map<string, string>} */
const bits = new Map();

/** @param {Entry} entry @returns {Promise<Child | undefined>} */
async function start({ title, kind, start }) {
  const child = start();
  if (typeof child === 'string') return void say(`${title}: left out, ${child}`);
  try {
    const { missing } = await child.read();
    if (missing !== undefined) throw new Error(missing);
    if (kind !== 'product') {
      const { first, last, norm } = await checkLearning(child, learned, stepsToLearn[kind]);
      const gradient = `gradient ${norm.toFixed(2)}`;
      say(`${title}: learns, loss ${first.toFixed(2)} -> ${last.toFixed(2)}, ${gradient}`);
    }
    if (kind === 'normlab') {
      const hashes = await trajectoriesOf(child, compared, 50);
      const [expected = hashes] = bits.values();
      if (hashes !== expected) throw new Error(`its bits are others: ${hashes}, not ${expected}`);
      bits.set(title, hashes);
    }
    return child;
  } catch (error) {
    child.close();
    // A broken contestant is not left out in silence: the run fails at its end.
    process.exitCode = 1;
    say(`${title}: FAILED, ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/** @param {Child} normlab @param {Map<Entry, Child>} peers */
async function measureRows(normlab, peers) {
  /** @type {import('./goals.mjs').Result[]} */
  const results = [];
  for (const measured of shared) {
    const estimate = await warmUp(normlab, measured, effort);
    /** @type {Spread[]} */
    const own = [];
    const others = [];
    for (const [{ key, title, kind, usual }, child] of peers) {
      const name = nameOf(measured);
      say(`${name}: ${title}`);
      try {
        const theirs = await warmUp(child, measured, effort);
        const { a, b, ratio } = await pairs(normlab, estimate, child, theirs, effort);
        await child.ask({ dispose: true });
        own.push(a);
        others.push({ row: name, key, title, kind, usual, ms: b, ratio });
      } catch (error) {
        process.exitCode = 1;
        say(`${name}: ${title} FAILED, ${error instanceof Error ? error.message : error}`);
      }
    }
    if (own.length === 0) own.push(await alone(normlab, measured));
    const ms = {
      median: spreadOf(own.map(({ median }) => median)).median,
      low: Math.min(...own.map(({ low }) => low)),
      high: Math.max(...own.map(({ high }) => high)),
    };
    const title = 'NormLab in node';
    results.push({ row: nameOf(measured), key: 'node', title, kind: 'normlab', ms }, ...others);
  }
  return results;
}

/** Milliseconds per step. @param {Child} child @param {object} measured */
async function alone(child, measured) {
  const estimate = await warmUp(child, measured, effort);
  const steps = Math.max(1, Math.round(effort.sample / estimate));
  const times = [];
  for (let round = 0; round < effort.rounds; round++)
    times.push((await child.ask({ steps })).milliseconds / steps);
  await child.ask({ dispose: true });
  return spreadOf(times);
}

/** @param {Child} normlab @param {Child} another */
async function measureDepth(normlab, another) {
  const shallow = await warmUp(normlab, row(100, 16, 64), effort);
  const deep = await warmUp(another, row(1000, 16, 64), effort);
  return (await pairs(normlab, shallow, another, deep, effort)).ratio;
}

/** Steps per second. @param {Child} normlab */
async function measureRace(normlab) {
  const engine = await loadEngine();
  const expanded = engine.expandRace(engine.describe().default_race);
  if (!expanded.ok) throw new Error('the default race is refused');
  const rates = [];
  for (const { document } of expanded.arms) {
    const endless = { ...document, steps: 1_000_000 };
    const { median, low, high } = inverse(await alone(normlab, { document: endless }));
    rates.push({ median: 1000 * median, low: 1000 * low, high: 1000 * high });
  }
  return rates.sort((a, b) => a.median - b.median)[0];
}

/** @param {Child} xnnpack @param {Child} own @param {Record<string, Spread>} besides */
async function measureProducts(xnnpack, own, besides) {
  const lines = [];
  for (const shape of products) {
    const theirs = await warmUp(xnnpack, shape, effort);
    const ours = await warmUp(own, shape, effort);
    const { a, b, ratio } = await pairs(xnnpack, theirs, own, ours, effort);
    const [rows = 0, inner = 0, columns = 0] = shape.product;
    const name = `product ${shape.product.join(' x ')}`;
    const rate = ({ median = NaN }) => ((2 * rows * inner * columns) / median / 1e6).toFixed(1);
    besides[name] = inverse(ratio);
    lines.push(`${name}: XNNPACK ${rate(a)} GFLOP/s, NormLab ${rate(b)}`);
  }
  return lines.join('\n');
}

/** Does a step take as long after ten thousand as at the start? @param {Child} normlab */
async function measureLongRun(normlab) {
  await normlab.ask({ prepare: row(2, 16, 64) });
  const time = async (/** @type {number} */ steps) =>
    (await normlab.ask({ steps })).milliseconds / steps;
  await time(1000); // the wasm compiler's tiers
  const first = await time(1000);
  await time(8000);
  const last = await time(1000);
  await normlab.ask({ dispose: true });
  const milliseconds = `${first.toFixed(3)} ms in the first thousand, ${last.toFixed(3)} in the last`;
  return `10,000 steps of a small stack: a step takes ${milliseconds}`;
}

/** The page's figures go to the others; what is to be said of it. @param {Record<string, Spread>} besides */
async function measurePage(besides) {
  say('the page');
  try {
    const opening = await measureOpening(1);
    if (opening.missing !== undefined) return void say(`the page: left out, ${opening.missing}`);
    Object.assign(besides, opening.measured);
    return opening.shortcomings.length > 0 ? shortcomingsOf(opening) : undefined;
  } catch (error) {
    process.exitCode = 1;
    return void say(`the page: FAILED, ${error instanceof Error ? error.message : error}`);
  }
}

const [node, ...rest] = contestants;
if (node === undefined) throw new Error('no contestant');
const began = performance.now();
const normlab = await start(node);
const second = await start(node);
if (normlab === undefined || second === undefined) throw new Error('NormLab does not start');
/** @type {Map<Entry, Child>} */
const started = new Map();
for (const entry of rest.filter(({ key }) => wanted.includes(key))) {
  const child = await start(entry);
  if (child !== undefined) started.set(entry, child);
}
const load = loadavg()[0] ?? NaN;
const ofKind = (/** @type {boolean} */ product) =>
  new Map([...started].filter(([{ kind }]) => (kind === 'product') === product));
const byKey = (/** @type {string} */ key) => [...started].find(([entry]) => entry.key === key)?.[1];

const results = await measureRows(normlab, ofKind(false));
/** @type {Record<string, Spread>} */
const besides = {};
const xnnpack = byKey('xnnpack');
const product = byKey('product');
const rates =
  xnnpack !== undefined && product !== undefined
    ? await measureProducts(xnnpack, product, besides)
    : undefined;
if (wanted.includes('node')) {
  say('NormLab alone');
  besides['time of 1000 layers over 100'] = await measureDepth(normlab, second);
  const arm = await measureRace(normlab);
  if (arm !== undefined) besides['slowest arm of the default race'] = arm;
  besides["TinyGPT's stack (3 x 96 x 1024)"] = await alone(normlab, tinyGpt);
}
const long = await measureLongRun(normlab);
for (const child of [normlab, second, ...started.values()]) child.close();
const shortcomings = wanted.includes('page') ? await measurePage(besides) : undefined;

const verdicts = judge(results, besides);
const operations = new Map(shared.map((measured) => [nameOf(measured), operationsOf(measured)]));
console.log(`\n${resultsTable(results, (name) => operations.get(name) ?? NaN)}`);
if (rates !== undefined) console.log(`\n${rates}`);
if (verdicts.length > 0) console.log(`\n${goalsTable(verdicts)}`);
if (shortcomings !== undefined) console.log(`\n${shortcomings}`);
const [hashes] = bits.values();
console.log(`\nThe same bits, ${hashes}: ${[...bits.keys()].join('; ')}`);
console.log(long);
const machine = `${cpus()[0]?.model}, ${availableParallelism()} cores, node ${process.version}`;
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(`${machine}; load ${load.toFixed(1)} at the start; ${minutes} minutes`);
if (options.compare !== undefined) {
  const before = JSON.parse(readFileSync(options.compare, 'utf8'));
  console.log(`\nSince ${options.compare}:\n${movedTable(before.results, results)}`);
}
if (options.json !== undefined) {
  const written = {
    machine,
    load,
    quick: options.quick,
    bits: Object.fromEntries(bits),
    results,
    besides,
    verdicts,
  };
  writeFileSync(options.json, `${JSON.stringify(written, null, 2)}\n`);
}
