import { sql } from 'drizzle-orm';
import { type Executor, rows, uuidArray } from '../database/database.ts';

/** What was asked for at the paths of an item that were replaced; where several were for one path, before the first of them. */
export function requestedOf(
  replacements: readonly { requested?: Readonly<Record<string, unknown>> }[],
): Record<string, unknown> {
  return Object.assign({}, ...replacements.map(({ requested }) => requested ?? {}).reverse());
}

/**
 * Returns what was asked for at the paths that were replaced when items were submitted, by item; those of which nothing was replaced are left out.
 */
export async function readRequested(
  executor: Executor,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const found = await rows<{ uuid: string; replacements: { requested?: Record<string, unknown> }[] }>(
    executor,
    sql`SELECT uuid, options->'replacements' AS replacements FROM workflow
        WHERE uuid = ANY(${uuidArray(uuids)}) AND options ? 'replacements'`,
  );
  return new Map(found.map(({ uuid, replacements }) => [uuid, requestedOf(replacements)]));
}
