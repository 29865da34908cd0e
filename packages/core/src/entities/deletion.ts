import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';

/** Days that something deleted can be restored; then it is gone for good. */
export const restoreDays = 30;

/** One act of deleting: an item, a folder with everything in it, or a project. */
export const Deletion = z.looseObject({
  uuid: z.string(),
  kind: z.enum(['workflow', 'folder', 'project']),
  object_uuid: z.string(),
  name: z.string(),
  project_uuid: z.string(),
  deleted_at: z.string(),
  deleted_by_username: optionalNull(z.string()),
  /** When it is gone for good. */
  expires_at: z.string(),
});
export type Deletion = z.infer<typeof Deletion>;

/** `GET /api/trash`: one page, what was deleted last first. */
export const DeletionList = z.looseObject({ deletions: z.array(Deletion), num_pages: z.int() });
export type DeletionList = z.infer<typeof DeletionList>;
