import { defineConfig } from 'vitest/config';
import { LongestFirst } from './src/testing/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // An event ends a wait; where it does not come, a busy machine must not be the reason.
    expect: { poll: { timeout: 150_000 } },
    globalSetup: ['src/testing/template.ts'],
    maxWorkers: 2,
    // The server's modules, and the database that is WebAssembly, are loaded once for each worker and not once for each file.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    // As in the end-to-end tests: what passes only when it is tried again is named in the summary.
    retry: 1,
    sequence: { sequencer: LongestFirst },
    // Stand-ins for compute write beside their jobs; the sandbox has tests of its own.
    env: { CUVETTE_TEST_RECIPES: '1', CUVETTE_SANDBOX: 'off' },
  },
});
