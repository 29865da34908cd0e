import { defineConfig } from 'vitest/config';

// One file after the other, for they share a browser's processor with the step beside them.
export default defineConfig({ test: { fileParallelism: false, globalSetup: ['./global-setup.ts'] } });
