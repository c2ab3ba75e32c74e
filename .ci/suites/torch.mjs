import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildTargets } from '../lib/cmake.mjs';
import { readGoogleTest } from '../lib/googletest.mjs';
import { inRoot } from '../lib/paths.mjs';
import { capture, Failure } from '../lib/process.mjs';

/** @typedef {import('../lib/suite.mjs').Result} Result */
/** @typedef {number | number[] | { data: number[] }} Numbers */
/** @typedef {{ config: unknown; given: unknown; expected: Record<string, Numbers> }} Fixture */

const committed = inRoot('tests/golden');

// Any other than the one that the committed files came from; a failure must come back when asked.
const seed = '7';

// Two programs that add the same doubles in another order, some hundred times in a row.
const allowed = 1e-12;
// A gradient that is 0 in exact arithmetic (the keys' bias) is rounding noise in both: of terms of
// about 1, so some 1e-16 times their number, in an order that differs from one processor to another.
const floor = 1e-2;

/** The core's right values, made again by PyTorch. @type {import('../lib/suite.mjs').Suite} */
export const torch = {
  name: 'torch',
  title: 'The core against PyTorch',
  engine: 'g++',
  needs: ['native'],
  run: async () => {
    const python = await findPython();
    if (python === undefined) {
      const notRun = 'PyTorch is not here (apt-get install python3-torch)';
      return { passed: 0, failed: 0, output: '', notRun };
    }
    await buildTargets('native', ['normlab_tests']);
    const folder = mkdtempSync(join(tmpdir(), 'normlab-torch-'));
    try {
      const results = [
        await checkCommitted(python, join(folder, 'again')),
        await checkFresh(python, join(folder, 'fresh')),
      ];
      return {
        passed: results.reduce((sum, { passed }) => sum + passed, 0),
        failed: results.reduce((sum, { failed }) => sum + failed, 0),
        output: results.map(({ output }) => output).join('\n'),
        log: results.map(({ log }) => log).join('\n'),
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** An interpreter that has PyTorch: often apt's, even where PATH begins with another. */
async function findPython() {
  for (const python of [process.env.NORMLAB_PYTHON, 'python3', '/usr/bin/python3']) {
    if (python === undefined) continue;
    if ((await capture(python, ['-c', 'import torch'])).code === 0) return python;
  }
  return undefined;
}

/**
 * @param {string} python
 * @param {string} folder
 * @param {...string} options
 */
async function generate(python, folder, ...options) {
  const args = ['-B', join(committed, 'generate.py'), folder, ...options];
  const { code, output } = await capture(python, args);
  if (code !== 0) throw new Failure(`generate.py ended with ${code}\n${output}`);
}

/**
 * Makes what the committed fixtures expect again from what they give: a test each.
 *
 * @param {string} python
 * @param {string} folder
 * @returns {Promise<Result>}
 */
async function checkCommitted(python, folder) {
  await generate(python, folder, '--given', committed);
  const names = fixturesOf(committed);
  const errors = names.map((name) => distance(join(committed, name), join(folder, name)));
  const wrong = names.filter((_, index) => !((errors[index] ?? Infinity) <= allowed));
  const log = evidence('fixtures made again', `all ${names.length}`, Math.max(...errors));
  const output = wrong.map((name) => `${name}: ${errors[names.indexOf(name)]} from PyTorch's`);
  return {
    passed: names.length - wrong.length,
    failed: wrong.length,
    output: output.join('\n'),
    log,
  };
}

/**
 * Runs the core over fixtures that it has never seen: the committed cases with other numbers, and
 * cases of other shapes.
 *
 * @param {string} python
 * @param {string} folder
 * @returns {Promise<Result>}
 */
async function checkFresh(python, folder) {
  await generate(python, folder, '--seed', seed);
  const stray = difference(fixturesOf(folder), fixturesOf(committed));
  await generate(python, folder, '--seed', seed, '--shapes', 'other');
  const { code, output } = await capture(
    inRoot('build/native/normlab_tests'),
    ['--gtest_filter=*Golden*'],
    { env: { NORMLAB_GOLDEN_DIR: folder, GTEST_COLOR: 'no' } },
  );
  let log = '';
  // Inputs too fine for float are told apart: their error is their own.
  for (const [what, pattern] of [
    ['double', 'double, .* \\| (\\S+)$'],
    ['float', 'float, .* \\| (\\S+)$'],
    ['float, inputs finer than float', 'float, .* \\| (\\S+), a rounding of the inputs .*$'],
  ]) {
    const lines = output.matchAll(new RegExp(`^evidence: PyTorch, ${pattern}`, 'gm'));
    const figures = [...lines].map((match) => Number(match[1]));
    log += evidence(`fresh shapes, ${what}`, `${figures.length} cases`, Math.max(0, ...figures));
  }
  const result = readGoogleTest(output, code);
  const known = stray.length === 0 ? 1 : 0;
  return {
    passed: result.passed + known,
    failed: result.failed + 1 - known,
    output: `${known === 1 ? '' : `Not the same cases: ${stray.join(', ')}\n`}${result.output}`,
    log,
  };
}

/** @param {string} folder */
const fixturesOf = (folder) => readdirSync(folder).filter((name) => name.endsWith('.json'));

/**
 * What is in one list alone.
 *
 * @param {string[]} a
 * @param {string[]} b
 */
const difference = (a, b) => [
  ...a.filter((name) => !b.includes(name)),
  ...b.filter((name) => !a.includes(name)),
];

/**
 * How far two fixtures' expected values are apart, relative to each tensor's largest; infinite
 * where one has what the other lacks.
 *
 * @param {string} committedPath
 * @param {string} againPath
 */
function distance(committedPath, againPath) {
  /** @param {string} path @returns {Fixture} */
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  const wanted = read(committedPath).expected;
  const made = read(againPath).expected;
  if (difference(Object.keys(wanted), Object.keys(made)).length > 0) return Infinity;
  return Math.max(
    ...Object.entries(wanted).map(([key, value]) => {
      const a = flatten(value);
      const b = flatten(made[key] ?? []);
      if (a.length !== b.length) return Infinity;
      const largest = Math.max(floor, ...a.map(Math.abs));
      return Math.max(...a.map((number, i) => Math.abs(number - (b[i] ?? NaN)) / largest));
    }),
  );
}

/**
 * @param {Numbers} value
 * @returns {number[]}
 */
function flatten(value) {
  if (typeof value === 'number') return [value];
  return Array.isArray(value) ? value : value.data;
}

/**
 * @param {string} what
 * @param {string} name
 * @param {number} figure
 */
const evidence = (what, name, figure) =>
  `evidence: PyTorch, ${what} | ${name} | ${figure.toExponential(1)}\n`;
