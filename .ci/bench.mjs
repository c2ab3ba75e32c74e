// `npm run bench`: the engine and its peers on the same stacks, and how the page opens, in one
// table. `--kernels`: the core's kernels natively, by Google Benchmark; `--page`: the page alone.
// What follows goes to tests/bench/bench.mjs.

import { parseArgs } from 'node:util';
import { build, buildEngine } from './build.mjs';
import { buildTargets } from './lib/cmake.mjs';
import { inRoot } from './lib/paths.mjs';
import { command, run } from './lib/process.mjs';
import { wideRegisters } from './lib/processor.mjs';
import { ensurePackagesOf, setup } from './setup.mjs';

const args = process.argv.slice(2);
const only = parseArgs({ args, strict: false, options: { only: { type: 'string' } } }).values.only;
const without = (/** @type {string} */ option) => args.filter((arg) => arg !== option);

/** @param {string} script @param {readonly string[]} rest */
const node = (script, rest) => run(process.execPath, [inRoot('tests/bench', script), ...rest]);

async function kernels() {
  await setup(['bench']);
  await buildTargets('native', ['normlab_bench']);
  await run(inRoot('build/native/normlab_bench'), without('--kernels'));
}

/** What bench.mjs measures the page with. */
async function preparePage() {
  await ensurePackagesOf(inRoot('tests/bench/page'));
  await build();
}

async function page() {
  await setup(['build', 'browser']);
  await preparePage();
  await node('opening.mjs', without('--page'));
}

async function all() {
  await setup(['build', 'bench'], ['browser']);
  await ensurePackagesOf(inRoot('tests/bench/peers'));
  await buildEngine();
  const wide = wideRegisters();
  for (const preset of ['native', ...(wide === undefined ? [] : [wide.preset])])
    await buildTargets(preset, ['normlab_bench_steps']);
  await buildTargets('wasm', ['normlab_bench_steps']);
  if (only === undefined || String(only).split(',').includes('page')) await preparePage();
  await node('bench.mjs', args);
}

await command(args.includes('--kernels') ? kernels : args.includes('--page') ? page : all);
