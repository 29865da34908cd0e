import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    // A busy machine must not be the reason why a test fails.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
