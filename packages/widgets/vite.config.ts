import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What a page loads before anything is near the viewport may not weigh more than this, compressed. */
export const eagerLimit = 15 * 1024;

/** Names what the 3D engine is called in source and delivers its small build; the package's own entry is a 5 MB one. */
export const aliases = [{ find: /^3dmol$/, replacement: '3dmol/build/3Dmol.es6-min.js' }];
export const dedupe = ['react', 'react-dom', 'lit', '@tanstack/react-query', '@tanstack/query-core'];

/** Browsers that know `light-dark()`: for older ones the build would rewrite it into variables that a shadow root never gets. */
export const cssTarget = ['chrome123', 'firefox120', 'safari17.5'];

/** Adds up `embed.js` and every chunk that it imports statically, prints the sum, and fails the build when it is over the limit. */
function eagerSize(): Plugin {
  return {
    name: 'cuvette-eager-size',
    generateBundle(_options, bundle) {
      const seen = new Set<string>();
      const visit = (name: string) => {
        const chunk = bundle[name];
        if (seen.has(name) || chunk?.type !== 'chunk') return;
        seen.add(name);
        chunk.imports.forEach(visit);
      };
      visit('embed.js');
      let total = 0;
      for (const name of seen) {
        const chunk = bundle[name];
        if (chunk?.type === 'chunk') total += gzipSync(chunk.code, { level: 9 }).length;
      }
      this.emitFile({
        type: 'asset',
        fileName: 'sizes.json',
        source: `${JSON.stringify({ eager: total, limit: eagerLimit, files: [...seen] }, null, 2)}\n`,
      });
      console.log(
        `embed.js and what it loads at once: ${(total / 1024).toFixed(2)} kB compressed (limit ${eagerLimit / 1024} kB)`,
      );
      if (total > eagerLimit)
        this.error(
          `embed.js loads ${total} bytes at once, more than ${eagerLimit}. Something heavy is imported statically: ${[...seen].join(', ')}`,
        );
    },
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

export default defineConfig({
  base: './',
  plugins: [react(), eagerSize(), sameVersion()],
  resolve: { alias: aliases, dedupe },
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
        chunkFileNames: 'chunks/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
});
