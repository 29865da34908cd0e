import type { Grid } from '@cuvette/core/entities';
import { initialViewerState, type ViewerState } from '@cuvette/core/session';
import type { AtomValues } from '@cuvette/core/tables';
import type { Mark } from '@cuvette/core/workflows';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useEmit, useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import { useNear, useReducedMotion } from '../ui/use-near.ts';
import type { Words } from '../words.ts';
import { useCamera } from './camera/use-camera.ts';
import { useFullscreen } from './camera/use-fullscreen.ts';
import { canBeDrawn } from './drawable.ts';
import type { Vibration } from './drawing/vibration.ts';
import { useTouchGuard } from './input/use-touch-guard.ts';
import { useWheelGuard } from './input/use-wheel-guard.ts';
import type { Bond } from './layer.ts';
import { mostMeasured } from './measurements/measure.ts';
import type { OtherStructure } from './overlay/overlay.ts';
import { compositionText } from './protein/protein-text.ts';
import type { Ensemble } from './recording/film.ts';
import { useShownAtoms } from './selection/use-shown-atoms.ts';
import { type GridSource, gridSources } from './surfaces/grid-source.ts';
import { useCellTool } from './tools/use-cell-tool.tsx';
import { useDrawingTool } from './tools/use-drawing-tool.ts';
import { useMarksTool } from './tools/use-marks-tool.tsx';
import { useMeasureTool } from './tools/use-measure-tool.tsx';
import { useOverlayTool } from './tools/use-overlay-tool.tsx';
import { useProteinTool } from './tools/use-protein-tool.tsx';
import { useRecordingTool } from './tools/use-recording-tool.tsx';
import { useSelectionTool } from './tools/use-selection-tool.tsx';
import { useSurfaceTool } from './tools/use-surface-tool.tsx';
import { useValuesTool } from './tools/use-values-tool.tsx';
import { useVibrationTool } from './tools/use-vibration-tool.tsx';
import { useRenderer } from './use-renderer.ts';
import { useViewerSheet } from './use-viewer-sheet.ts';
import { ViewerBar } from './viewer-bar.tsx';
import { ViewerCover } from './viewer-cover.tsx';
import type { View, ViewedMolecule, ViewerTool } from './viewer-tool.ts';
import { ViewerTools } from './viewer-tools.tsx';

export interface ViewerProps {
  /** What to show; null while there is none yet. */
  molecule: ViewedMolecule | null;
  /** Name of the structure, with its place ("Conformer 3 of 12"). Shown under the picture. */
  title: string;
  /** The text alternative: "ibuprofen, conformer 3 of 12, 33 atoms, +0.42 kcal/mol". Made from the title when absent. */
  description?: string | undefined;
  /** Positions of this moment (x, y, z per atom, Å) in place of the molecule's own: a frame of a trajectory. */
  positions?: ArrayLike<number> | null | undefined;
  /** Bonded atoms (pairs, 0-based) where they are known; perceived from the structure otherwise. */
  bonds?: readonly Bond[] | null | undefined;
  /** What is known about each atom, to label and colour it by; the structure's own charges and spin densities where this is missing. */
  values?: readonly AtomValues[] | null | undefined;
  /** Grids of the structure that isosurfaces can be drawn of: at hand, or to be loaded. */
  surfaces?: readonly (Grid | GridSource)[] | null | undefined;
  /** What is drawn on the structure beside its atoms: bonds in colours, badges, contacts. */
  marks?: readonly Mark[] | undefined;
  /** A vibrational mode to animate. */
  vibration?: Vibration | null | undefined;
  /** How the structure is looked at, when the parent keeps it (a session's). */
  view?: ViewerState | undefined;
  onView?: ((change: Partial<ViewerState>) => void) | undefined;
  /** Selected atoms (0-based), when the parent keeps them. */
  selected?: readonly number[] | undefined;
  onSelect?: ((atoms: readonly number[]) => void) | undefined;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Start turning at once (not where little motion is wished for). */
  spin?: boolean | undefined;
  antialias?: boolean | undefined;
  renderMode?: 'shared' | 'own' | undefined;
  /** Structures of the same atoms, for films: conformers, frames. */
  ensemble?: Ensemble | null | undefined;
  /** Name of downloaded files, without an extension; the title where it is absent. */
  fileName?: string | undefined;
  /** Other structures that may be shown in the same picture. */
  others?: readonly OtherStructure[] | undefined;
  /** What to say when there is no structure. */
  emptyText?: string | undefined;
  /** A link that is in the line under the picture. */
  link?: ReactNode;
  /** The controls of the frames that the picture shows; at its lower edge. */
  scrubber?: ReactNode;
  /** A tool of whoever shows the viewer, as a hook; a viewer has it from its first drawing on, or never. */
  useTool?: ((view: View) => ViewerTool) | undefined;
}

