import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    // Nothing here keeps a state of its own: the modules are loaded once for each worker and not once for each file.
    isolate: false,
  },
});
