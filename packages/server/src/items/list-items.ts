import type { FolderContents } from '@cuvette/core/entities';
import type { Services } from '../services.ts';
import {
  type ContentsQuery,
  itemsFound,
  itemsInFolder,
  propertyOf,
  readContents,
  searchItems,
} from '../store/contents.ts';
import { readItemProperty } from '../store/item-properties.ts';
import type { Member, Reader } from '../store/reader.ts';
import { waitingNow } from './read-item.ts';

/** One page of a folder that the reader sees, also by a property of its items' results. */
export async function listFolder(
  services: Services,
  reader: Reader,
  folder: string,
  query: ContentsQuery,
): Promise<FolderContents> {
  const left = await readFor(services, query, itemsInFolder(reader, folder, query));
  const waiting = await waitingNow(services);
  return { ...(await readContents(services.db.drizzle, reader, folder, query, waiting, services.counts)), ...left };
}

/** One page of all items that a person sees and that a search lets through, also by a property of their results. */
export async function listFound(services: Services, member: Member, query: ContentsQuery): Promise<FolderContents> {
  const left = await readFor(services, query, itemsFound(member, query));
  const waiting = await waitingNow(services);
  return { ...(await searchItems(services.db.drizzle, member, query, waiting, services.counts)), ...left };
}

/** Reads what a list is sorted by, where that is a property; says how many items it was not read of yet, if any. */
async function readFor(
  { db, files }: Services,
  query: ContentsQuery,
  items: Parameters<typeof readItemProperty>[3],
): Promise<{ unread?: number }> {
  const property = propertyOf(query);
  const unread = property ? await readItemProperty(db.drizzle, files, property, items) : 0;
  return unread > 0 ? { unread } : {};
}
