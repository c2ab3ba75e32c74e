// `npm run bench`: the speed of the core natively, and of the engine in node.

import { existsSync } from 'node:fs';
import { buildEngine } from './build.mjs';
import { buildTargets } from './lib/cmake.mjs';
import { inRoot } from './lib/paths.mjs';
import { command, run } from './lib/process.mjs';
import { listFiles } from './lib/stage.mjs';
import { setup } from './setup.mjs';

await command(async () => {
  await setup(['build', 'bench']);
  if (listFiles(['tests/bench'], (path) => path.endsWith('.cpp')).length > 0) {
    await buildTargets('native', ['normlab_bench']);
    await run(inRoot('build/native/normlab_bench'), []);
  }
  const engineBench = inRoot('tests/bench/engine.bench.mjs');
  if (existsSync(engineBench)) {
    await buildEngine();
    await run(process.execPath, [engineBench, ...process.argv.slice(2)]);
  }
});
