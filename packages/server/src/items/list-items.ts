import { type FolderContents, isFinished } from '@cuvette/core/entities';
import type { Services } from '../services.ts';
import {
  type ContentsQuery,
  isByHeadline,
  itemsFound,
  itemsInFolder,
  propertyOf,
  readContents,
  searchItems,
} from '../store/contents.ts';
import { headlinesOf, makeHeadlines } from '../store/item-headlines.ts';
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
  const contents = await readContents(services.db.drizzle, reader, folder, query, waiting, services.counts);
  return { ...(await withHeadlines(services, contents)), ...left };
}

/** One page of all items that a person sees and that a search lets through, also by a property of their results. */
export async function listFound(services: Services, member: Member, query: ContentsQuery): Promise<FolderContents> {
  const left = await readFor(services, query, itemsFound(member, query));
  const waiting = await waitingNow(services);
  const contents = await searchItems(services.db.drizzle, member, query, waiting, services.counts);
  return { ...(await withHeadlines(services, contents)), ...left };
}

/** The same list, whose ended items carry their key results. */
async function withHeadlines({ db, files }: Services, contents: FolderContents): Promise<FolderContents> {
  const ended = contents.items.flatMap(({ type, data }) =>
    type === 'workflow' && isFinished(data.object_status) ? [data.uuid] : [],
  );
  const headlines = await headlinesOf(db.drizzle, files, ended);
  const items = contents.items.map((entry) => {
    const headline = entry.type === 'workflow' ? headlines.get(entry.data.uuid) : undefined;
    return headline && entry.type === 'workflow' ? { ...entry, data: { ...entry.data, headline } } : entry;
  });
  return { ...contents, items };
}

/** Reads what a list is sorted by, where that is a property; says how many items it was not read of yet, if any. */
async function readFor(
  { db, files }: Services,
  query: ContentsQuery,
  items: Parameters<typeof readItemProperty>[3],
): Promise<{ unread?: number }> {
  const property = propertyOf(query);
  const unread = isByHeadline(query)
    ? await makeHeadlines(db.drizzle, files, items)
    : property
      ? await readItemProperty(db.drizzle, files, property, items)
      : 0;
  return unread > 0 ? { unread } : {};
}