const noAtoms: readonly number[] = [];
const useNoTool = (): ViewerTool => ({ id: 'own' });
const noOthers: readonly OtherStructure[] = [];
const noMarks: readonly Mark[] = [];

/** A structure in 3D with its menu, keyboard and text alternative. The engine is loaded when the box comes near the viewport. */
export function Viewer(props: ViewerProps) {
  useViewerSheet();
  const { title, onPrevious, onNext } = props;
  const table = useWords();
  const words = table.viewer;
  // What cannot be drawn is nothing to show either, and the viewer says so.
  const drawable = useMemo(() => props.molecule === null || canBeDrawn(props.molecule), [props.molecule]);
  const molecule = drawable ? props.molecule : null;
  const emptyText = drawable ? props.emptyText : table.structure.notAvailable;
  const bonds = props.bonds ?? molecule?.macromolecule?.bonds ?? null;
  const emit = useEmit();
  const id = useId();
  const stage = useRef<HTMLDivElement>(null);
  const canvasBox = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const near = useNear(stage);
  const visible = useNear(stage, { margin: 0, once: false });
  const box = useRef<HTMLDivElement>(null);
  const hint = useWheelGuard(stage);
  useTouchGuard(stage);
  const fullscreen = useFullscreen(box, stage);
  const [wanted, setWanted] = useState(false);
  const atoms = molecule?.atoms ?? null;
  const positions = props.positions && props.positions.length === 3 * (atoms?.length ?? 0) ? props.positions : null;

  // Once opened the renderer stays, also while the next structure is still being read: the view and its direction are kept.
  if (!wanted && near && atoms !== null) setWanted(true);

  const { state, change, selected, select } = useViewerState(props);
  const { antialias, renderMode } = props;
  const onPick = (atom: number) => select(picked(selected, atom));
  const renderer = useRenderer(canvasBox, probe, { wanted, antialias, renderMode, onPick });
  const ready = renderer.state.phase === 'ready' ? renderer.state.renderer : null;

  const macromolecule = molecule?.macromolecule ?? null;
  useShownAtoms(ready, atoms, bonds, state.alignment, macromolecule?.host ?? macromolecule, (count) =>
    emit('cuvette-ready', { atoms: count }),
  );
  useEffect(() => ready?.select(selected), [ready, selected]);
  useEffect(() => {
    if (ready && atoms && positions) ready.setPositions(positions);
    // A structure that is laid otherwise is drawn anew, as it is.
  }, [ready, atoms, positions, state.alignment]);

  const view: View = { renderer: ready, molecule, positions, title, state, change, selected, select, stage };
  const tools = useTools(view, props, visible);
  const { forget } = useCamera(view);

  const reset = () => {
    forget();
    change({ spinning: false, camera: null });
    select(noAtoms);
    ready?.reset();
  };
  const keys = (event: KeyboardEvent) => {
    const handled =
      ready && event.target === stage.current && pressKey(event, view, tools, { reset, onPrevious, onNext });
    if (handled) event.preventDefault();
  };

  const description =
    props.description ?? (molecule ? `${title}, ${contents(molecule, table)}` : (emptyText ?? words.noStructure));
  return (
    <div
      className="cv-viewer"
      part="viewer"
      ref={box}
      {...fullscreen.props}
      aria-label={fullscreen.open ? title : undefined}
    >
      <div className="cv-viewer-picture">
        <div
          ref={stage}
          className="cv-viewer-stage"
          role="application"
          aria-roledescription={words.region}
          aria-label={description}
          aria-describedby={ready && atoms ? `${id}-keys` : undefined}
          tabIndex={0}
          onKeyDown={keys}
          onPointerDown={({ pointerType }) => {
            // A finger may be about to scroll the page: only a tap gives the focus.
            if (pointerType !== 'touch') stage.current?.focus({ preventScroll: true });
          }}
        >
          <span className="cv-probe" ref={probe} />
          <div className="cv-viewer-canvas" ref={canvasBox} data-stale={atoms === null || undefined} />
          <ViewerCover state={renderer.state} empty={atoms === null} emptyText={emptyText} retry={renderer.retry} />
          {tools.map((tool) => tool.over && <Fragment key={tool.id}>{tool.over}</Fragment>)}
          {hint && <p className="cv-viewer-hint">{words.scrollHint}</p>}
          {ready && atoms && (
            <span className="cv-hidden" id={`${id}-keys`}>
              {words.keys}
              {(onPrevious || onNext) && ` ${words.stepKeys}`}
            </span>
          )}
        </div>
        <ViewerTools
          tools={tools}
          ready={ready !== null}
          onReset={reset}
          full={fullscreen.open}
          onFull={fullscreen.toggle}
        />
      </div>
      {props.scrubber ? <div className="cv-viewer-scrubber">{props.scrubber}</div> : null}
      {tools.map((tool) => tool.below && <Fragment key={tool.id}>{tool.below}</Fragment>)}
      <ViewerBar tools={tools} title={title} onPrevious={onPrevious} onNext={onNext} link={props.link} />
      {fullscreen.open && (
        <div className="cv-viewer-close">
          <Button icon="cross" iconOnly label={table.ui.close} onClick={fullscreen.close} />
        </div>
      )}
      {tools.map((tool) => tool.dialog && <Fragment key={tool.id}>{tool.dialog}</Fragment>)}
    </div>
  );
}

