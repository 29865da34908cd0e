import { type SQL, sql } from 'drizzle-orm';
import { type Executor, rows, uuidArray } from '../database/database.ts';
import { editable, type Member, readsProtein } from '../reader.ts';

/**
 * Has proteins follow items that were just moved to another project, so that whoever may read an item may read its proteins too. A structure that a job
 * made moves along, unless an item of its project names it still. All others stay in their project, and the items hand them on to their readers, as
 * far as the person who moved the items may read them. To be called in the transaction of the move, after the items have their new project.
 *
 * @param items a query of one column, the identifiers of the moved items
 */
export async function bringProteins(tx: Executor, member: Member, items: SQL): Promise<void> {
  const found = await rows<{ protein: string; project: string; alone: boolean }>(
    tx,
    sql`SELECT p.uuid AS protein, w.project_uuid AS project,
          (p.computed AND ${editable(member, 'p')} AND NOT EXISTS (SELECT 1 FROM workflow_protein o JOIN workflow v ON v.uuid = o.workflow_uuid
            WHERE o.protein_uuid = p.uuid AND v.project_uuid = p.project_uuid)) AS alone
        FROM workflow_protein n JOIN workflow w ON w.uuid = n.workflow_uuid JOIN protein p ON p.uuid = n.protein_uuid
        WHERE n.workflow_uuid IN (${items}) AND p.project_uuid <> w.project_uuid AND ${readsProtein(member, 'p')}
        ORDER BY p.uuid FOR NO KEY UPDATE OF p`,
  );
  const [first] = found;
  if (!first) return;
  // One transaction moves into one project.
  const along = found.filter(({ alone }) => alone).map(({ protein }) => protein);
  await rows(
    tx,
    sql`UPDATE protein SET project_uuid = ${first.project}::uuid WHERE uuid = ANY(${uuidArray(along)}) AND deletion_uuid IS NULL`,
  );
  await rows(
    tx,
    sql`UPDATE workflow_protein n SET hands_on = true FROM protein p
        WHERE p.uuid = n.protein_uuid AND p.uuid = ANY(${uuidArray(found.map(({ protein }) => protein))})
          AND p.project_uuid <> ${first.project}::uuid AND n.workflow_uuid IN (${items})`,
  );
}
