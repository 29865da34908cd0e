import type { Session } from '@cuvette/core/session';
import type { TableData } from '@cuvette/core/tables';
import { AtomTable } from '../atom-table.tsx';
import { CopyTable } from '../copy-table.tsx';
import { StructureTable } from '../structure-table.tsx';

export interface TablePartProps {
  table: TableData;
  name: string;
  session: Session;
  sentence: string | null;
  /** Title above the rows, with the controls beside it. */
  heading?: string | undefined;
}

/** A table of a result, its rows linked with the atoms or the structures that they stand for. */
export function TablePart(props: TablePartProps) {
  if (ofAtoms(props.table)) return <AtomTable {...props} />;
  return (
    <StructureTable {...props} asFacts={props.sentence === null} host={{ bar: <CopyTable table={props.table} /> }} />
  );
}

/** Whether a table's rows stand for atoms of one structure, and not for structures. */
function ofAtoms({ atoms, structures }: TableData): boolean {
  return atoms !== undefined && new Set(structures).size <= 1;
}
