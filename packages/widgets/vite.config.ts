import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { filesOfElements, groups, readsAtOnce } from './chunks.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** Names what the 3D engine is called in source and delivers its small build; the package's own entry is a 5 MB one. */
export const aliases = [{ find: /^3dmol$/, replacement: '3dmol/build/3Dmol.es6-min.js' }];
/**
 * The embed draws with Preact, which understands what is written for React: React itself would be a third of what a page loads for a table. The package for
 * npm, and with it the portal, keep React, the page's own.
 */
export const drawing = [
  { find: /^react-dom\/client$/, replacement: fileURLToPath(new URL('src/preact/root.ts', import.meta.url)) },
  { find: /^react\/jsx-(?:dev-)?runtime$/, replacement: 'preact/compat/jsx-runtime' },
  { find: /^react$/, replacement: fileURLToPath(new URL('src/preact/react.ts', import.meta.url)) },
  { find: /^react-dom$/, replacement: 'preact/compat' },
];
export const dedupe = ['react', 'react-dom', 'lit', '@tanstack/react-query', '@tanstack/query-core'];

/** Browsers that know `light-dark()`: for older ones the build would rewrite it into variables that a shadow root never gets. */
export const cssTarget = ['chrome123', 'firefox120', 'safari17.5'];

/** A module by its path in the checkout, an installed one wherever it is installed; what a plugin made up keeps its name. */
function moduleName(id: string): string {
  const [file = ''] = id.replace(/^\0/, '').split('?');
  const installed = file.split(/[\\/]node_modules[\\/]/);
  if (installed.length > 1) return `node_modules/${installed.at(-1)?.split(sep).join('/')}`;
  return isAbsolute(file) ? relative(checkout, file).split(sep).join('/') : file;
}

/**
 * Writes `modules.json` beside the built files: for each script, which others it imports statically and of which modules it is made, with
 * their bytes before minification. `scripts/check-sizes.mjs` reads it to say what a page loads, and what grew.
 */
function modules(): Plugin {
  return {
    name: 'cuvette-modules',
    generateBundle(_options, bundle) {
      const files: Record<string, { imports: string[]; modules: Record<string, number> }> = {};
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const parts = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0);
        const modules = parts.map(([id, { renderedLength }]): [string, number] => [moduleName(id), renderedLength]);
        // A small file that only passes on what a larger one holds is found by the module that is asked for.
        if (parts.length === 0 && chunk.facadeModuleId) modules.push([moduleName(chunk.facadeModuleId), 0]);
        files[file] = { imports: chunk.imports, modules: Object.fromEntries(modules) };
      }
      this.emitFile({ type: 'asset', fileName: 'modules.json', source: `${JSON.stringify(files, null, 1)}\n` });
    },
  };
}

/**
 * Elements read; they neither write nor page through endless lists. What TanStack's `QueryClient` brings along for these is left out of the embed:
 * 1.6 kB compressed of what every page loads. A page's own client, given as a property, is its own and whole.
 */
function readsOnly(): Plugin {
  const stand: Record<string, string> = {
    mutationCache: `export class MutationCache {
  clear() {}
  find() {}
  findAll() { return []; }
  getAll() { return []; }
  resumePausedMutations() { return Promise.resolve(); }
}`,
    infiniteQueryBehavior: `const none = () => { throw new Error('Elements have no endless lists.'); };
export { none as infiniteQueryBehavior, none as hasNextPage, none as hasPreviousPage };`,
  };
  const seen = new Set<string>();
  return {
    name: 'cuvette-reads-only',
    load(id) {
      const name = /[\\/]query-core[\\/]build[\\/]modern[\\/](\w+)\.js$/.exec(id)?.[1] ?? '';
      if (!stand[name]) return null;
      seen.add(name);
      return { code: stand[name], moduleSideEffects: false };
    },
    buildEnd(error) {
      const gone = Object.keys(stand).filter((name) => !seen.has(name));
      if (!error && gone.length > 0) this.error(`TanStack Query has no ${gone.join(', ')} any more: see readsOnly.`);
    },
  };
}

/**
 * Vite's helper for dynamic imports waits for style sheets and asks for files ahead: styles are text here, and `src/preload.ts` asks. Each module that imports
 * dynamically gets its own empty one, so that `embed.js` imports no other file for it.
 */
function plainImports(): Plugin {
  const name = 'cuvette-plain-import';
  return {
    name: 'cuvette-plain-imports',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id.endsWith('vite/preload-helper.js') ? `\0${name}?${importer?.replaceAll(/\W/g, '_')}` : null,
    load: (id) => (id.startsWith(`\0${name}`) ? 'export const __vitePreload = (load) => load();' : null),
  };
}

/** The version that the elements carry is the package's. */
function sameVersion(): Plugin {
  return {
    name: 'cuvette-same-version',
    buildStart() {
      const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
        version: string;
      };
      const source = readFileSync(new URL('src/version.ts', import.meta.url), 'utf8');
      if (!source.includes(`'${version}'`)) this.error(`src/version.ts must say '${version}', as package.json does.`);
    },
  };
}

/** Returns what views need of each type of items: core has a folder for each, of its name. */
function modulesOfTypes(): Record<string, string> {
  const types = readdirSync(new URL('../core/src/workflows/types', import.meta.url), { withFileTypes: true });
  const folders = types.filter((each) => each.isDirectory()).map(({ name }) => name);
  return Object.fromEntries(folders.map((type) => [type, `workflows/types/${type}/results.ts`]));
}

/** What every element that reads an item needs as soon as it has one. */
const readsItems = [
  'workflows/define-results.ts',
  'workflows/parts/calculations/structure-references.ts',
  // One of those that nearly all types are made of.
  'tables/build-table.ts',
];

export default defineConfig({
  base: './',
  plugins: [
    react(),
    readsOnly(),
    plainImports(),
    readsAtOnce(),
    filesOfElements(
      {
        '': { entry: 'src/embed-base.ts' },
        'cuvette-workflow': { entry: 'elements/workflow.tsx', also: readsItems },
        'cuvette-conformer-search': { entry: 'elements/workflow.tsx', also: readsItems },
        'cuvette-basic-calculation': { entry: 'elements/workflow.tsx', also: readsItems },
        'cuvette-viewer': { entry: 'elements/viewer.tsx', also: [...readsItems, '3dmol/build/3Dmol.es6-min.js'] },
        'cuvette-table': { entry: 'elements/table.tsx', also: readsItems },
        'cuvette-trajectory': { entry: 'elements/trajectory.tsx' },
        'cuvette-microstates': { entry: 'elements/microstates.tsx', also: readsItems },
        'cuvette-value': { entry: 'elements/value.ts' },
      },
      modulesOfTypes(),
    ),
    // After what changes files.
    modules(),
    sameVersion(),
  ],
  resolve: { alias: [...drawing, ...aliases], dedupe },
  build: {
    target: 'es2022',
    cssTarget,
    outDir: 'dist/embed',
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1300,
    rolldownOptions: {
      input: { embed: 'src/embed.ts' },
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: '[name].js',
        // What views need of a type of items carries the name of its folder, the rest has `-form` behind it.
        chunkFileNames({ moduleIds }) {
          const types = moduleIds.flatMap((id) => [
            /[\\/]workflows[\\/]types[\\/](\w+)[\\/](index|results)\.ts$/.exec(id) ?? [],
          ]);
          const [, type, part] = types.find((found) => found.length > 0) ?? [];
          return `chunks/${type ? `${type}${part === 'index' ? '-form' : ''}` : '[name]'}-[hash].js`;
        },
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { groups },
      },
    },
  },
});
