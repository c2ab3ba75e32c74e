import { buildTargets } from '../lib/cmake.mjs';
import { runGoogleTest } from '../lib/googletest.mjs';
import { inRoot } from '../lib/paths.mjs';

/** @typedef {import('../lib/suite.mjs').Suite} Suite */

/**
 * @param {string} preset
 * @param {string} title
 * @param {string} engine
 * @param {readonly import('../setup.mjs').Work[]} needs
 * @param {Record<string, string>} [env]
 * @returns {Suite}
 */
const nativeSuite = (preset, title, engine, needs, env) => ({
  name: preset.replace('native-', ''),
  title,
  engine,
  needs,
  run: async () => {
    await buildTargets(preset, ['normlab_tests']);
    return runGoogleTest(inRoot('build', preset, 'normlab_tests'), [], env);
  },
});

export const native = nativeSuite('native', 'C++, native', 'g++', ['native']);

// More seeds say more about training, not about a compiler: beside the native run one is enough.
const oneSeed = { NORMLAB_SEEDS: '1' };

export const clang = nativeSuite(
  'native-clang',
  'C++, native, clang',
  'clang++',
  ['native', 'clang'],
  oneSeed,
);
export const asan = nativeSuite(
  'native-asan',
  'C++, native, sanitizers',
  'g++ with ASan and UBSan',
  ['native'],
  {
    ...oneSeed,
    UBSAN_OPTIONS: 'print_stacktrace=1',
    ASAN_OPTIONS: 'detect_stack_use_after_return=1',
  },
);

/** The stored trajectories alone: what another compiler takes a minute for. @type {Suite} */
export const bits = {
  name: 'bits',
  title: 'The same bits, native, clang',
  engine: 'clang++',
  needs: ['native', 'clang'],
  run: async () => {
    await buildTargets('native-clang', ['normlab_trajectories']);
    return runGoogleTest(inRoot('build/native-clang/normlab_trajectories'), []);
  },
};

/** @type {Suite} */
export const wasm = {
  name: 'wasm',
  title: 'C++, wasm in node',
  engine: 'wasm in node',
  needs: ['build', 'native'],
  run: async () => {
    await buildTargets('wasm', ['normlab_tests']);
    // The engine itself comes to the stored trajectories, in the suite of units.
    const filter = '--gtest_filter=-*StoredTrajectory*';
    const args = [inRoot('build/wasm/normlab_tests.js'), filter];
    return runGoogleTest(process.execPath, args, oneSeed);
  },
};
