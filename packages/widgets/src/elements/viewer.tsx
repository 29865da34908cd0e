import './jsx.ts';
import { formulaOf } from '@cuvette/core/chemistry';
import type { Grid, Molecule } from '@cuvette/core/entities';
import type { AtomValues } from '@cuvette/core/tables';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo } from 'react';
import { useSessionState } from '../results/hooks/use-session.ts';
import { StructureView } from '../results/structure-view.tsx';
import { Skeleton } from '../ui/states.tsx';
import { canBeDrawn } from '../viewer/drawable.ts';
import type { Vibration } from '../viewer/drawing/vibration.ts';
import { Viewer } from '../viewer/viewer.tsx';
import { useEmit, useLiveState, useWords } from './context.tsx';
import { defineElement, type ElementLook, lookAttributes } from './define.tsx';
import type { FileViewerProps } from './file-viewer.tsx';
import * as kinds from './given-kinds.ts';
import { useDefinition } from './hooks/use-definition.ts';
import { useGiven } from './hooks/use-given.ts';
import { useGivenStructure } from './hooks/use-given-structure.ts';
import { itemAttributes, itemProperties, type OpenItem, useItem } from './hooks/use-item.tsx';
import { useOwnSession, useSpin } from './hooks/use-own-session.ts';
import { pageAddressOf } from './page-address.ts';
import { PageLink } from './page-link.tsx';
import { smoothEdges } from './smooth-edges.ts';

export interface ViewerElementProps extends FileViewerProps {
  /** A molecule to show; then no item is read. */
  molecule?: Molecule | undefined;
  /** Positions of this moment (x, y, z per atom, Å) in place of the molecule's. */
  positions?: ArrayLike<number> | undefined;
  /** A vibrational mode to animate. */
  vibration?: Vibration | undefined;
  /** What is known about each atom, to label and colour a `molecule` by; its own charges and spin densities where this is missing. */
  values?: readonly AtomValues[] | undefined;
  /** Other molecules in the same picture, laid on `molecule`; a `name` is shown in the legend. */
  overlay?: readonly (Pick<Molecule, 'atoms'> & { name?: string })[] | undefined;
  /** Grids of a `molecule` that isosurfaces can be drawn of. */
  surfaces?: readonly Grid[] | undefined;
  /** Identifier of a protein of the platform to show; then no item is read. */
  protein?: string | undefined;
  /** Which structure of the item, by identifier. */
  structure?: string | undefined;
  /** No link to the item's own page. */
  noLink?: boolean | undefined;
}

function ViewerElement(props: ViewerElementProps) {
  if (props.molecule) return <MoleculeViewer {...props} molecule={props.molecule} />;
  if (props.protein !== undefined) {
    return (
      <Suspense fallback={<FileWaiting />}>
        <ProteinViewer {...props} protein={props.protein} />
      </Suspense>
    );
  }
  const isFile = [props.file, props.text, props.data].some((each) => each !== undefined);
  if (!isFile) return <ItemViewer {...props} />;
  return (
    <Suspense fallback={<FileWaiting />}>
      <FileViewer {...props} />
    </Suspense>
  );
}

/** Few viewers show a file or a protein: what reads it is loaded by those. */
const FileViewer = lazy(async () => ({ default: (await import('./file-viewer.tsx')).FileViewer }));

const ProteinViewer = lazy(async () => ({ default: (await import('./protein-viewer.tsx')).ProteinViewer }));

function FileWaiting() {
  useLiveState('waiting');
  return <Skeleton height={360} label={useWords().viewer.file.loading} />;
}

/** What stands for a molecule that cannot be drawn: the viewer says so. */
const nothing: Pick<Molecule, 'atoms'> = { atoms: [] };

