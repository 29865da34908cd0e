import { defineConfig } from 'vitest/config';

// A busy machine must not be the reason why a test fails.
export default defineConfig({ test: { testTimeout: 120_000, hookTimeout: 120_000 } });
