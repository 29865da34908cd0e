/**
 * A server for `npm run bench:shared-folder`, on the database that its first argument names ("pglite" or "postgres"): it holds as many folders of another
 * person as the second argument says, and a shared folder of its owner. Prints its address and that folder, and ends with its standard input.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addForeignFolders } from '../src/testing/foreign-folders.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { call, startTestServer } from '../src/testing/test-server.ts';

const [kind, count] = process.argv.slice(2);
const data = await mkdtemp(path.join(tmpdir(), 'cuvette-bench-'));
const cluster = kind === 'postgres' ? await startPostgres() : null;
const server = await startTestServer({
  data,
  databaseUrl: cluster === null ? null : new URL('/postgres', cluster.address).href,
});
try {
  let parent: unknown = null;
  for (const name of ['Outer', 'Middle', 'Shared']) {
    const body = { name, parent_uuid: parent, public: name === 'Shared' };
    parent = (await call(server, 'POST', '/api/folder', { body })).body.uuid;
  }
  await addForeignFolders(server.services.db, Number(count));
  console.log(JSON.stringify({ address: server.address, folder: parent }));
  for await (const _chunk of process.stdin);
} finally {
  await server.stop();
  await cluster?.stop();
  await rm(data, { recursive: true, force: true });
}
