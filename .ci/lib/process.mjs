import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './paths.mjs';

/** An error whose message is all that a person needs to read. */
export class Failure extends Error {}

/**
 * @typedef {object} Outcome
 * @property {number} code exit status; 128 and more when a signal ended the process
 * @property {string} output standard output and error, as they came
 * @property {string} stdout
 */

/**
 * Runs a command to its end, keeping what it prints.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string; env?: Record<string, string>; input?: string }} [options]
 * @returns {Promise<Outcome>}
 */
export function capture(command, args, { cwd = root, env = {}, input } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
    let output = '';
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
    child.on('error', (error) => done({ code: 127, output: output + error.message, stdout }));
    child.on('close', (code, signal) => {
      if (signal !== null) output += `\n${command} was ended by ${signal}\n`;
      done({ code: code ?? 128, output, stdout });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/**
 * Runs a command in the person's terminal; throws when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string; env?: Record<string, string> }} [options]
 * @returns {Promise<void>}
 */
export function run(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', (error) => fail(new Failure(`${command}: ${error.message}`)));
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Failure(`${command} ${args[0] ?? ''} ended with ${code}`)),
    );
  });
}

/**
 * Like `run`, and silent unless it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string; env?: Record<string, string> }} [options]
 */
export async function runQuietly(command, args, options) {
  const { code, output } = await capture(command, args, options);
  if (code !== 0)
    throw new Failure(`${output.trimEnd()}\n${command} ${args.join(' ')} ended with ${code}`);
}

/**
 * The path of a program, or undefined.
 *
 * @param {string} name
 * @param {readonly string[]} [extra] folders to look into besides PATH
 */
export function which(name, extra = []) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...extra]) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Not here.
    }
  }
  return undefined;
}

/**
 * The body of a command: its failures are printed as they are, without a stack trace.
 *
 * @param {() => Promise<void>} body
 */
export async function command(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

/** @param {string} moduleUrl `import.meta.url` of the asking module */
export const isCommandLine = (moduleUrl) =>
  process.argv[1] !== undefined && moduleUrl === new URL(`file://${process.argv[1]}`).href;
