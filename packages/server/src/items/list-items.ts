import {
  type FolderContents,
  isFinished,
  type StructureQuery,
  status,
  type WorkflowItem,
} from '@cuvette/core/entities';
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
import { headlinesOf, headlinesSoFar, makeHeadlines } from '../store/item-headlines.ts';
import { readItemProperty } from '../store/item-properties.ts';
import type { StructureMatches } from '../store/known-matches.ts';
import { matchesOf } from '../store/molecules.ts';
import type { Member, Reader } from '../store/reader.ts';
import { findStructures } from '../structure-search/find-structures.ts';
import { waitingNow } from './read-item.ts';

/** One page of a folder that the reader sees, also by a property of its items' results. */
export async function listFolder(
  services: Services,
  reader: Reader,
  folder: string,
  asked: ContentsQuery & StructureQuery,
): Promise<FolderContents> {
  const query = await withStructures(services, reader, asked);
  const left = await readFor(services, query, itemsInFolder(reader, folder, query));
  const waiting = await waitingNow(services);
  const contents = await readContents(services.db.drizzle, reader, folder, query, waiting, services.counts);
  return withMatches(services, query.matched, { ...(await withHeadlines(services, contents)), ...left });
}

/** One page of all items that a person sees and that a search lets through, also by a property of their results. */
export async function listFound(
  services: Services,
  member: Member,
  asked: ContentsQuery & StructureQuery,
): Promise<FolderContents> {
  const query = await withStructures(services, member, asked);
  const left = await readFor(services, query, itemsFound(member, query));
  const waiting = await waitingNow(services);
  const contents = await searchItems(services.db.drizzle, member, query, waiting, services.counts);
  return withMatches(services, query.matched, { ...(await withHeadlines(services, contents)), ...left });
}

/** A query with the molecules that fit the structure in it. Throws 422 for a structure that cannot be read. */
async function withStructures(
  services: Services,
  reader: Reader,
  { exact, substructure, similar_to, min_similarity, ...query }: ContentsQuery & StructureQuery,
): Promise<ContentsQuery> {
  const matched = await findStructures(services, reader, { exact, substructure, similar_to, min_similarity });
  return matched ? { ...query, matched } : query;
}

/** A list with the molecule of each item that a search by structure found. */
async function withMatches(
  { db }: Services,
  matched: StructureMatches | undefined,
  contents: FolderContents,
): Promise<FolderContents> {
  if (!matched) return contents;
  const uuids = contents.items.map(({ data }) => data.uuid);
  return { ...contents, matches: await matchesOf(db.drizzle, 'workflow', uuids, matched) };
}

/** The same list, whose items carry their key results: those that go on, what is known so far. */
async function withHeadlines(services: Services, contents: FolderContents): Promise<FolderContents> {
  const listed = contents.items.flatMap((entry) => (entry.type === 'workflow' ? [entry.data] : []));
  const told = new Map((await itemsWithHeadlines(services, listed)).map((item) => [item.uuid, item]));
  const items = contents.items.map((entry) =>
    entry.type === 'workflow' ? { ...entry, data: told.get(entry.data.uuid) ?? entry.data } : entry,
  );
  return { ...contents, items };
}

/** Items of a list, each with its key results where there are some. */
export async function itemsWithHeadlines(
  { db, files }: Services,
  items: readonly WorkflowItem[],
): Promise<WorkflowItem[]> {
  const of = (wanted: (item: WorkflowItem) => boolean) => items.filter(wanted).map(({ uuid }) => uuid);
  const ended = await headlinesOf(
    db.drizzle,
    files,
    of(({ object_status }) => isFinished(object_status)),
  );
  const open = await headlinesSoFar(
    db.drizzle,
    of(({ object_status }) => !isFinished(object_status) && object_status !== status.draft),
  );
  return items.map((item) => {
    const headline = ended.get(item.uuid) ?? open.get(item.uuid);
    return headline ? { ...item, headline } : item;
  });
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
