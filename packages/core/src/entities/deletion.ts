import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';

/** Days that something deleted can be restored; then it is gone for good. */
export const restoreDays = 30;

/** What can be deleted and restored. */
export const DeletionKind = z.enum(['workflow', 'folder', 'project', 'protein', 'structure']);

/** One act of deleting: an item, a folder or project with everything in it, a protein, or a structure. */
export const Deletion = z.looseObject({
  uuid: z.string(),
  kind: DeletionKind,
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
