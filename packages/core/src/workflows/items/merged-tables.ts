import type { Text } from '../../entities/phrases.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { type Column, makeTable, numberColumn, type TableData, textColumn } from '../../tables/table.ts';
import { columnsWithNotes } from '../../tables/table-notes.ts';

/** Tables of one item, for a merge with those of others. */
export interface ItemTables {
  item: WorkflowItem;
  tables: readonly TableData[];
}

/**
 * Tables of several items of one type, merged by their identifiers: the rows of each item under one another, the item's name in the first column. A
 * column that some item lacks is blank there; none is lost.
 */
export function mergedTables(items: readonly ItemTables[]): TableData[] {
  const ids = [...new Set(items.flatMap(({ tables }) => tables.map(({ id }) => id)))];
  return ids.map((id) => {
    const parts = items.flatMap(({ item, tables }) => {
      const table = tables.find((each) => each.id === id);
      return table ? [{ item, table: { ...table, columns: columnsWithNotes(table) } }] : [];
    });
    const heads = new Map<string, Column>();
    for (const { table } of parts)
      for (const column of table.columns) if (!heads.has(column.id)) heads.set(column.id, column);
    const length = parts.reduce((sum, { table }) => sum + table.length, 0);
    const first = parts[0]?.table;
    return makeTable({
      id,
      title: first?.title ?? id,
      length,
      columns: [
        textColumn(
          { id: 'item', title: 'Item' },
          parts.flatMap(({ item, table }) => new Array<string>(table.length).fill(item.name)),
        ),
        ...[...heads.values()].map((head) =>
          mergedColumn(
            head,
            parts.map(({ table }) => table),
          ),
        ),
      ],
      structures: parts.flatMap(({ table }) => table.structures),
      empty: first?.empty ?? '',
    });
  });
}

function mergedColumn(head: Column, tables: readonly TableData[]): Column {
  const values = tables.flatMap((table): (Text | number | null)[] => {
    const column = table.columns.find(({ id }) => id === head.id);
    if (column?.kind !== head.kind || column.unit !== head.unit) return new Array<null>(table.length).fill(null);
    return column.kind === 'text' ? [...(column.texts ?? column.values)] : [...column.values];
  });
  if (head.kind === 'number') return numberColumn(head, values as (number | null)[]);
  const { texts: _, ...own } = head;
  return textColumn(own, values as (Text | null)[]);
}
