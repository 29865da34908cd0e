/**
 * A PostgreSQL of its own for `npm run bench:pages`: prints its address, then fills a folder of the person whose identifier comes as a line with as many
 * items as its argument says, prints the folder's identifier, and ends with its standard input.
 */
import { createInterface } from 'node:readline';
import { openPostgres } from '../src/store/database/database.ts';
import { addManyItems, manyFolder } from '../src/testing/many-items.ts';
import { startPostgres } from '../src/testing/postgres.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const cluster = await startPostgres();
const address = new URL('/postgres', cluster.address).href;
console.log(address);
try {
  for await (const line of createInterface({ input: process.stdin })) {
    // Millions of rows and their indexes take longer than a statement of the server may.
    const db = await openPostgres(address, null);
    await addManyItems(db, count, { kind: 'user', id: line.trim() });
    await db.close();
    console.log(manyFolder);
  }
} finally {
  await cluster.stop();
}
