import * as z from 'zod/mini';
import {
  Folder,
  FolderContents,
  FolderList,
  type FolderQuery,
  type FolderUpdate,
  pageSize,
  writeQuery,
} from '../entities/folder.ts';
import { folderPollInterval } from '../entities/platform-constants.ts';
import {
  type SavedColumnsCreate,
  SavedColumnsEntry,
  type SavedColumnsUpdate,
  type SavedSearchCreate,
  SavedSearchEntry,
  type SavedSearchUpdate,
} from '../entities/saved-list.ts';
import { type SavedSearch, searchQuery } from '../entities/saved-search.ts';
import type { WorkflowUpdate } from '../entities/workflow-bodies.ts';
import { WorkflowItem } from '../entities/workflow-item.ts';
import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';
import type { Transport } from './transport.ts';

/** Items and folders of a list, by their identifiers. */
export interface EntryUuids {
  workflows: readonly string[];
  folders: readonly string[];
}

/** What deleting several entries did: the deletions, by which they are restored, and how many were gone already. */
export interface EntriesDeleted {
  deletions: string[];
  missing: number;
}

const DeletedMany = z.looseObject({ missing: z.array(z.string()), deletion_uuids: z.array(z.string()) });
const DeletedOne = z.looseObject({ deletion_uuid: z.string() });

/** Most items that one call reads or changes. */
const mostAtOnce = 100;

const ofSize = (uuids: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(uuids.length / size) }, (_, part) => uuids.slice(part * size, (part + 1) * size));

/** Folders that one answer of the tree holds at most. */
export const subfolderPageSize = 100;

/** Makes the calls for lists of items and folders: several at once, the tree of folders, searches, and what people saved for them. */
export function listCalls({ get, send }: Pick<Transport, 'get' | 'send'>, refreshed: Refreshed) {
  const anything = z.unknown();
  const saved = <Entry extends z.core.$ZodType>(path: string, key: string, schema: Entry) => ({
    list: () =>
      queryOptions({
        queryKey: [key, 'list'],
        queryFn: ({ signal }: { signal: AbortSignal }) => get(`/api/${path}`, z.array(schema), signal),
        staleTime: 15_000,
      }),
    create: (body: unknown) => refreshed(send('POST', `/api/${path}`, body, schema), [key]),
    change: (uuid: string, body: unknown) => refreshed(send('POST', `/api/${path}/${uuid}`, body, schema), [key]),
    remove: (uuid: string) => refreshed(send('DELETE', `/api/${path}/${uuid}`, {}, anything), [key]),
  });
  const searches = saved('saved_search', 'saved-search', SavedSearchEntry);
  const columns = saved('saved_columns', 'saved-columns', SavedColumnsEntry);
  return {
    /** The folders in a folder by name, a hundred of them; pages count from 0. */
    subfolders: (uuid: string, page = 0) =>
      queryOptions({
        queryKey: ['folder', uuid, 'subfolders', page],
        queryFn: ({ signal }) =>
          get(
            `/api/folder/${encodeURIComponent(uuid)}/subfolders?size=${subfolderPageSize}&page=${page}`,
            FolderList,
            signal,
          ),
        staleTime: 15_000,
      }),
    /** What a search finds that need not be saved: a page of all items that the person sees; pages count from 0. */
    found: (search: SavedSearch, page = 0) => {
      const query: FolderQuery = { ...searchQuery(search), size: pageSize, page, count: true };
      return queryOptions({
        queryKey: ['folder', 'found', query],
        queryFn: ({ signal }) => get(`/api/saved_search/contents?${writeQuery(query)}`, FolderContents, signal),
        refetchInterval: folderPollInterval,
      });
    },
    /** Moves folders and items into a folder. The folders go first: where they are refused, the items stay too. */
    moveEntries: async ({ workflows, folders }: EntryUuids, parent: string) => {
      const body = (uuids: readonly string[]) => ({ uuids, parent_uuid: parent });
      const moves = async () => {
        if (folders.length > 0) await send('POST', '/api/folder/move_folders', body(folders), anything);
        if (workflows.length > 0) await send('POST', '/api/workflow/move_workflows', body(workflows), anything);
      };
      return refreshed(moves(), ['folder'], ['workflow'], ['sidebar']);
    },
    /** Deletes items and folders; what is gone already is counted. Throws ApiError at the first that is refused. */
    deleteEntries: ({ workflows, folders }: EntryUuids): Promise<EntriesDeleted> => {
      const deletes = async () => {
        const done: EntriesDeleted = { deletions: [], missing: 0 };
        const gone = (count: number) => (error: unknown) => {
          if (!isMissing(error)) throw error;
          done.missing += count;
          return null;
        };
        for (const uuid of folders) {
          const one = await send('DELETE', `/api/folder/${uuid}`, {}, DeletedOne).catch(gone(1));
          if (one) done.deletions.push(one.deletion_uuid);
        }
        for (const uuids of ofSize(workflows, mostAtOnce)) {
          const some = await send('DELETE', '/api/workflow', { uuids }, DeletedMany).catch(gone(uuids.length));
          done.deletions.push(...(some?.deletion_uuids ?? []));
          done.missing += some?.missing.length ?? 0;
        }
        return done;
      };
      return refreshed(deletes(), ['folder'], ['workflow'], ['deletions'], ['sidebar']);
    },
    /** Brings several deletions back. */
    restoreDeletions: (deletions: readonly string[]) => {
      const restores = async () => {
        for (const uuid of deletions) await send('POST', `/api/trash/${uuid}/restore`, {}, anything);
      };
      return refreshed(restores(), ['deletions'], ['folder'], ['workflow'], ['structure'], ['sidebar']);
    },
    /** Stops those of the items that have not ended. */
    stopWorkflows: (uuids: readonly string[]) => {
      const stops = async () => {
        for (const some of ofSize(uuids, mostAtOnce)) {
          await send('POST', '/api/workflow/batch_stop', { uuids: some }, anything);
        }
      };
      return refreshed(stops(), ['folder'], ['workflow']);
    },
    /** Gives items and folders the same marks. */
    markEntries: (
      { workflows, folders }: EntryUuids,
      marks: Pick<WorkflowUpdate & FolderUpdate, 'starred' | 'public'>,
    ) => {
      const changes = async () => {
        for (const uuid of folders) await send('POST', `/api/folder/${uuid}`, marks, Folder);
        for (const uuid of workflows) await send('POST', `/api/workflow/${uuid}`, marks, WorkflowItem);
      };
      return refreshed(changes(), ['folder'], ['workflow']);
    },
    /** Several items whole, with their data; those that are gone are left out. */
    wholeWorkflows: async (uuids: readonly string[]): Promise<WorkflowItem[]> => {
      const items: WorkflowItem[] = [];
      for (const some of ofSize(uuids, mostAtOnce)) {
        const found = await send('POST', '/api/workflow/batch_retrieve', { uuids: some }, z.array(WorkflowItem)).catch(
          (error: unknown) => {
            if (isMissing(error)) return [];
            throw error;
          },
        );
        items.push(...found);
      }
      return items;
    },
    savedSearches: searches.list,
    saveSearch: (body: SavedSearchCreate) => searches.create(body),
    changeSearch: (uuid: string, body: SavedSearchUpdate) => searches.change(uuid, body),
    forgetSearch: searches.remove,
    savedColumns: columns.list,
    saveColumns: (body: SavedColumnsCreate) => columns.create(body),
    changeColumns: (uuid: string, body: SavedColumnsUpdate) => columns.change(uuid, body),
    forgetColumns: columns.remove,
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404;
}
