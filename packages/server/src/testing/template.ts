import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { localFiles } from '../files/local-files.ts';
import { startSweeps } from '../queue/sweeps.ts';
import { type Database, openEmbedded, openPostgres } from '../store/database/database.ts';
import { findPostgres, type PostgresCluster, startPostgres } from './postgres.ts';
import { makeTemplate } from './shared-postgres.ts';

/** Makes everything in a database that a first start of the server makes, and closes it. */
async function fill(db: Database, directory: string): Promise<void> {
  const sweeps = await startSweeps(db, localFiles(path.join(directory, 'files')), directory, () => {});
  await sweeps.stop();
  await db.close();
}

async function startCluster(directory: string): Promise<PostgresCluster | null> {
  if (!(await findPostgres())) return null;
  const cluster = await startPostgres();
  try {
    await makeTemplate(cluster.address, async (address) => fill(await openPostgres(address), directory));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/**
 * Before all tests: makes one empty embedded database and, where the machine has it, one PostgreSQL with an empty database. Tests that are not about
 * the first start copy these: making one takes seconds, copying it a moment. Their places are passed on in the environment.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'cuvette-template-'));
  const embedded = async () => fill(await openEmbedded(directory), directory);
  const [cluster] = await Promise.all([startCluster(directory), embedded()]);
  process.env.CUVETTE_TEST_TEMPLATE = path.join(directory, 'database');
  if (cluster) process.env.CUVETTE_TEST_POSTGRES = cluster.address;
  return async () => {
    await cluster?.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
