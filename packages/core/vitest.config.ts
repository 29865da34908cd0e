import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['src/testing/texts-in-english.ts'],
    // A busy machine must not be the reason why a test fails.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Nothing here keeps a state of its own: the modules are loaded once for each worker and not once for each file.
    isolate: false,
  },
});
