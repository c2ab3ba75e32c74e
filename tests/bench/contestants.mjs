// Who is measured, and how each is started.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { processorHas, wideRegisters } from '../../.ci/lib/processor.mjs';
import { chromium } from '../../.ci/lib/tools.mjs';
import { Child } from './child.mjs';

/**
 * @typedef {object} Entry
 * @property {string} key what `--only` calls it
 * @property {string} title
 * @property {'normlab' | 'browser' | 'torch' | 'product'} kind
 * @property {boolean} [usual] a peer written as its users write it; the others do by hand what their
 *   libraries are slow at
 * @property {() => Child | string} start or why it cannot be
 */

const here = import.meta.dirname;
const build = join(here, '../../build');

/** @param {string} module */
const inNode = (module) => () =>
  new Child(process.execPath, [join(here, 'host.mjs'), join(here, module)]);

/** @param {string} module */
const inChromium = (module) => () =>
  chromium() === undefined
    ? 'Chromium is not here (apt-get install chromium)'
    : new Child(process.execPath, [join(here, 'chromium/host.mjs'), join(here, module)]);

/** @param {string} preset */
const native = (preset) => () => {
  const program = join(build, preset, 'normlab_bench_steps');
  return existsSync(program) ? new Child(program, []) : 'it is not built';
};

const wide = wideRegisters();

const wasmProducts = () => {
  const program = join(build, 'wasm/normlab_bench_steps.js');
  return existsSync(program) ? new Child(process.execPath, [program]) : 'it is not built';
};

/** An interpreter that has PyTorch: often the system's, even where PATH begins with another. */
const python = () =>
  [process.env.NORMLAB_PYTHON, 'python3', '/usr/bin/python3'].find(
    (path) => path !== undefined && spawnSync(path, ['-c', 'import torch']).status === 0,
  );

/**
 * One thread, which torch.set_num_threads alone does not hold OpenBLAS to; and OpenBLAS told of
 * AVX-512 where it does not recognise a processor that has it.
 *
 * @param {'usual' | 'flat'} form
 */
const torch = (form) => () => {
  const interpreter = python();
  if (interpreter === undefined) return 'PyTorch is not here (apt-get install python3-torch)';
  /** @type {Record<string, string>} */
  const env = { OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };
  if (processorHas(['avx512f'])) env.OPENBLAS_CORETYPE = 'SkylakeX';
  return new Child(interpreter, ['-B', join(here, 'peers/torch_peer.py'), form], env);
};

/** @type {readonly Entry[]} */
export const contestants = [
  { key: 'node', title: 'NormLab in node', kind: 'normlab', start: inNode('normlab.mjs') },
  {
    key: 'chromium',
    title: 'NormLab in Chromium',
    kind: 'normlab',
    start: inChromium('normlab.mjs'),
  },
  {
    key: 'native',
    title: 'NormLab native, 128 bits',
    kind: 'normlab',
    start: native('native'),
  },
  {
    key: 'avx',
    title: `NormLab native, ${wide === undefined ? 'AVX' : `${wide.bits} bits`}`,
    kind: 'normlab',
    start: wide === undefined ? () => 'this processor has no AVX2' : native(wide.preset),
  },
  {
    key: 'jax',
    title: 'jax-js wasm, flat',
    kind: 'browser',
    start: inNode('peers/jax.mjs'),
  },
  {
    key: 'jax-tree',
    title: 'jax-js wasm, tree',
    kind: 'browser',
    usual: true,
    start: inNode('peers/jax_tree.mjs'),
  },
  {
    key: 'tfjs',
    title: 'TensorFlow.js wasm, by hand',
    kind: 'browser',
    start: inNode('peers/tfjs.mjs'),
  },
  {
    key: 'tfjs-tape',
    title: 'TensorFlow.js wasm, its tape',
    kind: 'browser',
    usual: true,
    start: inNode('peers/tfjs_tape.mjs'),
  },
  { key: 'torch', title: 'PyTorch, flat', kind: 'torch', start: torch('flat') },
  {
    key: 'torch-usual',
    title: 'PyTorch, torch.optim',
    kind: 'torch',
    usual: true,
    start: torch('usual'),
  },
  { key: 'xnnpack', title: 'XNNPACK in wasm', kind: 'product', start: inNode('peers/xnnpack.mjs') },
  { key: 'product', title: "NormLab's product in wasm", kind: 'product', start: wasmProducts },
];
