// `npm run format`: puts every file into the shape that lint asks for.

import { formatCpp } from './lib/clang.mjs';
import { inRoot } from './lib/paths.mjs';
import { command, run } from './lib/process.mjs';
import { setup } from './setup.mjs';

await command(async () => {
  await setup(['lint']);
  await formatCpp();
  await run(process.execPath, [inRoot('node_modules/prettier/bin/prettier.cjs'), '--write', '.']);
});
