import type { Session } from '@cuvette/core/session';
import { useEffect, useMemo } from 'react';
import { useEmit, useWords } from '../elements/context.tsx';
import { useSessionState } from '../results/hooks/use-session.ts';
import { Callout } from '../ui/states.tsx';
import { alignedPairs } from '../viewer/overlay/align.ts';
import type { OtherStructure } from '../viewer/overlay/overlay.ts';
import { Viewer } from '../viewer/viewer.tsx';
import type { DrawnItem } from './drawn-items.ts';

export interface CompareStructuresProps {
  session: Session;
  drawn: readonly DrawnItem[];
  /** How many items there are. */
  count: number;
}

/** Structures of several items in one picture, laid on that of the first: atom by atom where all have the same ones, else by what they have in common. */
export function CompareStructures({ session, drawn, count }: CompareStructuresProps) {
  const words = useWords().compare;
  const emit = useEmit();
  const { viewer, atoms } = useSessionState(session);
  const [reference] = drawn;
  const others = useMemo(
    () =>
      drawn.slice(1).map(
        ({ uuid, name, molecule, reading }): OtherStructure => ({
          id: uuid,
          name,
          atoms: molecule?.atoms ?? null,
          failed: !molecule && !reading,
        }),
      ),
    [drawn],
  );
  const target = reference?.molecule ?? null;
  const differ = useMemo(
    () =>
      target !== null &&
      drawn
        .slice(1)
        .some(({ molecule }) => molecule && alignedPairs(molecule.atoms, target.atoms, 'default').pairs.length === 0),
    [drawn, target],
  );
  useEffect(() => {
    // A comparison shows them together; a saved state or a choice of the person comes first.
    if (session.getState().viewer.overlay === 'none' && session.getState().viewer.overlaid === null)
      // As sticks: balls would hide what lies on them.
      session.setViewer({ overlay: 'colours', drawing: 'stick' });
  }, [session]);
  useEffect(() => {
    if (differ) session.setViewer({ alignment: 'mcs' });
  }, [session, differ]);
  if (!reference) return <Callout>{words.noStructures}</Callout>;
  return (
    <>
      <Viewer
        molecule={target}
        others={others}
        title={reference.name}
        view={viewer}
        onView={session.setViewer}
        selected={atoms}
        onSelect={(selected) => {
          session.selectAtoms(selected);
          emit('cuvette-select', { structure: reference.uuid, atoms: selected });
        }}
      />
      {drawn.length < count ? <p className="cv-quiet cv-pad">{words.onlySome(drawn.length, count)}</p> : null}
    </>
  );
}
