import * as z from 'zod/mini';
import { Name } from './name.ts';
import { optionalNull, uuid } from './scalars.ts';
import { StructureMatch, StructureQuery } from './structure-query.ts';
import { WorkflowItem } from './workflow-item.ts';

export const Folder = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  is_root: z._default(z.boolean(), false),
  parent_uuid: optionalNull(z.string()),
  project_uuid: optionalNull(z.string()),
  notes: z._default(z.string(), ''),
  starred: z._default(z.boolean(), false),
  public: z._default(z.boolean(), false),
  ancestor_is_public: z._default(z.boolean(), false),
  created_at: optionalNull(z.string()),
  updated_at: optionalNull(z.string()),
  /** The way down from the root folder, this folder last; what the reader may not see is left out. */
  path: z._default(z.array(z.looseObject({ uuid: z.string(), name: z.string() })), []),
});
export type Folder = z.infer<typeof Folder>;

/** One page of a folder: items and folders, and how many pages there are. */
export const FolderContents = z.looseObject({
  items: z.array(
    z.discriminatedUnion('type', [
      z.looseObject({ type: z.literal('workflow'), data: WorkflowItem }),
      z.looseObject({ type: z.literal('folder'), data: Folder }),
    ]),
  ),
  num_pages: z.int(),
  /** How many there are on all pages together; only where `count=true` asks for it. */
  total: z.optional(z.int()),
  /** How many finished items were not read yet for the property that the list is sorted by: they are last, and the next asking reads on. */
  unread: z.optional(z.int()),
  /** Of a search by structure: the molecule of each item that was found, the most similar one. */
  matches: z.optional(z.record(z.string(), StructureMatch)),
});
export type FolderContents = z.infer<typeof FolderContents>;

/** Several folders, one page of them: `GET /api/folder` and `GET /api/folder/{uuid}/subfolders`. */
export const FolderList = z.looseObject({ folders: z.array(Folder), num_pages: z.int() });
export type FolderList = z.infer<typeof FolderList>;

/** Bodies of `POST /api/folder` and `POST /api/folder/{uuid}`. `unique_name` refuses a name that the parent has already; scripts may repeat names. */
export const FolderCreate = z.object({
  name: Name,
  parent_uuid: optionalNull(uuid),
  notes: z._default(z.string(), ''),
  starred: z._default(z.boolean(), false),
  public: z._default(z.boolean(), false),
  unique_name: z._default(z.boolean(), false),
});
export const FolderUpdate = z.object({
  name: z.optional(Name),
  /** Null, as clients send back what they read of a root folder, leaves it where it is. */
  parent_uuid: z.optional(z.nullable(uuid)),
  notes: z.optional(z.string()),
  /** The notes that these replace, as they were read: refused where others are there by now. */
  notes_before: z.optional(z.string()),
  starred: z.optional(z.boolean()),
  public: z.optional(z.boolean()),
  unique_name: z.optional(z.boolean()),
});
export type FolderCreate = z.input<typeof FolderCreate>;
export type FolderUpdate = z.infer<typeof FolderUpdate>;

const moved = z.array(uuid).check(z.minLength(1), z.maxLength(1000));

/** Bodies of `POST /api/folder/move_folders` and `POST /api/workflow/move_workflows`: all move, or none. */
export const MoveFolders = z.object({
  uuids: moved,
  parent_uuid: uuid,
  unique_name: z._default(z.boolean(), false),
});
export const MoveWorkflows = z.object({ uuids: moved, parent_uuid: uuid });

/** Rows of a page. */
export const pageSize = 20;

const moment = z.optional(z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date')));

/** Query of a folder's contents or of any listing of items; pages count from 0, dates are ISO texts. */
export const FolderQuery = z.object({
  size: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  page: z.optional(z.int().check(z.minimum(0))),
  count: z.optional(z.boolean()),
  name_contains: z.optional(z.string()),
  public: z.optional(z.boolean()),
  starred: z.optional(z.boolean()),
  sort: z.optional(z.string()),
  asc: z.optional(z.boolean()),
  updated_after: moment,
  updated_before: moment,
  created_after: moment,
  created_before: moment,
  statuses: z.optional(z.array(z.int())),
  object_types: z.optional(z.array(z.string())),
  project_uuid: z.optional(z.string()),
  parent_uuid: z.optional(z.string()),
  ...StructureQuery.shape,
});
export type FolderQuery = z.infer<typeof FolderQuery>;

/** A query as it is in an address: what is undefined is left out, lists repeat their name. */
export function writeQuery(
  query: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>,
): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? value : [value]) parameters.append(name, String(one));
  }
  return parameters;
}
