import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';

/** Where an item came from that was brought here by a bundle: who brought it and when, and what it was there. */
export const Imported = z.looseObject({
  at: z.string(),
  by_username: optionalNull(z.string()),
  /** Address of the server that wrote the bundle, where it says so. */
  from: optionalNull(z.string()),
  original_uuid: z.string(),
  original_run_by_username: optionalNull(z.string()),
  bundle_created_at: optionalNull(z.string()),
});
export type Imported = z.infer<typeof Imported>;
