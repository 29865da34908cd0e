import type { Session } from '@cuvette/core/session';
import type { TableData } from '@cuvette/core/tables';
import { useMemo } from 'react';
import type { TableHostProps } from '../table/host.tsx';
import { Table } from '../table/table.tsx';
import { CopyTable } from './copy-table.tsx';
import { useSessionState } from './hooks/use-session.ts';

export interface AtomTableProps {
  table: TableData;
  name: string;
  session: Session;
  sentence?: string | null;
  /** What a host added: controls in the bar. */
  host?: TableHostProps | undefined;
  /** Title above the rows, with the controls beside it. */
  heading?: string | undefined;
}

/** A table whose rows stand for atoms: rows of the atoms that are selected in the viewer are marked, and the active row selects its atom. */
export function AtomTable({ table, name, session, sentence, host, heading }: AtomTableProps) {
  const { atoms } = useSessionState(session);
  const rows = useMemo(() => {
    const atomOf = (row: number) => (table.atoms ? (table.atoms[row] ?? null) : row);
    const rowsOf = new Map<number, number[]>();
    for (let row = 0; row < table.length; row++) {
      const atom = atomOf(row);
      if (atom !== null) rowsOf.set(atom, [...(rowsOf.get(atom) ?? []), row]);
    }
    return { atomOf, rowsOf };
  }, [table]);
  const marked = useMemo(() => new Set(atoms.flatMap((atom) => rows.rowsOf.get(atom) ?? [])), [atoms, rows]);
  const [first = null] = marked;
  return (
    <Table
      bar={<CopyTable table={table} />}
      {...host}
      table={table}
      name={name}
      sentence={sentence}
      heading={heading}
      activeRow={first}
      marked={marked}
      onActiveRow={(row) => {
        const atom = rows.atomOf(row);
        if (atom !== null) session.selectAtoms([atom]);
      }}
    />
  );
}
