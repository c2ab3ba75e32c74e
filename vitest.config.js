import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['web/src/**/*.test.ts', 'wasm/**/*.test.mjs'],
    exclude: ['**/node_modules/**', '**/dist/**', 'build/**'],
    // The machines this runs on have two cores, and the engine's own tests train real stacks.
    testTimeout: 30_000,
  },
});
