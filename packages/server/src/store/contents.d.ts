import type { Folder, FolderContents } from '@cuvette/core/entities';
import { type SQL } from 'drizzle-orm';
import { type Counts } from './counts.ts';
import { type Executor } from './database.ts';
import { type Member, type Reader } from './reader.ts';
import { type WaitingRule } from './workflows.ts';
/** What may be asked of a folder's contents or of a search. Pages count from 0. */
export interface ContentsQuery {
  page: number;
  size: number;
  name_contains?: string | undefined;
  public?: boolean | undefined;
  starred?: boolean | undefined;
  sort?: string | undefined;
  asc?: boolean | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  updated_after?: string | undefined;
  updated_before?: string | undefined;
  statuses?: number[] | undefined;
  object_types?: string[] | undefined;
  project_uuid?: string | undefined;
  parent_uuid?: string | undefined;
  /** Whether the number of all that fits is told. */
  count?: boolean | undefined;
}
/** Words that may stand in `sort`. */
export declare const sortNames: string[];
/** The filters that folders and items have in common, on an alias `e`; `folded` is its name as `fold_case` makes it. */
export declare function commonFilters(query: Partial<ContentsQuery>, folded?: SQL): SQL;
/** One page of a folder: folders first, then items, each part in the asked order (newest first by default). */
export declare function readContents(
  db: Executor,
  reader: Reader,
  folder: string,
  query: ContentsQuery,
  waiting: WaitingRule,
  counts?: Counts,
): Promise<FolderContents>;
/**
 * One page of all items that a person sees and that a search lets through, in the asked order. Each project gives its own
 * rows in that order from its index, and the rows of all of them are merged.
 */
export declare function searchItems(
  db: Executor,
  member: Member,
  query: ContentsQuery,
  waiting: WaitingRule,
  counts?: Counts,
): Promise<FolderContents>;
/** Orders of a list of folders. */
export declare const folderOrders: readonly ['name', 'created_at', 'updated_at'];
/** What may be asked of a list of folders. Pages count from 0. */
export interface FolderQuery
  extends Pick<
    ContentsQuery,
    'page' | 'size' | 'name_contains' | 'public' | 'starred' | 'project_uuid' | 'parent_uuid'
  > {
  sort: (typeof folderOrders)[number];
  asc: boolean;
  /** Only those that lie directly in this folder. */
  inside?: string;
}
/** One page of the folders that a reader sees and that the filters let through, and how many pages there are. */
export declare function folderPage(
  db: Executor,
  reader: Reader,
  { inside, ...query }: FolderQuery,
): Promise<{
  folders: Folder[];
  num_pages: number;
}>;
