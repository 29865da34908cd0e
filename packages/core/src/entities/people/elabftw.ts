import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

/** `GET /api/user/me/elabftw`: the eLabFTW that a person connected; all null where there is none. The key is never sent back. */
export const ElabftwConnection = z.looseObject({
  address: optionalNull(z.string()),
  /** The person's name there. */
  name: optionalNull(z.string()),
  connected_at: optionalNull(z.string()),
});
export type ElabftwConnection = z.infer<typeof ElabftwConnection>;

/** `GET /api/workflow/{uuid}/elabftw`: where an item is in the eLabFTW of a person. */
export const ElabftwPlace = z.looseObject({
  /** Host of the connected eLabFTW; null where none is connected. */
  host: optionalNull(z.string()),
  /** Number of the experiment that holds the item, or the one that it is a new run of. */
  experiment: optionalNull(z.int()),
  address: optionalNull(z.string()),
  sent_at: optionalNull(z.string()),
  /** Whether it is sent again when it, or a new run of it, ends. */
  follow: z.boolean(),
  /** Why the last sending failed, as text. */
  error: optionalNull(z.string()),
});
export type ElabftwPlace = z.infer<typeof ElabftwPlace>;
