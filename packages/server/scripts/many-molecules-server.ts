/**
 * A server for `npm run bench:structures`, on the database that its first argument names ("pglite" or "postgres"): its owner has as many items of
 * different molecules as the second argument says. Prints its address, the owner's key and the seconds that the index took, and ends with its
 * standard input.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addManyMolecules } from '../src/testing/many-molecules.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { ownerKey, startTestServer } from '../src/testing/test-server.ts';

const [kind, count] = process.argv.slice(2);
const data = await mkdtemp(path.join(tmpdir(), 'cuvette-bench-'));
const cluster = kind === 'postgres' ? await startPostgres() : null;
const server = await startTestServer({
  data,
  databaseUrl: cluster === null ? null : new URL('/postgres', cluster.address).href,
});
try {
  const seconds = await addManyMolecules(server.services, Number(count));
  console.log(JSON.stringify({ address: server.address, key: ownerKey, seconds }));
  for await (const _chunk of process.stdin);
} finally {
  await server.stop();
  await cluster?.stop();
  await rm(data, { recursive: true, force: true });
}
