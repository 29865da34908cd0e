import * as z from 'zod/mini';

/** A finished item of the project with the same structure, settings and versions of programs as one that is submitted. */
export const IdenticalItem = z.looseObject({
  /** The item that was submitted; null while nothing is submitted yet. */
  submitted_uuid: z.nullable(z.string()),
  uuid: z.string(),
  name: z.string(),
  object_type: z.string(),
  completed_at: z.string(),
  /** SHA-256 of structure, settings and versions. */
  hash: z.string(),
});
export type IdenticalItem = z.infer<typeof IdenticalItem>;
