import type { TableData } from '@cuvette/core/tables';
import { useState } from 'react';
import { Table } from '../table/table.tsx';
import { CopyTable } from './copy-table.tsx';

/** A table whose rows stand for nothing elsewhere: it keeps its active row itself. */
export function FreeTable({ table, name, sentence }: { table: TableData; name: string; sentence?: string | null }) {
  const [active, setActive] = useState<number | null>(null);
  return (
    <Table
      bar={<CopyTable table={table} />}
      table={table}
      name={name}
      sentence={sentence}
      activeRow={active !== null && active < table.length ? active : null}
      onActiveRow={setActive}
    />
  );
}
