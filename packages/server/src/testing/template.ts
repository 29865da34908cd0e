import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { localFiles } from '../files/local-files.ts';
import { startSweeps } from '../queue/sweeps.ts';
import { openEmbedded } from '../store/database.ts';

/**
 * Before all tests: makes one empty embedded database, which tests that are not about the first start copy. Making one takes
 * seconds, copying it a moment. Its place is passed on in the environment.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'cuvette-template-'));
  const db = await openEmbedded(directory);
  const sweeps = await startSweeps(db, localFiles(path.join(directory, 'files')), directory, () => {});
  await sweeps.stop();
  await db.close();
  process.env.CUVETTE_TEST_TEMPLATE = path.join(directory, 'database');
  return () => rm(directory, { recursive: true, force: true });
}
