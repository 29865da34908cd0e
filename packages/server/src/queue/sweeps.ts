import { PgBoss } from 'pg-boss';
import type { FileStore } from '../files/file-store.ts';
import { errorWords } from '../log.ts';
import { type Database, writeDump } from '../store/database/database.ts';
import { purgeNotices } from '../store/notices.ts';
import { lastSetAside, sweepFiles, sweepRows } from '../store/sweep.ts';

/** Regular cleaning up. */
export interface Sweeps {
  boss: PgBoss;
  stop(): Promise<void>;
}

/** Cleans up every hour: rows that serve nobody and files that no row points to go, but not those that a set-aside database may need. */
export async function sweep(db: Database, files: FileStore, dataDirectory: string): Promise<void> {
  await sweepRows(db.drizzle);
  await purgeNotices(db.drizzle);
  await sweepFiles(db.drizzle, files, undefined, await lastSetAside(dataDirectory));
}

/**
 * Starts the regular cleaning up on pg-boss: orphaned files hourly, a dump of the embedded database nightly. Several servers on one database share
 * it.
 */
export async function startSweeps(
  db: Database,
  files: FileStore,
  dataDirectory: string,
  log: (text: string) => void,
): Promise<Sweeps> {
  const boss = new PgBoss({
    ...db.bossOptions,
    schema: 'pgboss',
    superviseIntervalSeconds: 300,
    clockMonitorIntervalSeconds: 600,
    cronMonitorIntervalSeconds: 45,
  });
  boss.on('error', (error: Error) => log(`House work: ${error.message}`));
  await boss.start();
  const every = async (name: string, cron: string, work: () => Promise<unknown>): Promise<void> => {
    await boss.createQueue(name, { policy: 'short', retryLimit: 0, expireInSeconds: 3600 });
    await boss.work(name, { pollingIntervalSeconds: 60 }, async () => {
      await work().catch((error: Error) => {
        log(`House work (${name}): ${errorWords(error)}`);
        throw error;
      });
    });
    await boss.schedule(name, cron);
  };
  await every('sweep-files', '17 * * * *', () => sweep(db, files, dataDirectory));
  if (db.kind === 'pglite') await every('dump-database', '30 3 * * *', () => writeDump(db, dataDirectory, 'nightly'));
  return {
    boss,
    stop: () => boss.stop({ graceful: false, close: db.kind === 'postgres' }),
  };
}
