// core -> wasm -> wasm/dist -> page -> web/dist.

import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildTargets } from './lib/cmake.mjs';
import { compressPage, pageSize } from './lib/compression.mjs';
import { inRoot } from './lib/paths.mjs';
import { command, isCommandLine, runQuietly } from './lib/process.mjs';
import { listFiles, runStage } from './lib/stage.mjs';
import { emcc } from './lib/tools.mjs';
import { setup } from './setup.mjs';

/** The engine alone: what node needs. */
export async function buildEngine() {
  // The laboratories are an engine of their own: a page that only races does not load them.
  const engines = ['engine', 'labs'];
  const outputs = engines.flatMap((name) => [
    inRoot(`wasm/dist/${name}-glue.mjs`),
    inRoot(`wasm/dist/${name}.wasm`),
  ]);
  await runStage({
    name: 'engine',
    inputs: [
      ...listFiles(['core', 'wasm'], (path) => /\.[ch]pp$/.test(path)),
      ...listFiles(['CMakeLists.txt', 'CMakePresets.json', '.ci/cmake']),
      ...systemHeaders(),
    ],
    tools: [emccIdentity()],
    outputs,
    make: async () => {
      await buildTargets(
        'wasm',
        engines.map((name) => `normlab_${name}`),
      );
      mkdirSync(inRoot('wasm/dist'), { recursive: true });
      for (const name of engines) {
        const built = inRoot(`build/wasm/${name}-glue`);
        copyFileSync(`${built}.mjs`, inRoot(`wasm/dist/${name}-glue.mjs`));
        copyFileSync(`${built}.wasm`, inRoot(`wasm/dist/${name}.wasm`));
      }
    },
  });
}

/** Everything: the engine, and the page around it. */
export async function build() {
  await buildEngine();
  await runStage({
    name: 'page',
    inputs: [
      ...listFiles(['web']),
      ...listFiles(['wasm'], (path) => path.endsWith('.mjs') || path.endsWith('.mts')),
      ...listFiles(['wasm/dist', 'package.json', 'package-lock.json', 'tsconfig.base.json']),
      inRoot('.ci/lib/compression.mjs'),
    ],
    tools: [process.version],
    outputs: [inRoot('web/dist')],
    make: async () => {
      await runQuietly(process.execPath, [inRoot('node_modules/vite/bin/vite.js'), 'build'], {
        cwd: inRoot('web'),
      });
      compressPage();
      const { files, bytes } = pageSize();
      console.log(`web/dist: ${files} files, ${(bytes / 1000).toFixed(1)} kB gzip`);
    },
  });
}

/** What tells one installed compiler from another, without the time it takes to ask it. */
function emccIdentity() {
  const path = emcc();
  if (path === undefined) return 'none';
  const file = realpathSync(path);
  const { size, mtimeMs } = statSync(file);
  const versionFile = join(dirname(file), 'emscripten-version.txt');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8') : '';
  return [file, size, mtimeMs, version].join(' ');
}

/** The headers whose content tells one version of Eigen and of nlohmann-json from another. */
const systemHeaders = () =>
  ['/usr', '/usr/local', '/opt/homebrew']
    .flatMap((prefix) => [
      join(prefix, 'include/eigen3/Eigen/src/Core/util/Macros.h'),
      join(prefix, 'include/eigen3/Eigen/Version'),
      join(prefix, 'include/nlohmann/json.hpp'),
    ])
    .filter((path) => existsSync(path));

if (isCommandLine(import.meta.url)) {
  await command(async () => {
    await setup(['build']);
    await build();
    console.log('The page is in web/dist: a static folder that works under any path.');
  });
}
