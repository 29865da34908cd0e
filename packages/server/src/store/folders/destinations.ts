import { sql } from 'drizzle-orm';
import { HttpProblem } from '../../errors.ts';
import { type Executor, row } from '../database/database.ts';
import { editable, folderVisible, type Member } from '../reader.ts';

/** The message for a viewer of a project who wants to put something into it. */
export const viewersOnly = 'You may read the project of this folder, but not put anything into it.';

/** How deep folders can be nested, the root folder counted: what a path shows and a walk over a tree can take. */
export const deepestFolder = 200;

/** Refuses (409) a name that another folder of the parent has; letter case and deleted folders are ignored. */
export async function refuseTakenName(tx: Executor, parent: string, name: string, except: string): Promise<void> {
  const taken = await row(
    tx,
    sql`SELECT 1 AS taken FROM folder f WHERE f.parent_uuid = ${parent}::uuid AND f.deletion_uuid IS NULL
          AND f.name_key = name_order(fold_case(${name})) AND f.name_folded = fold_case(${name}) AND f.uuid <> ${except}::uuid LIMIT 1`,
  );
  if (taken) throw new HttpProblem(409, `There is already a folder named "${name}" here. Choose another name.`, 'name');
}

/** A folder into which something shall go, its row kept from being deleted until the transaction ends. Null for a stranger; throws 403 for a viewer. */
export async function lockDestination(
  tx: Executor,
  member: Member,
  uuid: string,
  field = 'parent_uuid',
): Promise<{ uuid: string; project_uuid: string } | null> {
  const found = await row<{ uuid: string; project_uuid: string; may: boolean }>(
    tx,
    sql`SELECT f.uuid, f.project_uuid, ${editable(member, 'f')} AS may FROM folder f
        WHERE f.uuid = ${uuid}::uuid AND ${folderVisible(member, 'f')} FOR SHARE OF f`,
  );
  if (found && !found.may) {
    throw new HttpProblem(403, viewersOnly, field);
  }
  return found;
}

/** How many folders are above and including this one. */
export async function depthOf(tx: Executor, uuid: string): Promise<number> {
  const found = await row<{ depth: number }>(
    tx,
    sql`WITH RECURSIVE chain AS (
          SELECT f.uuid, f.parent_uuid FROM folder f WHERE f.uuid = ${uuid}::uuid
          UNION SELECT f.uuid, f.parent_uuid FROM folder f JOIN chain c ON f.uuid = c.parent_uuid
        ) SELECT count(*)::int AS depth FROM chain`,
  );
  return found?.depth ?? 0;
}

/** Refuses (422) folders nested more deeply than `deepestFolder`. */
export function refuseDepth(depth: number): void {
  if (depth > deepestFolder) {
    throw new HttpProblem(422, `Folders can be nested ${deepestFolder} deep at most.`, 'parent_uuid');
  }
}
