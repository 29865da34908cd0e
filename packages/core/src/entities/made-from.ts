import * as z from 'zod/mini';
import { uuid } from './scalars.ts';

/**
 * What an item was made from: a structure of the result of another item. Kept in the item's data at `made_from` when a submission gives it there. It
 * never changes what was chosen, but a default may depend on it (a result is not optimized again before its orbitals).
 */
export const MadeFrom = z.object({
  /** The item whose result held the structure. */
  workflow_uuid: uuid,
  /** Identifier of the structure in that item. */
  structure: z.string().check(z.maxLength(200)),
  /** What it is called there ("Conformer 3"). */
  structure_name: z.string().check(z.maxLength(200)),
});
export type MadeFrom = z.infer<typeof MadeFrom>;

/** Returns what an item's data, or a submission's, say it was made from; null where they say nothing that can be read. */
export function madeFromOf(data: object | null | undefined): MadeFrom | null {
  const found = z.safeParse(MadeFrom, (data as { made_from?: unknown } | null | undefined)?.made_from);
  return found.success ? found.data : null;
}
