import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folder with PostgreSQL's programs (version 15 or newer), or null when this machine has none. */
export async function findPostgres(): Promise<string | null> {
  const candidates: string[] = [];
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    if (Number(version) >= 15) candidates.push(path.join(root, version, 'bin'));
  }
  candidates.push('/opt/homebrew/opt/postgresql@17/bin', '/usr/local/pgsql/bin');
  for (const folder of candidates) {
    if (await stat(path.join(folder, 'initdb')).catch(() => null)) return folder;
  }
  return null;
}

/** An unprivileged user's ids: PostgreSQL refuses root, and permission tests pass falsely under it. Null when we are not root. */
export async function unprivileged(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const number = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout.trim());
  return { uid: await number('-u'), gid: await number('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Databases for a test. */
export interface TestPostgres {
  /** Makes a database with the newest schema and nothing in it, and returns its address. */
  createDatabase(): Promise<string>;
  /** Makes a database without any tables, as before the first start, by default in UTF8, and returns its address. */
  createEmptyDatabase(encoding?: string): Promise<string>;
  stop(): Promise<void>;
}

/** A PostgreSQL of its own. */
export interface PostgresCluster {
  /** Address of the server, with no database in it. */
  address: string;
  stop(): Promise<void>;
}

/** Runs a command until its input ends: when the process that started it is gone, for whatever reason, it shuts down. */
const whileHeld = '"$@" & server=$!; cat >/dev/null; kill -INT "$server" 2>/dev/null; wait "$server"';

/** Starts a PostgreSQL in a temporary directory as an unprivileged user. Throws when this machine has none. */
export async function startPostgres(): Promise<PostgresCluster> {
  const bin = await findPostgres();
  if (!bin)
    throw new Error(
      'PostgreSQL 15 or newer is not installed here. The set-up for testing installs it (Debian: postgresql-15).',
    );
  const directory = await mkdtemp(path.join(tmpdir(), 'cuvette-postgres-'));
  const user = await unprivileged();
  if (user) await chown(directory, user.uid, user.gid);
  await chmod(directory, 0o700);
  const options = {
    ...(user ?? {}),
    cwd: directory,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', HOME: directory },
  };
  const data = path.join(directory, 'data');
  await run(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'cuvette', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'],
    options,
  );
  const port = await freePort();
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      whileHeld,
      'postgres-of-tests',
      path.join(bin, 'postgres'),
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-k',
      directory,
      '-c',
      'fsync=off',
      '-c',
      'max_connections=600',
    ],
    { ...options, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const psql = (statement: string) =>
    run(
      path.join(bin, 'psql'),
      ['-h', '127.0.0.1', '-p', String(port), '-U', 'cuvette', '-d', 'postgres', '-c', statement],
      options,
    );
  for (let round = 0; ; round += 1) {
    const ready = await psql('SELECT 1').then(
      () => true,
      () => false,
    );
    if (ready) break;
    if (round > 200) throw new Error('The PostgreSQL of the test did not start.');
    await sleep(100);
  }
  return {
    address: `postgres://cuvette@127.0.0.1:${port}`,
    async stop() {
      child.stdin.end();
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
