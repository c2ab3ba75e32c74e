#!/usr/bin/env node
// normlab: runs an experiment document, or a laboratory, without a page.
import { argv, exit, stderr, stdout } from 'node:process';
import { parseCommand, UsageError } from './cli/arguments.mjs';
import { describe } from './cli/describe.mjs';
import { help, version } from './cli/help.mjs';
import { lab } from './cli/lab.mjs';
import { run } from './cli/run.mjs';

// A reader that has seen enough, such as `head`, is no failure.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    exit(0);
  });
}

const commands = { run, lab, describe, help, version };

try {
  const command = parseCommand(argv.slice(2));
  process.exitCode = await commands[command.name](command, await startEngine(command));
} catch (error) {
  stderr.write(`normlab: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function startEngine({ name }) {
  if (name === 'help' || name === 'version') return undefined;
  try {
    if (name === 'lab') {
      const { loadLabs } = await import('./labs.mjs');
      return await loadLabs();
    }
    const { loadEngine } = await import('./engine.mjs');
    return await loadEngine();
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'ENOENT') throw error;
    throw new Error('the engine is not built here: run `npm run build` first.', { cause: error });
  }
}
