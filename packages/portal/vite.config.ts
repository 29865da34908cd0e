import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server that `npm run dev` forwards API calls to; the built portal is served by that server itself. */
const server = process.env.CUVETTE_DEV_SERVER ?? 'http://127.0.0.1:4280';

export default defineConfig({
  base: '/',
  // Scripts and styles name each other by relative addresses: the server may be under a path that only its settings know. It writes that path into the page itself.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  plugins: [react()],
  resolve: {
    alias: [{ find: /^3dmol$/, replacement: '3dmol/build/3Dmol.es6-min.js' }],
    dedupe: ['react', 'react-dom', 'lit', '@tanstack/react-query', '@tanstack/query-core'],
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server }, '/embed': { target: server } },
  },
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1300,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the first page needs is one file, not sixty small ones: a slow line pays for each. Pages that are opened later load what is left.
          groups: [{ name: 'first', test: /[\\/]packages[\\/]portal[\\/]src[\\/]main\.tsx$/ }],
        },
      },
    },
  },
});
