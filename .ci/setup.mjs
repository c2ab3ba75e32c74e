// Brings a machine to where NormLab can be built: system packages on Debian, npm packages anywhere.
// Imports nothing but node's own modules, for it runs before `npm ci` has.

import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { link } from './link.mjs';
import { root } from './lib/paths.mjs';
import { Failure, run, which } from './lib/process.mjs';
import { needs, tools } from './lib/tools.mjs';

/** @typedef {import('./lib/tools.mjs').Tool} Tool */
/** @typedef {keyof typeof needs} Work */

/**
 * Sets up what the given kinds of work need; does nothing, quickly, when all of it is there.
 *
 * @param {readonly Work[]} work
 * @param {readonly Work[]} [wished] what can be gone without where it cannot be installed
 */
export async function setup(work, wished = []) {
  checkNode();
  await ensureTools(work, wished);
  await ensurePackages();
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
  if (!fits) {
    throw new Failure(
      `NormLab needs node 20.19, 22.13, 24 or newer; this is ${process.versions.node}.\n` +
        'See https://nodejs.org/en/download',
    );
  }
}

/** @param {readonly Work[]} work @param {readonly Work[]} wished */
async function ensureTools(work, wished) {
  const named = (/** @type {readonly Work[]} */ kinds) => kinds.flatMap((kind) => needs[kind]);
  /** @type {Tool[]} */
  const needed = [...new Set(named(work))].map((name) => tools[name]);
  const optional = named(wished).map((name) => ({ ...tools[name], optional: true }));
  const findMissing = () => [...needed, ...optional].filter((tool) => !tool.present());

  const missing = canInstall() ? findMissing() : findMissing().filter(({ optional }) => !optional);
  if (missing.length === 0) return;
  if (!canInstall()) throw new Failure(describeMissing(missing));

  const packages = missing.flatMap((tool) => tool.apt);
  console.log(`Installing ${packages.join(', ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env });

  const stillMissing = findMissing();
  if (stillMissing.length > 0) throw new Failure(describeMissing(stillMissing));
}

const canInstall = () =>
  existsSync('/etc/debian_version') && process.getuid?.() === 0 && which('apt-get') !== undefined;

/** @param {Tool[]} missing */
function describeMissing(missing) {
  const lines = ['NormLab needs what is not on this machine:'];
  for (const tool of missing) lines.push(`  ${tool.title}: ${tool.advice}`);
  if (which('apt-get') !== undefined) {
    const packages = missing.flatMap((tool) => tool.apt).join(' ');
    lines.push('On Debian and Ubuntu:', `  sudo apt-get install ${packages}`);
  } else if (which('brew') !== undefined || process.platform === 'darwin') {
    const formulas = missing.flatMap((tool) => tool.brew ?? []);
    if (formulas.length > 0) lines.push('With Homebrew:');
    for (const formula of new Set(formulas)) lines.push(`  brew install ${formula}`);
  }
  return lines.join('\n');
}

/** Runs `npm ci` when node_modules is not what the lock file says. */
export async function ensurePackages() {
  await ensurePackagesOf(root);
  link();
}

/** @param {string} folder with a package.json and its lock file */
export async function ensurePackagesOf(folder) {
  if (packagesAreCurrent(folder)) return;
  console.log(`Installing npm packages${folder === root ? '' : ` in ${relative(root, folder)}`}`);
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', args, { cwd: folder });
}

/** @param {string} folder */
function packagesAreCurrent(folder) {
  const installedPath = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const installed = readLock(installedPath);
  const wanted = readLock(join(folder, 'package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    // The root itself, and builds for other systems, which npm leaves out.
    if (path === '' || (entry.optional === true && installed[path] === undefined)) return true;
    const found = installed[path];
    return found?.version === entry.version && found?.integrity === entry.integrity;
  });
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string; integrity?: string; optional?: boolean }>}
 */
const readLock = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
