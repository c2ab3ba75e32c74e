import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { configure } from './cmake.mjs';
import { root } from './paths.mjs';
import { capture, run } from './process.mjs';
import { listFiles } from './stage.mjs';

/** @typedef {import('./process.mjs').Outcome} Outcome */

/** @param {RegExp} name */
const sources = (name) =>
  listFiles(['core', 'wasm', 'tests'], (path) => name.test(path)).map((path) =>
    relative(root, path),
  );

/** @returns {Promise<Outcome>} */
export const clangFormat = () =>
  capture('clang-format', ['--dry-run', '-Werror', ...sources(/\.[ch]pp$/)]);

/** @returns {Promise<void>} */
export const formatCpp = () => run('clang-format', ['-i', ...sources(/\.[ch]pp$/)]);

/**
 * Checks translation units of the native build below a folder, and with them the headers they
 * include.
 *
 * @param {'core' | 'tests'} folder
 * @returns {Promise<Outcome>}
 */
export async function clangTidy(folder) {
  await configure('native');
  const waiting = sources(/\.cpp$/).filter(
    (path) => path.startsWith(folder) && !/^tests\/(?:bench|fuzz)\//.test(path),
  );
  let code = 0;
  /** @type {Set<string>} */
  const findings = new Set();
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const outcome = await capture('clang-tidy', [
        ...['--quiet', '-p', 'build/native'],
        // The build's flags are written for gcc.
        ...['--extra-arg=-Wno-unknown-warning-option', file],
      ]);
      if (outcome.code === 0) continue;
      code = outcome.code;
      for (const finding of split(outcome.output)) findings.add(finding);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const output = [...findings].join('\n');
  return { code, output, stdout: output };
}

/**
 * A header's finding comes once for each file that includes it; cut apart, it can be told once.
 *
 * @param {string} output
 */
const split = (output) =>
  output
    .split(/\n(?=\S+:\d+:\d+: (?:error|warning):)/)
    .map((part) =>
      part.replace(/^\d+ (?:warnings?|errors?) .*|^Error while processing .*/gm, '').trim(),
    );
