import { type Client, type ReadMacromolecule, readState } from '@cuvette/core/client';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import type { StructureReference } from '@cuvette/core/workflows';
import { atomValues } from '@cuvette/core/workflows/parts/calculations/atom-values';
import { useEffect, useMemo } from 'react';
import { useDefinition } from '../../elements/hooks/use-definition.ts';
import type { ViewedMolecule } from '../../viewer/viewer-tool.ts';
import { stepPlaces } from '../step-places.ts';
import { useMacromolecule } from './use-macromolecule.ts';
import { useMolecules } from './use-reads.ts';
import { useSessionState } from './use-session.ts';

/** Sessions in which a prediction was coloured by its confidence, or atoms by what the type is asked for. */
const coloured = new WeakSet<object>();

/** Returns what is read of the session's active structure: its molecules or protein, the frame that is shown, and what is known about its atoms. */
export function useActiveStructure(
  client: Client,
  item: WorkflowItem,
  session: Session,
  active: StructureReference | null,
  frequencies: boolean,
) {
  const state = useSessionState(session);
  const source = active?.source ?? null;
  const uuid = source?.kind === 'calculation' ? source.uuid : null;
  const { molecules, failed } = useMolecules(client, item, uuid, { frequencies });
  const trajectory = useMemo<readonly Molecule[]>(
    () => (source?.kind === 'molecule' ? [source.molecule] : uuid === null ? [] : (molecules ?? [])),
    [source, uuid, molecules],
  );
  const { definition, known } = useDefinition(item.object_type);
  const protein = useMacromolecule(client, known ? active : null, definition?.predictsProteins ?? false);
  const isProtein = source?.kind === 'protein';
  const last = trajectory.at(-1) ?? null;
  const molecule = useMemo<ViewedMolecule | null>(
    () => (protein.read && (last || isProtein) ? asMacromolecule(protein.read, last) : last),
    [protein.read, last, isProtein],
  );
  const frame = trajectory[Math.min(state.frame ?? Number.POSITIVE_INFINITY, trajectory.length - 1)] ?? null;
  const { alignment: mode } = state.viewer;
  const placed = useMemo(() => stepPlaces(trajectory, mode), [trajectory, mode]);
  const positions = useMemo(() => (frame && placed ? placed(frame) : null), [frame, placed]);
  const byCalculation = useMemo(
    () => new Map(uuid !== null && molecules ? [[uuid, molecules]] : []),
    [uuid, molecules],
  );
  const values = useMemo(
    () => (last && definition ? atomValues(definition.tables(item, byCalculation), last) : null),
    [definition, item, byCalculation, last],
  );
  useFirstColouring(
    session,
    protein.read?.macromolecule.predicted === true,
    useMemo(() => definition?.painted(item) ?? null, [definition, item]),
  );
  const marks = useMemo(
    () => definition?.marks(item, byCalculation, active?.id ?? null) ?? [],
    [definition, item, byCalculation, active?.id],
  );
  const missing = failed || (isProtein && protein.failed);
  const read = (value: unknown) => ({ pending: value === null && !missing, value, failed: missing });
  const reads = isProtein ? [read(molecule)] : uuid ? [read(molecules)] : [];
  return {
    definition,
    /** Whether it is known of what type the item is. */
    known,
    protein,
    isProtein,
    /** All steps of the structure; empty while they are read. */
    trajectory,
    /** The structure itself, its last step. */
    last,
    /** What the viewer shows of it. */
    molecule,
    frame,
    /** Where each step's atoms are drawn; null where there is one step. */
    placed,
    positions,
    values,
    marks,
    /** The structure could not be read. */
    missing,
    isReading: readState([{ pending: false, value: item }], reads) === 'molecules',
  };
}

/** Colours a prediction by how sure it is, or atoms by what the type is asked for, until somebody chooses another colouring. */
function useFirstColouring(session: Session, predicted: boolean, painted: string | null): void {
  useEffect(() => {
    if (!predicted || coloured.has(session)) return;
    coloured.add(session);
    session.setViewer({ protein: { ...session.getState().viewer.protein, colouring: 'b-factor' } });
  }, [session, predicted]);
  useEffect(() => {
    if (painted === null || coloured.has(session)) return;
    coloured.add(session);
    // A session that came with an address may have chosen already.
    if (session.getState().viewer.colouring === null) session.setViewer({ colouring: painted });
  }, [session, painted]);
}

/** A protein, with the ligand that lies in it. */
function asMacromolecule(protein: ReadMacromolecule, ligand: Molecule | null): ViewedMolecule {
  const macromolecule = ligand ? protein.withLigand(ligand.atoms, 'LIG') : protein.macromolecule;
  return { atoms: macromolecule.atoms, macromolecule };
}
