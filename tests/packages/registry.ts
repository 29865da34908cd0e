/** A package registry on this machine alone, so that npm itself can install what we pack, with no network: it has what the checkout has. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './installed.ts';

const call = promisify(execFile);

interface Held {
  folder: string;
  manifest: { name: string; version: string };
}

/** Every installed package of the checkout, by name: those that the lock file lists and that are there. */
function installedPackages(): Map<string, Held[]> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>;
  };
  const held = new Map<string, Held[]>();
  for (const place of Object.keys(lock.packages)) {
    const folder = join(root, place);
    if (!place.includes('node_modules/') || /\/@cuvette\//.test(place) || !existsSync(join(folder, 'package.json')))
      continue;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Held['manifest'];
    held.set(manifest.name, [...(held.get(manifest.name) ?? []), { folder, manifest }]);
  }
  return held;
}

/** Sends a folder as npm packs it, without what is installed inside it. */
function sendTarball(folder: string, response: ServerResponse) {
  const name = basename(folder);
  const tar = spawn('tar', ['-cf', '-', `--exclude=${name}/node_modules`, '-C', dirname(folder), name]);
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  tar.stdout.pipe(response);
  tar.on('error', () => response.destroy());
}

/**
 * Starts the registry. Of a package it has the versions that are installed in the checkout; it has none of Cuvette's own.
 * @returns its address; the names that were asked for and are not there; and what ends it
 */
export async function startRegistry(): Promise<{ address: string; missing: string[]; close: () => void }> {
  const packages = installedPackages();
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').slice(1));
    const [name = '', version] = path.split('/-/');
    const held = packages.get(name);
    if (!held) {
      missing.push(name);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
      return;
    }
    const wanted = held.find(({ manifest }) => `${manifest.version}.tgz` === version);
    if (wanted) return sendTarball(wanted.folder, response);
    const versions = held.map(({ manifest }) => [
      manifest.version,
      { ...manifest, dist: { tarball: `${address}${name}/-/${manifest.version}.tgz` } },
    ]);
    const latest = held[0]?.manifest.version;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/`;
  return {
    address,
    missing,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs npm in a folder against a registry, with a cache of its own and nothing of the person's settings. */
export async function npm(
  folder: string,
  registry: string,
  args: string[],
): Promise<{ status: number; output: string }> {
  const path = process.env.npm_execpath;
  const [program, first] = path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []];
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_|proxy$/i.test(name));
  const settings = ['--registry', registry, '--cache', join(folder, '.npm'), '--userconfig', join(folder, '.npmrc')];
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--fetch-retries=0'];
  const options = {
    cwd: folder,
    env: { ...Object.fromEntries(kept), PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}` },
    maxBuffer: 1 << 26,
    timeout: 600_000,
  };
  return call(program, [...first, ...args, '--prefix', folder, ...settings, ...quiet], options).then(
    ({ stdout, stderr }) => ({ status: 0, output: stdout + stderr }),
    (error) => ({ status: typeof error.code === 'number' ? error.code : 1, output: `${error.stdout}${error.stderr}` }),
  );
}
