import { defineConfig } from 'vitest/config';

// The packages are packed into one folder: one file after the other.
export default defineConfig({ test: { fileParallelism: false } });
