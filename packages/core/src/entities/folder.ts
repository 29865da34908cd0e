import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';
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
});
export type FolderContents = z.infer<typeof FolderContents>;

/** Bodies of `POST /api/folder` and `POST /api/folder/{uuid}`. */
export const FolderCreate = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(500)),
  parent_uuid: optionalNull(z.string()),
  notes: z._default(z.string(), ''),
  starred: z._default(z.boolean(), false),
  public: z._default(z.boolean(), false),
});
export const FolderUpdate = z.object({
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  parent_uuid: z.optional(z.string()),
  notes: z.optional(z.string()),
  starred: z.optional(z.boolean()),
  public: z.optional(z.boolean()),
});
export type FolderCreate = z.input<typeof FolderCreate>;
export type FolderUpdate = z.infer<typeof FolderUpdate>;

/** Query of a folder's contents; pages count from 0. */
export interface FolderQuery {
  page?: number;
  size?: number;
  name_contains?: string;
  sort?: string;
  asc?: boolean;
}

/** Rows of a page. */
export const pageSize = 20;
