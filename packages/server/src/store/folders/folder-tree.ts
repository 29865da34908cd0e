import { sql } from 'drizzle-orm';
import { type Executor, rows } from '../database/database.ts';
import { folderVisible, type Reader } from '../reader.ts';

/** Most folders that a printed tree shows. */
const mostShown = 2000;

interface Branch {
  uuid: string;
  parent_uuid: string | null;
  name: string;
  depth: number;
  items: number;
}

/** A folder and what lies below it as lines of text to print, folders by name, with the number of items in each. Null when it is not visible. */
export async function folderTree(
  db: Executor,
  reader: Reader,
  uuid: string,
  options: { depth: number; uuids: boolean },
): Promise<string | null> {
  const found = await rows<Branch>(
    db,
    sql`WITH RECURSIVE tree AS (
          SELECT f.uuid, f.parent_uuid, f.name, f.name_key, 0 AS depth FROM folder f
            WHERE f.uuid = ${uuid}::uuid AND ${folderVisible(reader, 'f')}
          UNION ALL
          SELECT f.uuid, f.parent_uuid, f.name, f.name_key, t.depth + 1 FROM folder f JOIN tree t ON f.parent_uuid = t.uuid
            WHERE f.deletion_uuid IS NULL AND t.depth < ${options.depth}::int
        )
        SELECT t.uuid, t.parent_uuid, t.name, t.depth,
          (SELECT count(*)::int FROM workflow w WHERE w.parent_uuid = t.uuid AND w.deletion_uuid IS NULL) AS items
        FROM (SELECT * FROM tree ORDER BY depth, name_key, uuid LIMIT ${mostShown + 1}) t ORDER BY t.depth, t.name_key, t.uuid`,
  );
  const [root] = found;
  if (!root) return null;
  const shown = found.slice(0, mostShown);
  const children = new Map<string, Branch[]>();
  for (const branch of shown) {
    if (branch === root || branch.parent_uuid === null) continue;
    const siblings = children.get(branch.parent_uuid) ?? [];
    siblings.push(branch);
    children.set(branch.parent_uuid, siblings);
  }
  const label = ({ name, items, uuid: id }: Branch) =>
    `${name}${items > 0 ? ` (${items} ${items === 1 ? 'item' : 'items'})` : ''}${options.uuids ? ` [${id}]` : ''}`;
  const lines = [label(root)];
  const draw = (parent: Branch, indent: string): void => {
    const below = children.get(parent.uuid) ?? [];
    for (const [index, branch] of below.entries()) {
      const last = index === below.length - 1;
      lines.push(`${indent}${last ? '└── ' : '├── '}${label(branch)}`);
      draw(branch, `${indent}${last ? '    ' : '│   '}`);
    }
  };
  draw(root, '');
  if (found.length > mostShown) lines.push(`… and more: only the first ${mostShown} folders are shown.`);
  return lines.join('\n');
}
