import type { TableData } from '@cuvette/core/tables';
import { type ReactNode, useState } from 'react';
import { Table } from '../table/table.tsx';
import { CopyTable } from './copy-table.tsx';

/** A table whose rows stand for nothing elsewhere: it keeps its active row itself. */
export function FreeTable({
  table,
  name,
  sentence,
  rowActions,
}: {
  table: TableData;
  name: string;
  sentence?: string | null;
  /** What can be done with a row, at its end. */
  rowActions?: ((row: number, stop: boolean) => ReactNode) | undefined;
}) {
  const [active, setActive] = useState<number | null>(null);
  return (
    <Table
      bar={<CopyTable table={table} />}
      table={table}
      name={name}
      sentence={sentence}
      rowActions={rowActions}
      activeRow={active !== null && active < table.length ? active : null}
      onActiveRow={setActive}
    />
  );
}
