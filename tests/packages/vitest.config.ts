import { defineConfig } from 'vitest/config';

/** A wait ends by its event. Where it does not come, a busy machine must not be the reason. */
const longest = 600_000;

// One file after the other, for they share a browser's processor with the step beside them.
export default defineConfig({
  test: {
    fileParallelism: false,
    globalSetup: ['./global-setup.ts'],
    testTimeout: longest,
    hookTimeout: longest,
    expect: { poll: { timeout: 200_000 } },
  },
});
