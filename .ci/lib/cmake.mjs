import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { inRoot, root } from './paths.mjs';
import { runQuietly } from './process.mjs';
import { googleTestSource } from './tools.mjs';

/**
 * Configures a preset and builds targets of it; silent unless something fails.
 *
 * @param {string} preset
 * @param {readonly string[]} targets
 */
export async function buildTargets(preset, targets) {
  await configure(preset);
  await runQuietly('cmake', [
    ...['--build', '--preset', preset, '--parallel', String(availableParallelism())],
    ...['--target', ...targets],
  ]);
}

/** @param {string} preset */
export async function configure(preset) {
  await runQuietly('cmake', [
    ...['--preset', preset, `-DNORMLAB_GOOGLETEST_SOURCE=${googleTestSource()}`],
    ...(wasMoved(preset) ? ['--fresh'] : []),
  ]);
}

/**
 * A build tree that was copied or moved still names the old place.
 *
 * @param {string} preset
 */
function wasMoved(preset) {
  const cache = inRoot('build', preset, 'CMakeCache.txt');
  return (
    existsSync(cache) &&
    !readFileSync(cache, 'utf8').includes(`CMAKE_HOME_DIRECTORY:INTERNAL=${root}\n`)
  );
}
