// node tests/mutations/run.mjs [names]: does some test see each fault of the table?

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTests } from '../../.ci/lib/googletest.mjs';
import { inRoot, root } from '../../.ci/lib/paths.mjs';
import { capture, command, Failure, runQuietly } from '../../.ci/lib/process.mjs';
import { listFiles } from '../../.ci/lib/stage.mjs';
import { googleTestSource } from '../../.ci/lib/tools.mjs';
import { mutations } from './table.mjs';

/** @typedef {import('./table.mjs').Mutation} Mutation */

/**
 * @typedef {object} Finding
 * @property {string} name
 * @property {string} breaks
 * @property {string[]} caughtBy the first tests that turned red; none where the mutation survived
 */

const tree = inRoot('build/mutations/tree');

// A stored hash of a whole run sees any change and says nothing about it.
const filter = '--gtest_filter=-*Recipe*:*Bits*:*StoredTrajectory.*';

// In the order in which a fault is likely to show.
const folders = ['layers', 'stack', 'training', 'numerics', 'golden', 'precision', 'document'];

const native = {
  folders,
  configure: ['--preset', 'native', '-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG'],
  build: 'build/native',
  /** @param {string} program @returns {[string, string[]]} */
  start: (program) => [program, []],
};

// One folder alone: to compile all of them takes emcc many minutes.
const wasm = {
  folders: ['layers'],
  configure: ['--preset', 'wasm'],
  build: 'build/wasm',
  /** @param {string} program @returns {[string, string[]]} */
  start: (program) => [process.execPath, [`${program}.js`]],
};

/**
 * Brings the copy to what the working tree is; files that are the same keep their time, so that the
 * build does not touch them.
 *
 * @param {Map<string, string>} [changed] contents that take the place of a file's own
 */
function copyTree(changed = new Map()) {
  const files = listFiles(['CMakeLists.txt', 'CMakePresets.json', '.ci/cmake', 'core', 'tests']);
  // CMake asks for every source of a target, wanted or not.
  files.push(...listFiles(['wasm']).filter((file) => file.endsWith('.cpp')));
  for (const file of files) {
    const path = relative(root, file);
    if (path.startsWith('tests/fuzz')) continue;
    let content = changed.get(path) ?? readFileSync(file, 'utf8');
    if (path === 'CMakeLists.txt') content += '\ninclude(tests/mutations/folders.cmake)\n';
    const copy = inRoot(tree, path);
    if (existsSync(copy) && readFileSync(copy, 'utf8') === content) continue;
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, content);
  }
}

/** @param {Mutation} mutation */
function mutated({ name, file, text, replacement }) {
  const parts = readFileSync(inRoot(file), 'utf8').split(text);
  if (parts.length !== 2) {
    throw new Failure(
      `${name}: its text occurs ${parts.length - 1} times in ${file}; it has to occur once.`,
    );
  }
  return new Map([[file, parts.join(replacement)]]);
}

/**
 * Builds and runs folder after folder, until one turns red.
 *
 * @param {typeof native} platform
 * @param {Map<string, number>} green by program: its time when all of its tests passed
 * @returns {Promise<string[]>} the tests that failed first
 */
async function firstFailures({ folders: wanted, build, start }, green) {
  for (const folder of wanted) {
    const built = await capture(
      'cmake',
      [
        ...['--build', build, '--parallel', String(availableParallelism())],
        ...['--target', `normlab_tests_${folder}`],
      ],
      { cwd: tree },
    );
    // What does not compile proves nothing about the tests.
    if (built.code !== 0) throw new Failure(`It does not compile:\n${built.output.slice(-4000)}`);
    const [program, args] = start(inRoot(tree, build, `normlab_tests_${folder}`));
    const file = args[0] ?? program;
    // Nothing of what it is made of has changed.
    if (green.get(file) === statSync(file).mtimeMs) continue;
    const { code, output } = await capture(program, [...args, filter, '--gtest_color=no'], {
      cwd: tree,
    });
    if (code === 0) {
      green.set(file, statSync(file).mtimeMs);
      continue;
    }
    const { failed } = readTests(output);
    return failed.length > 0 ? failed : [`${folder} (ended with ${code})`];
  }
  return [];
}

/** @param {typeof native} platform */
async function configure({ configure: options }) {
  await runQuietly('cmake', [...options, `-DNORMLAB_GOOGLETEST_SOURCE=${googleTestSource()}`], {
    cwd: tree,
  });
}

/**
 * @param {readonly Mutation[]} chosen
 * @param {typeof native} platform
 * @param {string} suffix of the names in the report
 * @returns {AsyncGenerator<Finding>}
 */
async function* tryOn(chosen, platform, suffix) {
  if (chosen.length === 0) return;
  copyTree();
  await configure(platform);
  /** @type {Map<string, number>} */
  const green = new Map();
  const red = await firstFailures(platform, green);
  if (red.length > 0) throw new Failure(`Without a mutation already red: ${red.join(', ')}`);
  for (const mutation of chosen) {
    copyTree(mutated(mutation));
    const caughtBy = await firstFailures(platform, green);
    yield { name: mutation.name + suffix, breaks: mutation.breaks, caughtBy };
  }
  copyTree();
}

/**
 * Tries the named mutations, or all, and reports each as soon as it is known.
 *
 * @param {readonly string[]} names
 * @returns {AsyncGenerator<Finding>}
 */
export async function* runMutations(names = []) {
  const unknown = names.filter((name) => !mutations.some((mutation) => mutation.name === name));
  if (unknown.length > 0) throw new Failure(`No mutation is called ${unknown.join(', ')}.`);
  const chosen = mutations.filter(({ name }) => names.length === 0 || names.includes(name));
  // A mutation that no longer applies is told before anything is built.
  for (const mutation of chosen) mutated(mutation);
  yield* tryOn(chosen, native, '');
  yield* tryOn(
    chosen.filter((mutation) => mutation.wasm),
    wasm,
    ', wasm',
  );
}

/** @param {readonly string[]} caughtBy */
export const describeTests = (caughtBy) =>
  caughtBy.length > 3
    ? `${caughtBy.slice(0, 3).join(', ')} and ${caughtBy.length - 3} more`
    : caughtBy.join(', ');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => {
    const survivors = [];
    for await (const { name, breaks, caughtBy } of runMutations(process.argv.slice(2))) {
      const outcome = caughtBy.length > 0 ? `caught by ${describeTests(caughtBy)}` : 'SURVIVED';
      console.log(`${name}\n    ${breaks}\n    ${outcome}`);
      if (caughtBy.length === 0) survivors.push(name);
    }
    if (survivors.length > 0) throw new Failure(`No test sees ${survivors.join(', ')}.`);
  });
}
