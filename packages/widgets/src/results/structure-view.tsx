import { type Client, type Read, type ReadMacromolecule, readState } from '@cuvette/core/client';
import { isFinished, type Molecule, status, type WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import type { StructureReference } from '@cuvette/core/workflows';
import { atomValues } from '@cuvette/core/workflows/results/atom-values';
import { badConformerUuids } from '@cuvette/core/workflows/results/structure-references';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { useDefinition } from '../elements/hooks/use-definition.ts';
import { addEnglish } from '../english-at-hand.ts';
import { Depiction } from '../structure/depiction.tsx';
import type { Vibration } from '../viewer/drawing/vibration.ts';
import { alignment, flatPositions, moved } from '../viewer/overlay/align.ts';
import { compositionText } from '../viewer/protein/protein-text.ts';
import type { Ensemble } from '../viewer/recording/film.ts';
import { useViewerSheet } from '../viewer/use-viewer-sheet.ts';
import { Viewer } from '../viewer/viewer.tsx';
import type { ViewedMolecule } from '../viewer/viewer-tool.ts';
import type { Words } from '../words.ts';
import { calculationWords } from './calculation-words.ts';
import { useContactMarks } from './hooks/use-contact-marks.ts';
import { useGrids } from './hooks/use-grids.ts';
import { useMacromolecule } from './hooks/use-macromolecule.ts';
import { useOthers } from './hooks/use-others.ts';
import { useMolecules } from './hooks/use-reads.ts';
import { useSessionState } from './hooks/use-session.ts';
import { stepPlaces } from './step-places.ts';

addEnglish({ calculation: calculationWords });

/** Sessions in which a prediction was coloured by its confidence, or atoms by what the type is asked for. */
const coloured = new WeakSet<object>();

const StepFrames = lazy(async () => ({ default: (await import('./structure-frames.tsx')).StepFrames }));
const StructureFrames = lazy(async () => ({ default: (await import('./structure-frames.tsx')).StructureFrames }));

export interface StructureViewProps {
  client: Client;
  item: WorkflowItem;
  session: Session;
  structures: readonly StructureReference[];
  active: StructureReference | null;
  /** Short text about the active structure ("+0.42 kcal/mol"); empty for none. */
  caption: string | null;
  /** Whether vibrational modes are read with the molecules. */
  frequencies: boolean;
  /** Name of what is shown, in place of the item's and the structure's own. */
  label?: string | undefined;
  antialias?: boolean | undefined;
  renderMode?: 'shared' | 'own' | undefined;
  /** A link that stands in the line under the picture. */
  link?: ReactNode;
}

/** The session's active structure in 3D: its frame, its vibration, its selected atoms; previous and next where there are several. */
export function StructureView(props: StructureViewProps) {
  const { client, item, session, structures, active, caption, frequencies, label, link } = props;
  useViewerSheet();
  const words = useWords();
  const { ui } = words;
  const state = useSessionState(session);
  const source = active?.source ?? null;
  const uuid = source?.kind === 'calculation' ? source.uuid : null;
  const { molecules, failed } = useMolecules(client, item, uuid, { frequencies });
  const trajectory = useMemo<readonly Molecule[]>(
    () => (source?.kind === 'molecule' ? [source.molecule] : uuid === null ? [] : (molecules ?? [])),
    [source, uuid, molecules],
  );
  const protein = useMacromolecule(client, active, item.object_type);
  const isProtein = source?.kind === 'protein';
  const predicted = protein.read?.macromolecule.predicted === true;
  useEffect(() => {
    // A prediction is looked at by how sure it is, until somebody chooses another colouring.
    if (!predicted || coloured.has(session)) return;
    coloured.add(session);
    session.setViewer({ protein: { ...session.getState().viewer.protein, colouring: 'b-factor' } });
  }, [session, predicted]);
  const last = trajectory.at(-1) ?? null;
  const molecule = useMemo<ViewedMolecule | null>(
    () => (protein.read && (last || isProtein) ? asMacromolecule(protein.read, last) : last),
    [protein.read, last, isProtein],
  );
  const frame = trajectory[Math.min(state.frame ?? Number.POSITIVE_INFINITY, trajectory.length - 1)] ?? null;
  const { alignment: mode } = state.viewer;
  const placed = useMemo(() => stepPlaces(trajectory, mode), [trajectory, mode]);
  const positions = useMemo(() => (frame && placed ? placed(frame) : null), [frame, placed]);
  const { definition, known } = useDefinition(item.object_type);
  const values = useMemo(() => {
    if (!last || !definition) return null;
    const read = new Map(uuid !== null && molecules ? [[uuid, molecules]] : []);
    return atomValues(definition.tables(item, read), last);
  }, [definition, item, uuid, molecules, last]);
  const painted = useMemo(() => definition?.painted(item) ?? null, [definition, item]);
  useEffect(() => {
    if (painted === null || coloured.has(session)) return;
    coloured.add(session);
    // A session that came with an address may have chosen already.
    if (session.getState().viewer.colouring === null) session.setViewer({ colouring: painted });
  }, [session, painted]);
  const surfaces = useGrids(client, item, definition);
  const shown = active?.id ?? null;
  const contacts = useContactMarks(client, protein.read, last, active);
  const ownMarks = useMemo(
    () => definition?.marks(item, uuid !== null && molecules ? new Map([[uuid, molecules]]) : new Map(), shown) ?? [],
    [definition, item, uuid, molecules, shown],
  );
  const vibration = useMemo(() => vibrationOf(last, state.mode), [last, state.mode]);

  const ensemble = useMemo(
    () => ensembleOf(client, structures, molecule, trajectory, state.frame),
    [client, structures, molecule, trajectory, state.frame],
  );

  const others = useOthers(client, structures, active, state.viewer, frequencies);

  const bad = badConformerUuids(item.object_data ?? {}).join('\n');
  useEffect(() => {
    for (const each of bad ? bad.split('\n') : []) {
      console.error(`"${each}" is not a UUID: the structure of this conformer is not shown.`);
    }
  }, [bad]);

  const place = active ? structures.indexOf(active) : -1;
  useEffect(() => {
    // The neighbours are read ahead, in one call, so that stepping through rows shows each structure at once.
    for (const { source: near } of place < 0 ? [] : structures.slice(Math.max(0, place - 1), place + 4)) {
      if (near.kind !== 'calculation') continue;
      void client.queryClient.prefetchQuery(client.molecules(near.uuid, { frequencies }));
    }
  }, [client, structures, place, frequencies]);
  const several = structures.length > 1;
  const nameOf = ({ name }: StructureReference) => ui.term(name);
  const ownName = label ?? (active ? nameOf(active) : '');
  const name = several && active ? words.viewer.position(ownName, place + 1, structures.length) : ownName;
  const step =
    state.frame !== null && trajectory.length > 1
      ? words.calculation.step(trajectory.indexOf(frame as Molecule) + 1, trajectory.length)
      : null;
  const title = [name, step, caption].filter((part) => part).join(', ');
  const itemName = label === undefined ? item.name : null;
  const description = molecule
    ? [itemName, name, step, contentsOf(molecule, words), caption].filter((part) => part).join(', ')
    : undefined;
  const noMolecules = failed || (isProtein && protein.failed);
  const read = (value: unknown): Read => ({ pending: value === null && !noMolecules, value, failed: noMolecules });
  const reading = readState(
    [{ pending: false, value: item }],
    isProtein ? [read(molecule)] : uuid ? [read(molecules)] : [],
  );
  const finished = isFinished(item.object_status);
  // Before it is known which structures there are, nothing is drawn in their place: what draws a formula weighs as much as the rest of the page.
  const isWithout = source === null && known && structures.length === 0;
  const smiles = source?.kind === 'smiles' ? source.smiles : isWithout ? item.smiles : null;
  if (smiles) {
    // A formula is what was submitted, in place of a structure to come, or itself something that was found (a microstate).
    const found = active !== null && active.id !== 'initial';
    const { formulaDraft, formulaInstead, formulaMeanwhile } = words.result;
    const formulaWords =
      item.object_status === status.draft ? formulaDraft : finished ? formulaInstead : formulaMeanwhile;
    return (
      <div className="cv-result-formula">
        <Depiction smiles={smiles} label={label ?? (found ? nameOf(active) : item.name)} />
        {found ? <p className="cv-viewer-caption">{title}</p> : <p className="cv-quiet">{formulaWords}</p>}
        {link}
      </div>
    );
  }
  const emptyText = noMolecules
    ? words.result.structureFailed
    : reading === 'molecules' || (source === null && !isWithout)
      ? words.result.loadingStructure
      : finished
        ? words.result.noStructureCame
        : words.result.noStructureYet;
  const played = definition?.playsStructures === true && several && active !== null && last !== null;
  const viewer = (
    <Viewer
      molecule={molecule}
      title={title}
      description={description}
      positions={vibration ? null : positions}
      vibration={vibration}
      values={molecule === last ? values : null}
      surfaces={surfaces}
      marks={contacts.length > 0 ? contacts : ownMarks}
      view={state.viewer}
      onView={session.setViewer}
      others={others}
      ensemble={ensemble}
      fileName={[itemName, name].filter(Boolean).join(' ')}
      selected={state.atoms}
      onSelect={session.selectAtoms}
      onPrevious={several && place > 0 ? session.previous : undefined}
      onNext={several && place < structures.length - 1 ? session.next : undefined}
      emptyText={emptyText}
      antialias={props.antialias}
      renderMode={props.renderMode}
      link={link}
    />
  );
  return (
    <div className="cv-viewer-stack">
      {viewer}
      <Suspense fallback={null}>
        {played ? (
          <StructureFrames
            key={item.uuid}
            session={session}
            client={client}
            structures={structures}
            atoms={last.atoms}
            frequencies={frequencies}
          />
        ) : placed ? (
          <StepFrames key={active?.id} session={session} steps={trajectory} />
        ) : null}
      </Suspense>
    </div>
  );
}

/**
 * What a film shows: the steps of a calculation when one of them is shown, else the structures of the item (conformers, microstates of one
 * formula) in their order, each laid on the one that is shown. Those of other atoms than the shown one are passed over.
 */
function ensembleOf(
  client: Client,
  structures: readonly StructureReference[],
  shown: Pick<Molecule, 'atoms'> | null,
  steps: readonly Molecule[],
  frame: number | null,
): Ensemble | null {
  if (!shown) return null;
  if (frame !== null && steps.length > 1) {
    return { count: steps.length, positions: (index) => flatPositions(steps[index]?.atoms ?? []) };
  }
  const members = structures.filter(({ source }) => source.kind !== 'smiles');
  if (members.length < 2) return null;
  return {
    count: members.length,
    async positions(index) {
      const source = members[index]?.source;
      const molecule =
        source?.kind === 'molecule'
          ? source.molecule
          : source?.kind === 'calculation'
            ? (await client.queryClient.ensureQueryData(client.molecules(source.uuid))).at(-1)
            : undefined;
      if (!molecule || !sameAtoms(molecule, shown)) return null;
      return moved(flatPositions(molecule.atoms), alignment(molecule.atoms, shown.atoms));
    },
  };
}

function sameAtoms(a: Pick<Molecule, 'atoms'>, b: Pick<Molecule, 'atoms'>): boolean {
  return (
    a.atoms.length === b.atoms.length &&
    a.atoms.every((atom, index) => atom.atomic_number === b.atoms[index]?.atomic_number)
  );
}

/** The vibration of a mode (0-based) of a molecule; null without one. */
function vibrationOf(molecule: Molecule | null, mode: number | null): Vibration | null {
  const found = mode === null ? undefined : molecule?.vibrational_modes?.[mode];
  return found ? { displacements: found.displacements, frequency: found.frequency } : null;
}

/** A protein, with the ligand that lies in it. */
function asMacromolecule(protein: ReadMacromolecule, ligand: Molecule | null): ViewedMolecule {
  const macromolecule = ligand ? protein.withLigand(ligand.atoms, 'LIG') : protein.macromolecule;
  return { atoms: macromolecule.atoms, macromolecule };
}

function contentsOf({ atoms, macromolecule }: ViewedMolecule, words: Words): string {
  return macromolecule ? compositionText(macromolecule, words) : words.viewer.atoms(atoms.length);
}
