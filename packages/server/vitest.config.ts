import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    globalSetup: ['src/testing/template.ts'],
    maxWorkers: 2,
    // Stand-ins for compute write beside their jobs; the sandbox has tests of its own.
    env: { CUVETTE_TEST_RECIPES: '1', CUVETTE_SANDBOX: 'off' },
  },
});
