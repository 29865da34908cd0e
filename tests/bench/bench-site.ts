import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';

const widgets = new URL('../../packages/widgets/', import.meta.url).pathname;
const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html', '.css': 'text/css' };

/** Builds a bench's page, an entry under `packages/widgets/src`, as the widgets are built, and serves it on this machine alone. */
export async function benchSite(entry: string, folder: string): Promise<{ address: string; stop: () => void }> {
  await build({
    root: widgets,
    configFile: false,
    logLevel: 'error',
    base: './',
    resolve: { alias: [{ find: /^3dmol$/, replacement: '3dmol/build/3Dmol.es6-min.js' }] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1300,
      rolldownOptions: {
        input: { page: join(widgets, 'src', entry) },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const html =
    '<!doctype html><html lang="en"><title>Bench</title><script type="module" src="page.js"></script></html>';
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://host').pathname);
    try {
      const body = path === '/' ? html : readFileSync(join(folder, path));
      response.setHeader('content-type', path === '/' ? 'text/html' : (types[extname(path)] ?? 'text/plain'));
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
