import { clangFormat, clangTidy } from '../lib/clang.mjs';
import { inRoot } from '../lib/paths.mjs';
import { capture } from '../lib/process.mjs';

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<import('../lib/process.mjs').Outcome>} run
 */

/**
 * @param {string} script below node_modules
 * @param {...string} args
 */
const npmTool = (script, ...args) =>
  capture(process.execPath, [inRoot('node_modules', script), ...args], { env: { NO_COLOR: '1' } });

/** @type {readonly Check[]} */
const checks = [
  { name: 'clang-format', run: clangFormat },
  { name: 'prettier', run: () => npmTool('prettier/bin/prettier.cjs', '--check', '.') },
  { name: 'types of web/', run: () => npmTool('typescript/bin/tsc', '-p', 'web') },
  { name: 'types of e2e/', run: () => npmTool('typescript/bin/tsc', '-p', 'e2e') },
  { name: 'types of .ci/', run: () => npmTool('typescript/bin/tsc', '-p', '.ci') },
  { name: 'eslint', run: () => npmTool('eslint/bin/eslint.js', '.', '--max-warnings=0') },
  { name: 'clang-tidy', run: () => clangTidy('core') },
];

/** Each tool counts as one test. @type {import('../lib/suite.mjs').Suite} */
export const lint = {
  name: 'lint',
  title: 'Lint and types',
  needs: ['native', 'lint'],
  run: async () => {
    let output = '';
    let passed = 0;
    for (const { name, run } of checks) {
      const start = performance.now();
      const outcome = await run();
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${name}: ${outcome.code === 0 ? 'passed' : 'FAILED'}, ${seconds} s`);
      if (outcome.code === 0) passed += 1;
      else output += `-- ${name}\n${outcome.output.trimEnd()}\n`;
    }
    return { passed, failed: checks.length - passed, output };
  },
};

/** The tests' own files take clang-tidy longer than a person waits. @type {import('../lib/suite.mjs').Suite} */
export const tidy = {
  name: 'tidy',
  title: 'clang-tidy of the tests',
  needs: ['native', 'lint'],
  run: async () => {
    const { code, output } = await clangTidy('tests');
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
  },
};
