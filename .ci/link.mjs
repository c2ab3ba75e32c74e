// `npx normlab` inside the repository: npm links the commands of a package's dependencies, not its own.

import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { isCommandLine } from './lib/process.mjs';

export function link() {
  const path = inRoot('node_modules/.bin/normlab');
  if (existsSync(path)) return;
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) rmSync(path);
  mkdirSync(inRoot('node_modules/.bin'), { recursive: true });
  symlinkSync('../../wasm/cli.mjs', path);
}

// `npm ci` runs this as the package's `prepare` script.
if (isCommandLine(import.meta.url)) link();