/** Everything that a viewer can do with its structure. */
function useTools(view: View, props: ViewerProps, visible: boolean): ViewerTool[] {
  const { vibration = null, title } = props;
  const sources = useMemo(() => gridSources(props.surfaces ?? []), [props.surfaces]);
  const useOwnTool = props.useTool ?? useNoTool;
  return [
    useOwnTool(view),
    useDrawingTool(view),
    useMeasureTool(view),
    useVibrationTool(view, { vibration, visible }),
    useSelectionTool(view),
    useValuesTool(view, props.values ?? null),
    useSurfaceTool(view, sources, vibration !== null),
    useMarksTool(view, props.marks ?? noMarks),
    useProteinTool(view, props.marks ?? noMarks),
    useCellTool(view),
    useOverlayTool(view, props.others ?? noOthers),
    useRecordingTool(view, {
      ensemble: props.ensemble ?? null,
      vibration,
      amplitude: view.state.amplitude,
      fileName: props.fileName ?? title,
    }),
  ];
}

interface KeyActions extends Pick<ViewerProps, 'onPrevious' | 'onNext'> {
  reset: () => void;
}

/** Does what a key of the viewer asks for. @returns whether it asks for anything */
function pressKey(
  event: KeyboardEvent,
  { renderer, selected, select }: View,
  tools: readonly ViewerTool[],
  more: KeyActions,
) {
  if (tools.some((tool) => tool.onKey?.(event))) return true;
  if (!renderer || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { reset, onPrevious, onNext } = more;
  const actions: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowLeft: () => renderer.rotate(-10, 0),
    ArrowRight: () => renderer.rotate(10, 0),
    ArrowUp: () => renderer.rotate(0, -10),
    ArrowDown: () => renderer.rotate(0, 10),
    '+': () => renderer.zoom(1.2),
    '=': () => renderer.zoom(1.2),
    '-': () => renderer.zoom(1 / 1.2),
    r: reset,
    R: reset,
    PageUp: onPrevious,
    '[': onPrevious,
    PageDown: onNext,
    ']': onNext,
    Escape: selected.length > 0 ? () => select(noAtoms) : undefined,
  };
  const action = actions[event.key];
  action?.();
  return action !== undefined;
}

/** Returns what is shown, as text: chains and ligands of a macromolecule, the number of atoms of anything else. */
function contents({ atoms, macromolecule }: ViewedMolecule, words: Words): string {
  return macromolecule ? compositionText(macromolecule, words) : words.viewer.atoms(atoms.length);
}

/** Returns what is selected after a click on an atom: it comes or goes; of a few that are measured, the first makes room. */
function picked(selected: readonly number[], atom: number): readonly number[] {
  if (selected.includes(atom)) return selected.filter((each) => each !== atom);
  const more = [...selected, atom];
  return more.length === mostMeasured + 1 ? more.slice(1) : more;
}

/** How the structure is looked at and what is selected: the parent's where it keeps them, the viewer's own otherwise. */
function useViewerState({ view, onView, selected, onSelect, spin }: ViewerProps) {
  const emit = useEmit();
  const reduced = useReducedMotion();
  const [own, setOwn] = useState<ViewerState>({ ...initialViewerState, spinning: spin === true && !reduced });
  const [ownSelection, setOwnSelection] = useState(noAtoms);
  return {
    state: view ?? own,
    change(change: Partial<ViewerState>) {
      setOwn((before) => ({ ...before, ...change }));
      onView?.(change);
    },
    selected: selected ?? ownSelection,
    select(atoms: readonly number[]) {
      setOwnSelection(atoms);
      onSelect?.(atoms);
      if (!onSelect) emit('cuvette-select', { structure: null, atoms });
    },
  };
}
