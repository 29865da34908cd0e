import type { Session } from '@cuvette/core/session';
import type { TableData } from '@cuvette/core/tables';
import { type ReactNode, useState } from 'react';
import type { TableHostProps } from '../table/host.tsx';
import { Table } from '../table/table.tsx';
import { useSessionState } from './hooks/use-session.ts';
import { useStructureActions } from './row-actions.tsx';

export interface StructureTableProps {
  table: TableData;
  name: string;
  session: Session;
  sentence?: string | null;
  /** What a host added: several rows to select, actions, columns. */
  host?: TableHostProps | undefined;
  /** A link that is above the rows. */
  link?: ReactNode;
  /** Title above the rows, with the controls beside it. */
  heading?: string | undefined;
  /** A single row is shown as names and values. */
  asFacts?: boolean | undefined;
}

/** A table whose rows stand for structures: the active row moves the session's structure and follows it. A row without a structure is only marked. */
export function StructureTable(props: StructureTableProps) {
  const { table, name, session, sentence, host, link } = props;
  const { structure } = useSessionState(session);
  const actions = useStructureActions(table);
  const [bare, setBare] = useState<{ row: number; at: string | null } | null>(null);
  const followed = structure === null ? -1 : table.structures.indexOf(structure);
  const marked = bare && bare.at === structure && bare.row < table.length ? bare.row : followed;
  /** Structures of rows that are compared are laid over one another in the viewer. */
  const compare = (rows: readonly number[]) => {
    const chosen = rows.flatMap((row) => table.structures[row] ?? []);
    session.setViewer(
      chosen.length > 1 ? { overlay: 'colours', overlaid: chosen } : { overlay: 'none', overlaid: null },
    );
  };
  const activate = (row: number) => {
    const id = table.structures[row] ?? null;
    if (id === null) setBare({ row, at: structure });
    else {
      setBare(null);
      session.activate(id);
    }
  };
  return (
    <Table
      rowActions={actions}
      {...host}
      table={table}
      name={name}
      sentence={sentence}
      link={link}
      heading={props.heading}
      asFacts={props.asFacts}
      onCompared={compare}
      activeRow={marked < 0 ? null : marked}
      activeKey={marked === followed ? structure : null}
      onActiveRow={activate}
    />
  );
}
