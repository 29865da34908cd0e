import { formulaOf } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import type { AtomValues } from '@cuvette/core/tables';
import { createSession } from '@cuvette/core/session';
import { useEffect, useMemo, useState } from 'react';
import { StructureView } from '../results/structure-view.tsx';
import { useSessionState } from '../results/use-session.ts';
import { useReducedMotion } from '../ui/use-near.ts';
import type { Vibration } from '../viewer/vibration.ts';
import { Viewer } from '../viewer/viewer.tsx';
import { useEmit } from './context.tsx';
import { defineElement } from './define.tsx';
import { useDefinition } from './use-definition.ts';
import { type ItemProps, itemAttributes, itemProperties, type OpenItem, useItem, useSharedSession } from './use-item.tsx';
import { useSavedState } from './use-saved-state.ts';

export interface ViewerElementProps extends ItemProps {
  /** A molecule to show; then no item is read. */
  molecule?: Molecule | undefined;
  /** Positions of this moment (x, y, z per atom, Å) in place of the molecule's. */
  positions?: ArrayLike<number> | undefined;
  /** A vibrational mode to animate. */
  vibration?: Vibration | undefined;
  /** What is known about each atom, to label and colour a `molecule` by; its own charges and spin densities where this is missing. */
  values?: readonly AtomValues[] | undefined;
  /** Which structure of the item, by identifier. */
  structure?: string | undefined;
  /** Name of what is shown; by default the formula. */
  label?: string | undefined;
  spin?: boolean | undefined;
  /** `off` draws without smoothed edges, for slow graphics. */
  antialias?: string | undefined;
  /** `own` takes a WebGL context for this viewer alone. */
  renderMode?: string | undefined;
}

function ViewerElement(props: ViewerElementProps) {
  return props.molecule ? <MoleculeViewer {...props} molecule={props.molecule} /> : <ItemViewer {...props} />;
}

function MoleculeViewer(props: ViewerElementProps & { molecule: Molecule }) {
  const { molecule, positions, vibration, values, label, spin, antialias, renderMode } = props;
  const emit = useEmit();
  const reduced = useReducedMotion();
  const title = useMemo(() => label ?? formulaOf(molecule.atoms), [label, molecule]);
  const [own] = useState(createSession);
  const linked = useSharedSession(props.session ?? null);
  const session = useSavedState(props.session === undefined ? own : linked, props.state);
  const state = useSessionState(session ?? own);
  const turns = spin === true && !reduced;
  useEffect(() => {
    if (turns) session?.setViewer({ spinning: true });
  }, [session, turns]);
  if (!session) return null;
  return (
    <Viewer
      molecule={molecule}
      title={title}
      view={state.viewer}
      onView={session.setViewer}
      selected={state.atoms}
      onSelect={(atoms) => {
        session.selectAtoms(atoms);
        emit('cuvette-select', { structure: null, atoms });
      }}
      positions={positions}
      vibration={vibration}
      values={values}
      antialias={antialias === 'off' ? false : undefined}
      renderMode={renderMode === 'own' ? 'own' : undefined}
    />
  );
}

function ItemViewer(props: ViewerElementProps) {
  const { open, instead } = useItem(props, 360);
  return open ? <OpenViewer open={open} structure={props.structure} /> : instead;
}

function OpenViewer({ open, structure }: { open: OpenItem; structure: string | undefined }) {
  const { item, client, session } = open;
  const { definition } = useDefinition(item.object_type);
  const state = useSessionState(session);
  const structures = useMemo(() => definition?.structures(item) ?? [], [definition, item]);
  useEffect(() => {
    if (structures.length > 0) session.setStructures(structures.map(({ id }) => id));
    if (structure !== undefined) session.activate(structure);
  }, [session, structures, structure]);
  const first = useMemo(() => definition?.active(item) ?? null, [definition, item]);
  const active = structures.find(({ id }) => id === (state.structure ?? first)) ?? structures[0] ?? null;
  return (
    <StructureView
      client={client}
      item={item}
      session={session}
      structures={structures}
      active={active}
      caption={null}
      frequencies={state.mode !== null}
    />
  );
}

defineElement<ViewerElementProps & { theme?: string; lang?: string }>({
  tag: 'cuvette-viewer',
  view: ViewerElement,
  attributes: {
    ...itemAttributes,
    structure: 'string',
    label: 'string',
    spin: 'boolean',
    antialias: 'string',
    renderMode: 'string',
    theme: 'string',
    lang: 'string',
  },
  properties: [...itemProperties, 'molecule', 'positions', 'vibration', 'values'],
});
