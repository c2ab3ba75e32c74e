import js from '@eslint/js';
import globals from 'globals';
import { configs as lit } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wc } from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

const typescript = ['web/**/*.ts', 'e2e/**/*.ts'];

export default tseslint.config(
  {
    ignores: ['build/', 'web/dist/', 'wasm/dist/', 'test-results/', 'playwright-report/'],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Every number comes from a seed.' },
      ],
    },
  },
  {
    files: typescript,
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['web/src/**/*.ts'],
    extends: [wc['flat/best-practice'], lit['flat/recommended'], litA11y.configs.recommended],
  },
  {
    files: ['**/*.mjs', '*.js'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['tests/bench/chromium/page.mjs', 'tests/bench/chromium/worker.mjs'],
    languageOptions: { globals: globals.browser },
  },
  {
    // Emscripten pastes this into the glue that it writes.
    files: ['.ci/cmake/node_environment.js'],
    languageOptions: { globals: { ENV: 'readonly', Module: 'readonly', process: 'readonly' } },
  },
  {
    // Commands talk to the person who typed them.
    files: ['.ci/**/*.mjs', 'wasm/cli.mjs', 'wasm/cli/**/*.mjs', 'tests/**/*.mjs'],
    rules: { 'no-console': 'off' },
  },
);
