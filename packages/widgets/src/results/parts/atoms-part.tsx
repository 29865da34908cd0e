import type { Session } from '@cuvette/core/session';
import type { TableData } from '@cuvette/core/tables';
import { useWords } from '../../elements/context.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useSessionState } from '../hooks/use-session.ts';

/** Offers a quantity of the atoms to the viewer: a switch that colours them by it. */
export function AtomsPart({ table, column, session }: { table: TableData; column: string; session: Session }) {
  const words = useWords();
  const { viewer } = useSessionState(session);
  const found = table.columns.find(({ id }) => id === column);
  if (!found || table.length === 0) return null;
  const id = `${table.id}.${column}`;
  return (
    <Switch
      label={words.parts.colourAtoms(words.ui.term(found.title))}
      checked={viewer.colouring === id}
      onChange={(on) => session.setViewer({ colouring: on ? id : null, colourRange: null })}
    />
  );
}