function MoleculeViewer(props: ViewerElementProps & { molecule: Molecule }) {
  const { positions, label, antialias, renderMode } = props;
  const emit = useEmit();
  const given = useGiven('molecule', props.molecule, kinds.molecule);
  const molecule = useMemo(() => (canBeDrawn(given) ? given : nothing), [given]);
  const vibration = useGiven('vibration', props.vibration, kinds.vibration);
  const values = useGiven('values', props.values, kinds.atomValues);
  const surfaces = useGiven('surfaces', props.surfaces, kinds.grids);
  const overlay = useGiven('overlay', props.overlay, kinds.overlay);
  const title = useMemo(() => label ?? formulaOf(molecule.atoms), [label, molecule]);
  const { session, state } = useOwnSession(props);
  const others = useMemo(
    () =>
      overlay?.map(({ atoms, name }, index) => ({
        id: String(index),
        name: name ?? `${index + 2}: ${formulaOf(atoms)}`,
        atoms,
      })),
    [overlay],
  );
  useEffect(() => {
    // Given molecules are overlaid at once; a saved state or a choice of the person comes first.
    if (others && session?.getState().viewer.overlay === 'none') session.setViewer({ overlay: 'colours' });
  }, [others, session]);
  if (!session) return null;
  return (
    <Viewer
      molecule={molecule}
      others={others}
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
      surfaces={surfaces}
      {...drawingOf({ antialias, renderMode })}
    />
  );
}

/** Returns what the attributes say to the engine. */
function drawingOf({ antialias, renderMode }: Pick<ViewerElementProps, 'antialias' | 'renderMode'>) {
  return {
    antialias: smoothEdges(antialias),
    renderMode: renderMode === 'own' ? ('own' as const) : undefined,
  };
}

function ItemViewer(props: ViewerElementProps) {
  const { open, instead } = useItem(props, 360);
  return open ? <OpenViewer {...props} open={open} /> : instead;
}

function OpenViewer({ open, structure, noLink, label, spin, ...drawing }: ViewerElementProps & { open: OpenItem }) {
  const { item, client, session } = open;
  useSpin(session, spin);
  const { definition } = useDefinition(item.object_type);
  const state = useSessionState(session);
  const structures = useMemo(() => definition?.structures(item) ?? [], [definition, item]);
  const first = useMemo(() => definition?.active(item) ?? null, [definition, item]);
  // Before anything is painted, so that nothing else is seen before what was saved or given.
  useLayoutEffect(() => {
    const ids = structures.map(({ id }) => id);
    if (ids.length > 0) session.setStructures(ids, first);
  }, [session, structures, first]);
  useGivenStructure(session, structure);
  const active = structures.find(({ id }) => id === (state.structure ?? first)) ?? structures[0] ?? null;
  return (
    <StructureView
      client={client}
      item={item}
      session={session}
      structures={structures}
      active={active}
      caption={null}
      label={label}
      {...drawingOf(drawing)}
      frequencies={state.mode !== null}
      link={<PageLink address={noLink ? null : pageAddressOf(item, client)} className="cv-viewer-link" />}
    />
  );
}

/**
 * The structures of an item, a molecule, a protein, or a file, in 3D.
 *
 * @fires cuvette-load
 * @fires cuvette-error
 * @fires cuvette-ready
 * @fires cuvette-select
 * @fires cuvette-frame
 * @fires cuvette-state
 * @slot - Shown until the view is drawn, when script is blocked, and in print; a bundle in `<script type="application/json">` is read in place of a server.
 * @csspart viewer - The picture with the line under it.
 * @csspart viewer-menu - The line under the picture.
 * @cssprop --cuvette-height - Height of the whole, 360px by default.
 * @cssprop --cuvette-viewer-height - Height of the picture with the lines under it; by default that of the element.
 */
defineElement<ViewerElementProps & ElementLook>({
  tag: 'cuvette-viewer',
  view: ViewerElement,
  attributes: {
    ...itemAttributes,
    ...lookAttributes,
    structure: 'string',
    protein: 'string',
    noLink: 'boolean',
    file: 'string',
    format: 'string',
    label: 'string',
    spin: 'boolean',
    antialias: 'string',
    renderMode: 'string',
  },
  properties: [
    ...itemProperties,
    'molecule',
    'positions',
    'vibration',
    'values',
    'surfaces',
    'overlay',
    'text',
    'data',
  ],
});
