// What this machine's processor can run.

import { existsSync, readFileSync } from 'node:fs';

/** Where there is no such file, as on macOS, nothing is known of it. */
const described = '/proc/cpuinfo';

/** @param {readonly string[]} features as Linux names them */
export function processorHas(features) {
  if (!existsSync(described)) return false;
  const flags = /^flags\s*:(.*)$/m.exec(readFileSync(described, 'utf8'))?.[1]?.split(' ') ?? [];
  return features.every((feature) => flags.includes(feature));
}

// The features that the presets of the same names compile for. Eigen asks for `fma` beside AVX-512;
// nothing is contracted all the same (CMakeLists.txt).
const avx2 = ['fma', 'avx2'];
const avx512 = ['fma', 'avx512f', 'avx512bw', 'avx512dq', 'avx512vl'];

/**
 * The widest vector registers beyond the 128 bits that every target has, and the CMake preset that
 * compiles for them.
 */
export function wideRegisters() {
  if (processorHas(avx512)) return { bits: 512, preset: 'native-avx512' };
  if (processorHas(avx2)) return { bits: 256, preset: 'native-avx2' };
  return undefined;
}
