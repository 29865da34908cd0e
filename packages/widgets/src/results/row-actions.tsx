import { isFinished, type WorkflowItem } from '@cuvette/core/entities';
import type { TableData } from '@cuvette/core/tables';
import type { StructureReference } from '@cuvette/core/workflows';
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { ActionButtons, type TableAction } from '../table/action-buttons.tsx';

/** What a page offers for each row of a result that stands for a structure, and the structures that it offers it for. */
interface StructureActions {
  actions: readonly TableAction[];
  structures: ReadonlySet<string>;
}

const StructureActionsContext = createContext<StructureActions | null>(null);

interface StructureActionsProps {
  item: WorkflowItem;
  structures: readonly StructureReference[];
  actions: readonly TableAction[] | undefined;
  children: ReactNode;
}

/** Offers a page's actions in the tables of a result: for structures of a finished item that have atoms of their own, which a protein has not. */
export function OfferStructureActions({ item, structures, actions, children }: StructureActionsProps) {
  const finished = isFinished(item.object_status);
  const value = useMemo(() => {
    if (!finished || !actions?.length) return null;
    return {
      actions,
      structures: new Set(structures.filter(({ source }) => source.kind !== 'protein').map(({ id }) => id)),
    };
  }, [finished, structures, actions]);
  return <StructureActionsContext value={value}>{children}</StructureActionsContext>;
}

/** The actions at the end of the rows of a table whose rows stand for structures; undefined where none has any. */
export function useStructureActions({
  structures,
}: TableData): ((row: number, stop: boolean) => ReactNode) | undefined {
  const offer = useContext(StructureActionsContext);
  const draw = useCallback(
    (row: number, stop: boolean) => {
      const structure = structures[row] ?? null;
      if (!offer || structure === null || !offer.structures.has(structure)) return null;
      return <ActionButtons actions={offer.actions} row={row} structure={structure} stop={stop} />;
    },
    [offer, structures],
  );
  return offer && structures.some((id) => id !== null && offer.structures.has(id)) ? draw : undefined;
}
