import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { aliases, cssTarget, dedupe, drawing } from './vite.config.ts';

/** Puts the scripts of workers into the file itself: a notebook has no address that another file could lie beside. */
function workersInside(): Plugin {
  const worker = /new Worker\(new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\), \{ type: 'module' \}\)/;
  return {
    name: 'cuvette-workers-inside',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]open-[\w-]*worker\.ts$/.test(id)) return null;
      const [whole, file] = worker.exec(code) ?? this.error(`${id} starts no worker: see workersInside.`);
      return { code: `import Inside from '${file}?worker&inline';\n${code.replace(whole, 'new Inside()')}`, map: null };
    },
  };
}

/** The script of `cuvette_embed.widget`: one file, which asks for no other. `scripts/notebook-script.mjs` packs it into the Python package. */
export default defineConfig({
  plugins: [workersInside(), react()],
  resolve: { alias: [...drawing, ...aliases], dedupe },
  worker: { format: 'es' },
  publicDir: false,
  build: {
    target: 'es2022',
    cssTarget,
    outDir: 'dist/notebook',
    chunkSizeWarningLimit: 5000,
    modulePreload: false,
    rolldownOptions: {
      input: { widget: fileURLToPath(new URL('src/notebook/widget.ts', import.meta.url)) },
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
});
