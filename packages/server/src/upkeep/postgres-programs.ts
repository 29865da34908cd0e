import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { ConfigProblem } from '../config-problem.ts';
import { errorWords } from '../log.ts';

const run = promisify(execFile);

/** Arguments and environment by which PostgreSQL's own programs reach a database: the password is not in the list of processes. */
function reachedBy(databaseUrl: string): { address: string; env: Record<string, string> } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { address: url.href, env: password === '' ? {} : { PGPASSWORD: password } };
}

/** Runs one of PostgreSQL's programs. Throws `ConfigProblem` with what it printed, or with where to get it. */
async function runProgram(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const { address, env } = reachedBy(databaseUrl);
  try {
    await run(program, [...args, '--dbname', address], { env: { ...process.env, ...env }, maxBuffer: 16 * 2 ** 20 });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    throw new ConfigProblem(
      code === 'ENOENT'
        ? `${program} was not found. Install PostgreSQL's client programs, of the version of the server or newer (Debian: postgresql-client).`
        : `${program} failed: ${(stderr ?? '').trim() || errorWords(error)}`,
    );
  }
}

/** Writes a dump of a PostgreSQL database into a file, as the database is at one moment; people go on working meanwhile. */
export function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  return runProgram('pg_dump', databaseUrl, ['--format=custom', '--no-owner', '--no-privileges', '--file', file]);
}

/** Reads a dump into an empty database, all of it or nothing. */
export function restorePostgres(databaseUrl: string, file: string): Promise<void> {
  const whole = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  return runProgram('pg_restore', databaseUrl, [...whole, file]);
}

/** Throws `ConfigProblem` for a database that has tables, or cannot be reached. */
export async function refuseFilledPostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  let count = 0;
  try {
    await client.connect();
    const found = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    count = found.rows[0]?.count ?? 0;
  } catch (error) {
    throw new ConfigProblem(`The database of DATABASE_URL cannot be used: ${errorWords(error)}`);
  } finally {
    await client.end().catch(() => {});
  }
  if (count > 0) {
    throw new ConfigProblem(
      'The database of DATABASE_URL is not empty. Make an empty one and name that. Nothing was changed.',
    );
  }
}
