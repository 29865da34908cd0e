import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { aliases, dedupe } from './vite.config.ts';

/** The test runner serves this module itself; Vite must leave it alone. */
const testSocket: Plugin = {
  name: 'test-runner-socket',
  enforce: 'pre',
  resolveId: (id) =>
    id.endsWith('__web-dev-server__web-socket.js')
      ? { id: '/__web-dev-server__web-socket.js', external: true }
      : undefined,
};

export default defineConfig({
  plugins: [testSocket, react()],
  resolve: { alias: aliases, dedupe },
  cacheDir: '../../node_modules/.vite-widgets-test',
  optimizeDeps: {
    // Named, so that they are bundled together before the first test: found one by one, React would be there twice.
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      '@r2wc/react-to-web-component',
      '@lit/context',
      'lit',
      'lit/directives/unsafe-html.js',
      '@tanstack/query-core',
      '@tanstack/react-query',
      '@observablehq/plot',
      '@open-wc/testing',
      '@cuvette/core > zod/mini',
      '@cuvette/core > papaparse',
      '3dmol',
      'openchemlib',
    ],
    noDiscovery: true,
    exclude: ['@web/test-runner-commands'],
    rolldownOptions: { external: [/__web-dev-server__web-socket\.js$/] },
  },
});
