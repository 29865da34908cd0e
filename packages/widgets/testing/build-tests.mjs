import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { aliases, dedupe, drawing } from '../vite.config.ts';

/** The test runner serves this module itself. */
const socket = '/__web-dev-server__web-socket.js';

const testSocket = {
  name: 'test-runner-socket',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('__web-dev-server__web-socket.js') ? { id: socket, external: true } : undefined),
};

/** A test finds what lies beside it by the address that its source has on the test server, wherever its code was put. */
function sourceAddresses(root) {
  return {
    name: 'source-addresses',
    enforce: 'pre',
    transform(code, id) {
      const [file = ''] = id.split('?');
      const path = relative(root, file);
      if (path.startsWith('..') || path.includes('node_modules') || !code.includes('import.meta.url')) return null;
      const address = `(location.origin + ${JSON.stringify(`/${path}`)})`;
      // A worker's script is found by the bundler.
      const lines = code
        .split('\n')
        .map((line) => (line.includes('new Worker(') ? line : line.replaceAll('import.meta.url', address)));
      return { code: lines.join('\n'), map: null };
    },
  };
}

const entryOf = (file) => file.replace(/\.tsx?$/, '').replaceAll('/', '-');

/** What only pages with React draw: the portal's forms and what else no element of the embed shows. */
const reactOnly = /^src\/(?:submit|batch)\//;

/**
 * Puts the test files and all that they import into few scripts. A page that asks for each module by its own address loads some six hundred,
 * which is most of what a small test file costs. What the embed ships is tested with what the embed draws with (Preact), what only the portal ships with React.
 * @param {{root: string, folder: string, files: string[], react?: boolean}} options folder: below root; react: draw everything with React, as the portal does
 * @returns {Promise<(path: string) => string | null>} the address of a test file's script, by the address of its source
 */
export async function buildTests({ root, folder, files, react: all = false }) {
  const found = globSync(files, { cwd: root });
  const withReact = found.filter((file) => all || reactOnly.test(file));
  const entries = new Map();
  for (const [name, part, alias] of [
    ['preact', found.filter((file) => !withReact.includes(file)), [...drawing, ...aliases]],
    ['react', withReact, aliases],
  ]) {
    if (part.length === 0) continue;
    await buildPart({ root, folder: `${folder}/${name}`, found: part, alias });
    for (const file of part) entries.set(`/${file}`, `/${folder}/${name}/${entryOf(file)}.js`);
  }
  return (path) => entries.get(path) ?? null;
}

async function buildPart({ root, folder, found, alias }) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: `/${folder}/`,
    plugins: [testSocket, sourceAddresses(root), react()],
    resolve: { alias, dedupe },
    build: {
      target: 'es2022',
      outDir: folder,
      minify: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      sourcemap: true,
      chunkSizeWarningLimit: 20_000,
      reportCompressedSize: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(found.map((file) => [entryOf(file), join(root, file)])),
        preserveEntrySignatures: false,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          // Each module runs when it is first imported, although it lies in one script with others.
          strictExecutionOrder: true,
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: '3dmol', test: /[\\/]3dmol[\\/]/ },
              { name: 'openchemlib', test: /[\\/]openchemlib[\\/]/ },
              { name: 'packages', test: /[\\/]node_modules[\\/]/ },
              { name: 'core', test: /[\\/]packages[\\/]core[\\/](?!.*\.json$)/ },
              { name: 'widgets', test: /[\\/]packages[\\/]widgets[\\/]src[\\/](?!.*\.test\.tsx?$)(?!.*\.json$)/ },
            ],
          },
        },
      },
    },
  });
}
