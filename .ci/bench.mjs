// `npm run bench`: the engine and its peers on the same stacks, in one table. `--kernels`: the
// core's kernels natively, by Google Benchmark. What follows goes to tests/bench/bench.mjs.

import { buildEngine } from './build.mjs';
import { buildTargets } from './lib/cmake.mjs';
import { inRoot } from './lib/paths.mjs';
import { command, run } from './lib/process.mjs';
import { wideRegisters } from './lib/processor.mjs';
import { ensurePackagesOf, setup } from './setup.mjs';

const args = process.argv.slice(2);

await command(async () => {
  await setup(['build', 'bench']);
  if (args.includes('--kernels')) {
    await buildTargets('native', ['normlab_bench']);
    const rest = args.filter((arg) => arg !== '--kernels');
    await run(inRoot('build/native/normlab_bench'), rest);
    return;
  }
  await ensurePackagesOf(inRoot('tests/bench/peers'));
  await buildEngine();
  const wide = wideRegisters();
  for (const preset of ['native', ...(wide === undefined ? [] : [wide.preset])])
    await buildTargets(preset, ['normlab_bench_steps']);
  await buildTargets('wasm', ['normlab_bench_steps']);
  await run(process.execPath, [inRoot('tests/bench/bench.mjs'), ...args]);
});
