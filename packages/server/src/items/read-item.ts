import type { WorkflowItem } from '@cuvette/core/entities';
import { notFound } from '../errors.ts';
import { liveWorkers, waitingRule } from '../queue/waiting.ts';
import type { Services } from '../services.ts';
import { newestLog } from '../store/attempts.ts';
import { proteinsInTrash } from '../store/proteins.ts';
import { longLogForEverybody } from '../store/public-text.ts';
import type { Member, Reader } from '../store/reader.ts';
import { readNewWorkflows, readWorkflow, readWorkflows, type WaitingRule } from '../store/workflows/read-workflows.ts';

/** Most bytes of log that travel inside an item; `GET .../log` has the whole. */
const inlineLog = 64 * 1024;

/** Why items wait now, as text. */
export async function waitingNow(services: Pick<Services, 'db' | 'config'>): Promise<WaitingRule> {
  return waitingRule(await liveWorkers(services.db.drizzle), services.config.activePerPerson);
}

/**
 * The log of an item's newest attempt: its last `bytes`, and why the item failed if it did, for scripts look there. Null when the item is not visible.
 */
export async function itemLog(services: Services, reader: Reader, uuid: string, bytes: number): Promise<string | null> {
  const found = await newestLog(services.db.drizzle, reader, uuid);
  if (!found) return null;
  const log = found.log_file ? await services.files.tail(found.log_file, bytes) : '';
  const ended =
    found.error && bytes > 0 ? `${log === '' || log.endsWith('\n') ? '' : '\n'}Failed: ${found.error.message}\n` : '';
  return reader.kind === 'public' ? longLogForEverybody(log + ended) : log + ended;
}

/** One item as the reader sees it, with the last `logBytes` of its log; null when it is not visible. */
export async function findItem(
  services: Services,
  reader: Reader,
  uuid: string,
  logBytes = inlineLog,
): Promise<WorkflowItem | null> {
  const log = await itemLog(services, reader, uuid, logBytes);
  return log === null ? null : readWorkflow(services.db.drizzle, reader, uuid, await waitingNow(services), log);
}

/** One item as `findItem` reads it. Throws 404. */
export async function itemFor(
  services: Services,
  reader: Reader,
  uuid: string,
  logBytes = inlineLog,
): Promise<WorkflowItem> {
  const item = await findItem(services, reader, uuid, logBytes);
  if (!item) throw notFound('The workflow');
  if (reader.kind !== 'user') return item;
  return withTrashed(item, await proteinsInTrash(services.db.drizzle, reader, [item.uuid]));
}

function withTrashed(item: WorkflowItem, trashed: Awaited<ReturnType<typeof proteinsInTrash>>): WorkflowItem {
  const proteins_in_trash = trashed.get(item.uuid);
  return proteins_in_trash ? { ...item, proteins_in_trash } : item;
}

/** Items of a call that stores: whether it stored them itself, or an earlier one of the same key did. */
export interface Stored {
  uuids: string[];
  isNew: boolean;
}

/** Items that a call stored, in this order: just now (`isNew`), or as they have become since an earlier one of the same key. Their logs are left out. */
export async function storedItems(
  services: Services,
  member: Member,
  { uuids, isNew }: Stored,
): Promise<WorkflowItem[]> {
  const { drizzle } = services.db;
  const waiting = await waitingNow(services);
  // What has just been submitted names no protein in the trash: it would have been refused.
  if (isNew) return readNewWorkflows(drizzle, member, uuids, waiting);
  const items = await readWorkflows(drizzle, member, uuids, waiting);
  const trashed = await proteinsInTrash(drizzle, member, uuids);
  return items.map((item) => withTrashed(item, trashed));
}
