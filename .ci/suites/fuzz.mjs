import { mkdirSync, readdirSync } from 'node:fs';
import { buildTargets } from '../lib/cmake.mjs';
import { inRoot } from '../lib/paths.mjs';
import { capture } from '../lib/process.mjs';

const seconds = Number(process.env.NORMLAB_FUZZ_SECONDS ?? '30');

/** Each target counts as one test. @type {import('../lib/suite.mjs').Suite} */
export const fuzz = {
  name: 'fuzz',
  title: 'Fuzzing, sanitizers',
  engine: 'clang++',
  needs: ['fuzz'],
  run: async () => {
    const targets = readdirSync(inRoot('tests/fuzz/corpus')).sort();
    await buildTargets(
      'native-fuzz',
      targets.map((target) => `normlab_${target}_fuzz`),
    );
    let output = '';
    let log = '';
    let passed = 0;
    for (const target of targets) {
      const { line, finding } = await fuzzTarget(target);
      console.log(line);
      log += `${line}\n`;
      if (finding === '') passed += 1;
      else output += finding;
    }
    return { passed, failed: targets.length - passed, output, log };
  },
};

/**
 * From the committed corpus and what earlier runs found; new finds stay in build/.
 *
 * @param {string} target
 * @returns {Promise<{ line: string; finding: string }>} the evidence, and what the target said of a
 *   finding; empty where there is none
 */
async function fuzzTarget(target) {
  const folder = inRoot('build/fuzz', target);
  mkdirSync(inRoot(folder, 'finds'), { recursive: true });
  const { code, output } = await capture(
    inRoot('build/native-fuzz', `normlab_${target}_fuzz`),
    [
      ...[`-max_total_time=${seconds}`, '-seed=1', '-max_len=4096', '-timeout=10'],
      ...[`-dict=${inRoot('tests/fuzz/words.dict')}`, '-print_final_stats=1'],
      ...[`-artifact_prefix=${folder}/`, inRoot(folder, 'finds')],
      inRoot('tests/fuzz/corpus', target),
    ],
    // A short memory of who allocated what: half the time goes into it otherwise.
    { env: { ASAN_OPTIONS: 'malloc_context_size=3', UBSAN_OPTIONS: 'print_stacktrace=1' } },
  );
  const inputs = Number(/number_of_executed_units: (\d+)/.exec(output)?.[1] ?? '0');
  const edges = [...output.matchAll(/cov: (\d+)/g)].at(-1)?.[1] ?? '0';
  const found = code !== 0 || inputs === 0;
  const figure = `${inputs} inputs in ${seconds} s, ${edges} edges, ${found ? 'a finding' : 'no finding'}`;
  const line = `evidence: fuzzing, ASan + UBSan | ${target} | ${figure}`;
  // What was read at the start is long and says nothing; a finding is told at the end.
  return { line, finding: found ? `-- ${target}\n${output.slice(-8000).trimEnd()}\n` : '' };
}
