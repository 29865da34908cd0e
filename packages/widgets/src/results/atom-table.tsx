import type { Session } from '@cuvette/core/session';
import type { TableData } from '@cuvette/core/tables';
import { Table } from '../table/table.tsx';
import { useSessionState } from './use-session.ts';

export interface AtomTableProps {
  table: TableData;
  name: string;
  session: Session;
  sentence?: string | null;
}

/** A table with one row an atom, in the order of the structure: the active row is the atom selected in the viewer. */
export function AtomTable({ table, name, session, sentence }: AtomTableProps) {
  const [atom = -1] = useSessionState(session).atoms;
  return (
    <Table
      table={table}
      name={name}
      sentence={sentence}
      activeRow={atom >= 0 && atom < table.length ? atom : null}
      onActiveRow={(row) => session.selectAtoms([row])}
    />
  );
}
