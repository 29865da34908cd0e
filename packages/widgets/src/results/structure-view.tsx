import { type Client, uncancelled } from '@cuvette/core/client';
import { isFinished, type Molecule, status, type WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import type { StructureReference } from '@cuvette/core/workflows';
import { badConformerUuids } from '@cuvette/core/workflows/parts/calculations/structure-references';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { Depiction } from '../structure/depiction.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import type { Vibration } from '../viewer/drawing/vibration.ts';
import { alignment, flatPositions, moved } from '../viewer/overlay/align.ts';
import { compositionText } from '../viewer/protein/protein-text.ts';
import type { Ensemble } from '../viewer/recording/film.ts';
import { useViewerSheet } from '../viewer/use-viewer-sheet.ts';
import { Viewer } from '../viewer/viewer.tsx';
import type { ViewedMolecule } from '../viewer/viewer-tool.ts';
import type { Words } from '../words.ts';
import { calculationWords } from './calculation-words.ts';
import { useActiveStructure } from './hooks/use-active-structure.ts';
import { useContactMarks } from './hooks/use-contact-marks.ts';
import { useGrids } from './hooks/use-grids.ts';
import { useOthers } from './hooks/use-others.ts';
import { useSessionState } from './hooks/use-session.ts';

addEnglish({ calculation: calculationWords });

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
  /** A link that is in the line under the picture. */
  link?: ReactNode;
}

/** The session's active structure in 3D: its frame, its vibration, its selected atoms; previous and next where there are several. */
export function StructureView(props: StructureViewProps) {
  const { client, item, session, structures, active, caption, frequencies, label, link } = props;
  useViewerSheet();
  const words = useWords();
  const state = useSessionState(session);
  const read = useActiveStructure(client, item, session, active, frequencies);
  const { definition, protein, trajectory, last, molecule, frame, placed } = read;
  const surfaces = useGrids(client, item, definition);
  const contacts = useContactMarks(client, protein.read, last, active);
  const vibration = useMemo(() => vibrationOf(last, state.mode), [last, state.mode]);
  const ensemble = useMemo(
    () => ensembleOf(client, structures, molecule, trajectory, state.frame),
    [client, structures, molecule, trajectory, state.frame],
  );
  const others = useOthers(client, structures, active, state.viewer, frequencies);
  useUnreadableReport(item);
  const place = active ? structures.indexOf(active) : -1;
  useNeighboursRead(client, structures, place, frequencies);

  const several = structures.length > 1;
  const ownName = label ?? (active ? words.ui.term(active.name) : '');
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
  const source = active?.source ?? null;
  // Before it is known which structures there are, nothing is drawn in their place: what draws a formula weighs as much as the rest of the page.
  const isWithout = source === null && read.known && structures.length === 0;
  const smiles = source?.kind === 'smiles' ? source.smiles : isWithout ? item.smiles : null;
  if (smiles) return <Formula {...{ item, active, label, title, link, smiles }} />;
  const played = definition?.playsStructures === true && several && active !== null && last !== null;
  return (
    <div className="cv-viewer-stack">
      {protein.failed && !read.isProtein ? (
        <div className="cv-callout" data-tone="bad" role="alert">
          <Icon name="warning" />
          <p>
            {words.result.proteinFailed} {words.result.withoutProtein}
          </p>
          <Button dense label={words.result.tryAgain} onClick={protein.retry} />
        </div>
      ) : null}
      <Viewer
        molecule={molecule}
        title={title}
        description={description}
        positions={vibration ? null : read.positions}
        vibration={vibration}
        values={molecule === last ? read.values : null}
        surfaces={surfaces}
        marks={read.marks.length > 0 ? read.marks : contacts}
        view={state.viewer}
        onView={session.setViewer}
        others={others}
        ensemble={ensemble}
        fileName={[itemName, name].filter(Boolean).join(' ')}
        selected={state.atoms}
        onSelect={session.selectAtoms}
        onPrevious={several && place > 0 ? session.previous : undefined}
        onNext={several && place < structures.length - 1 ? session.next : undefined}
        emptyText={emptyText(read, item, source === null && !isWithout, words.result)}
        antialias={props.antialias}
        renderMode={props.renderMode}
        link={link}
        scrubber={
          <Suspense fallback={null}>
            {played ? (
              <StructureFrames key={item.uuid} {...{ session, client, structures, frequencies }} atoms={last.atoms} />
            ) : placed ? (
              <StepFrames key={active?.id} session={session} steps={trajectory} />
            ) : null}
          </Suspense>
        }
      />
    </div>
  );
}

/** Returns what to say where there is no structure. @param unknown it is not known yet which structures there are */
function emptyText(
  read: Pick<ReturnType<typeof useActiveStructure>, 'missing' | 'isProtein' | 'isReading'>,
  item: WorkflowItem,
  unknown: boolean,
  words: Words['result'],
): string {
  if (read.missing) return read.isProtein ? words.proteinFailed : words.structureFailed;
  if (read.isReading || unknown) return words.loadingStructure;
  return isFinished(item.object_status) ? words.noStructureCame : words.noStructureYet;
}

interface FormulaProps extends Pick<StructureViewProps, 'item' | 'active' | 'label' | 'link'> {
  smiles: string;
  title: string;
}

/** A formula: what was submitted, in place of a structure to come, or itself something that was found (a microstate). */
function Formula({ item, active, label, link, smiles, title }: FormulaProps) {
  const words = useWords();
  const found = active !== null && active.id !== 'initial';
  const { formulaDraft, formulaInstead, formulaMeanwhile } = words.result;
  const isOver = isFinished(item.object_status);
  const text = item.object_status === status.draft ? formulaDraft : isOver ? formulaInstead : formulaMeanwhile;
  return (
    <div className="cv-result-formula">
      <Depiction smiles={smiles} label={label ?? (found ? words.ui.term(active.name) : item.name)} />
      {found ? <p className="cv-viewer-caption">{title}</p> : <p className="cv-quiet">{text}</p>}
      {link}
    </div>
  );
}

/** Tells the console of conformers whose structures cannot be named. */
function useUnreadableReport(item: WorkflowItem): void {
  const bad = badConformerUuids(item.object_data ?? {}).join('\n');
  useEffect(() => {
    for (const each of bad ? bad.split('\n') : []) {
      console.error(`"${each}" is not a UUID: the structure of this conformer is not shown.`);
    }
  }, [bad]);
}

/** Reads the neighbours of a structure ahead, in one call, so that stepping through rows shows each structure at once. */
function useNeighboursRead(
  client: Client,
  structures: readonly StructureReference[],
  place: number,
  frequencies: boolean,
): void {
  useEffect(() => {
    for (const { source: near } of place < 0 ? [] : structures.slice(Math.max(0, place - 1), place + 4)) {
      if (near.kind !== 'calculation') continue;
      void client.queryClient.prefetchQuery(client.molecules(near.uuid, { frequencies }));
    }
  }, [client, structures, place, frequencies]);
}

/**
 * Returns what a film shows: the steps of a calculation when one of them is shown, else the structures of the item (conformers, microstates of one
 * formula) in their order, each laid on the one that is shown. Those of other atoms than the shown one are skipped.
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
            ? (await uncancelled(() => client.queryClient.ensureQueryData(client.molecules(source.uuid)))).at(-1)
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

function contentsOf({ atoms, macromolecule }: ViewedMolecule, words: Words): string {
  return macromolecule ? compositionText(macromolecule, words) : words.viewer.atoms(atoms.length);
}
