import { inEnglish } from '@cuvette/core/phrases';
import type { Session } from '@cuvette/core/session';
import { conservedContacts, contactTable } from '@cuvette/core/workflows/parts/calculations/trajectory-contacts';
import type { PoseTrajectory } from '@cuvette/core/workflows/types/pose_analysis_md/pose-analysis-results';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Table } from '../../table/table.tsx';
import { Button } from '../../ui/button.tsx';
import { useSessionState } from '../hooks/use-session.ts';

export interface ConservedContactsProps {
  trajectories: readonly PoseTrajectory[];
  /** Names an atom (0-based). */
  nameOf: (atom: number) => string;
  name: string;
  session: Session;
  sentence: string | null;
  /** Follows the distance of two atoms. */
  onFollow: (pair: readonly [number, number]) => void;
}

/** Contacts of ligand and protein that last; the row of the two selected atoms is the active one, both ways. */
export function ConservedContactsTab({
  trajectories,
  nameOf,
  name,
  session,
  sentence,
  onFollow,
}: ConservedContactsProps) {
  const words = useWords().dynamics;
  const { atoms } = useSessionState(session);
  const table = useMemo(() => contactTable(trajectories, nameOf), [trajectories, nameOf]);
  const pairs = useMemo(
    () => conservedContacts(trajectories).map(({ protein, ligand }) => [protein, ligand] as const),
    [trajectories],
  );
  const found = atoms.length === 2 ? pairs.findIndex((pair) => pair.every((atom) => atoms.includes(atom))) : -1;
  const active = found < 0 ? null : found;
  return useMemo(() => {
    const pair = active === null ? undefined : pairs[active];
    return (
      <div className="cv-stack">
        {pairs.length > 0 ? <p className="cv-quiet cv-small">{words.contactHint}</p> : null}
        <Table
          table={table}
          name={`${name} ${inEnglish(table.title)}`}
          sentence={sentence}
          activeRow={active}
          onActiveRow={(row) => session.selectAtoms(pairs[row] ?? [])}
          bar={
            <Button
              dense
              label={words.contactDistance}
              disabled={!pair}
              onClick={() => (pair ? onFollow(pair) : null)}
            />
          }
        />
      </div>
    );
  }, [table, pairs, active, name, sentence, session, words, onFollow]);
}
