// `npm start`: from a bare clone to a page in the browser.

import { build } from './build.mjs';
import { command } from './lib/process.mjs';
import { serve } from './serve.mjs';
import { setup } from './setup.mjs';

await command(async () => {
  await setup(['build']);
  await build();
  console.log(`\nNormLab is at ${await serve()}   (Ctrl+C stops it)`);
});
