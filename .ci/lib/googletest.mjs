import { availableParallelism } from 'node:os';
import { capture } from './process.mjs';

/** @typedef {import('./suite.mjs').Result} Result */

/**
 * Runs a GoogleTest binary, one shard a core, and counts what it says. The words are read rather
 * than the report file, because a crash writes no report.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<Result>}
 */
export async function runGoogleTest(command, args, env = {}) {
  const shards = availableParallelism();
  const results = await Promise.all(
    Array.from({ length: shards }, (_, index) =>
      runShard(command, args, {
        ...env,
        GTEST_TOTAL_SHARDS: String(shards),
        GTEST_SHARD_INDEX: String(index),
        GTEST_COLOR: 'no',
      }),
    ),
  );
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    output: results.map(({ output }) => output).join('\n'),
    log: results.map(({ log }) => log).join('\n'),
  };
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<Result>}
 */
async function runShard(command, args, env) {
  const { code, output } = await capture(command, args, { env });
  return readGoogleTest(output, code);
}

/**
 * @param {string} output
 * @returns {{ passed: Set<string>; failed: string[] }} names of tests
 */
export function readTests(output) {
  const began = [...output.matchAll(/^\[ RUN {6}\] (\S+)/gm)].map((match) => match[1] ?? '');
  const passed = new Set(
    [...output.matchAll(/^\[ {7}OK \] (\S+) \(/gm)].map((match) => match[1] ?? ''),
  );
  // Failed, skipped or cut short by a crash: what began and did not pass has failed.
  return { passed, failed: began.filter((name) => !passed.has(name)) };
}

/**
 * @param {string} output
 * @param {number} code exit status
 * @returns {Result}
 */
export function readGoogleTest(output, code) {
  const { passed, failed } = readTests(output);
  const crashed = code !== 0 && failed.length === 0 ? 1 : 0;
  return {
    passed: passed.size,
    failed: failed.length + crashed,
    output: failed.length + crashed === 0 ? '' : excerpt(output, failed),
    log: output,
  };
}

/**
 * The part of the output that each failed test wrote, and the end, where a crash speaks.
 *
 * @param {string} output
 * @param {string[]} failed
 */
function excerpt(output, failed) {
  const parts = failed.slice(0, 20).map((name) => {
    const start = output.indexOf(`[ RUN      ] ${name}`);
    const end = output.indexOf('\n[ RUN ', start + 1);
    const part = output.slice(start, end < 0 ? undefined : end);
    return part.length > 4000 ? `${part.slice(0, 4000)}\n...` : part;
  });
  if (failed.length > parts.length) parts.push(`and ${failed.length - parts.length} more`);
  if (parts.length === 0) return output.slice(-4000);
  return parts.join('\n');
}
