/** The packed packages as somebody else has them: unpacked in a folder outside of the checkout, beside what they say they need. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize, resolve } from 'node:path';
import { promisify } from 'node:util';

export const root = join(import.meta.dirname, '../..');
const call = promisify(execFile);

/** Runs a program of the checkout under the Node that runs the tests; its output, also where it fails. */
export async function program(path: string, args: string[], cwd = root): Promise<{ status: number; output: string }> {
  const options = { cwd, maxBuffer: 1 << 26, timeout: 600_000 };
  return call(process.execPath, [resolve(root, path), ...args], options).then(
    ({ stdout, stderr }) => ({ status: 0, output: stdout + stderr }),
    (error) => ({ status: typeof error.code === 'number' ? error.code : 1, output: `${error.stdout}${error.stderr}` }),
  );
}

/** Tarballs by the name of their package's folder. */
export type Tarballs = Readonly<Record<'core' | 'widgets', string>>;

/** Packs both from the present build. Called once, before all test files. */
export async function pack(): Promise<void> {
  const { status, output } = await program('scripts/pack.mjs', ['--no-build']);
  if (status !== 0) throw new Error(output);
}

/** What was packed before all test files. */
export function packed(): Tarballs {
  const folder = join(root, '.cache/packages');
  const find = (name: string) => {
    const file = readdirSync(folder).find((one) => one.startsWith(`cuvette-${name}-`));
    if (!file) throw new Error(`no tarball of ${name} in ${folder}`);
    return join(folder, file);
  };
  return { core: find('core'), widgets: find('widgets') };
}

/** The manifest of an installed package. */
export function manifestOf(app: string, name: string) {
  return JSON.parse(readFileSync(join(app, 'node_modules/@cuvette', name, 'package.json'), 'utf8'));
}

/**
 * An empty app outside of the checkout, with the tarballs unpacked as npm unpacks them. What they list as dependencies is linked from the
 * checkout's own installation, and nothing else: a dependency that is not listed is not found.
 */
export async function install(tarballs: Tarballs): Promise<string> {
  const app = mkdtempSync(join(tmpdir(), 'cuvette-app-'));
  writeFileSync(join(app, 'package.json'), '{ "name": "app", "private": true, "type": "module" }\n');
  for (const [name, tarball] of Object.entries(tarballs)) {
    const folder = join(app, 'node_modules/@cuvette', name);
    mkdirSync(folder, { recursive: true });
    await call('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
  }
  for (const name of Object.keys(tarballs)) {
    const { dependencies, peerDependencies } = manifestOf(app, name);
    for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
      const place = join(app, 'node_modules', dependency);
      if (existsSync(place)) continue;
      mkdirSync(dirname(place), { recursive: true });
      const near = join(root, 'packages', name, 'node_modules', dependency);
      symlinkSync(existsSync(near) ? near : join(root, 'node_modules', dependency), place);
    }
  }
  return app;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Serves a folder on this machine alone, with headers of one's choice. */
export async function serve(
  folder: string,
  headers: Record<string, string> = {},
): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', ...headers });
    response.end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, server };
}
