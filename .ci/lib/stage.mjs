// A stage of the build is skipped when what goes in and what came out are, byte for byte, what
// they were when it last ran.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inRoot, root } from './paths.mjs';

const generated = new Set(['dist', 'node_modules', 'build', 'test-results', 'playwright-report']);

/**
 * Every file below the given files and folders, sorted; what a build or a test run made is left out.
 *
 * @param {readonly string[]} paths relative to the root
 * @param {(path: string) => boolean} [wanted]
 */
export function listFiles(paths, wanted = () => true) {
  /** @type {string[]} */
  const files = [];
  /** @param {string} path */
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (!statSync(path).isDirectory()) {
      if (wanted(path)) files.push(path);
      return;
    }
    for (const entry of readdirSync(path)) {
      if (!generated.has(entry)) visit(join(path, entry));
    }
  };
  for (const path of paths) visit(inRoot(path));
  return files.sort();
}

/** @param {readonly string[]} files absolute */
function digest(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {readonly string[]} outputs absolute files or folders */
function digestOutputs(outputs) {
  const files = outputs.flatMap((output) => (existsSync(output) ? filesBelow(output) : []));
  return outputs.every((output) => existsSync(output)) ? digest(files.sort()) : undefined;
}

/**
 * @param {string} path
 * @returns {string[]}
 */
const filesBelow = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((entry) => filesBelow(join(path, entry)))
    : [path];

/**
 * @param {object} stage
 * @param {string} stage.name
 * @param {readonly string[]} stage.inputs absolute files
 * @param {readonly string[]} stage.tools versions of what does the work
 * @param {readonly string[]} stage.outputs absolute files or folders
 * @param {() => Promise<void>} stage.make
 */
export async function runStage({ name, inputs, tools, outputs, make }) {
  const stampPath = inRoot('build/stamps', `${name}.json`);
  const before = { inputs: digest(inputs), tools };
  const stamp = () => JSON.stringify({ ...before, outputs: digestOutputs(outputs) });
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp()) return;

  const start = performance.now();
  console.log(`Building ${name}`);
  await make();
  mkdirSync(dirname(stampPath), { recursive: true });
  writeFileSync(stampPath, stamp());
  console.log(`Built ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
