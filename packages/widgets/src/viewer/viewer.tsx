import type { Molecule } from '@cuvette/core/entities';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useEmit, useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useNear, useReducedMotion } from '../ui/use-near.ts';
import { selectionText } from './measure.ts';
import type { Drawing, Renderer } from './renderer.ts';
import { useRenderer } from './use-renderer.ts';
import { type Vibration, vibrationPositions } from './vibration.ts';

export interface ViewerProps {
  /** What to show; null while there is none yet. */
  molecule: Pick<Molecule, 'atoms'> | null;
  /** Name of the structure, with its place ("Conformer 3 of 12"). Shown under the picture. */
  title: string;
  /** The text alternative: "ibuprofen, conformer 3 of 12, 33 atoms, +0.42 kcal/mol". Made from the title when absent. */
  description?: string | undefined;
  /** Positions of this moment (x, y, z per atom, Å) in place of the molecule's own: a frame of a trajectory. */
  positions?: ArrayLike<number> | null | undefined;
  /** Bonded atoms (pairs, 0-based) where they are known; perceived from the structure otherwise. */
  bonds?: readonly (readonly [number, number])[] | null | undefined;
  /** How atoms are drawn; balls and sticks by default. */
  drawing?: Drawing | undefined;
  /** A vibrational mode to animate. */
  vibration?: Vibration | null | undefined;
  /** Motion of the atom that moves most in a vibration, in Å. */
  amplitude?: number | undefined;
  /** Selected atoms (0-based), when the parent keeps them. */
  selected?: readonly number[] | undefined;
  onSelect?: ((atoms: readonly number[]) => void) | undefined;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Start turning at once (not where little motion is wished for). */
  spin?: boolean | undefined;
  antialias?: boolean | undefined;
  renderMode?: 'shared' | 'own' | undefined;
  /** What to say when there is no structure. */
  emptyText?: string | undefined;
}

const noAtoms: readonly number[] = [];
const secondsPerVibration = 1.2;
const mostSelected = 4;

/** A structure in 3D with its menu, keyboard and text alternative. The engine is loaded when the box comes near the viewport. */
export function Viewer(props: ViewerProps) {
  const {
    molecule,
    title,
    positions,
    bonds = null,
    drawing = 'ball-and-stick',
    vibration,
    amplitude = 0.35,
    onSelect,
    onPrevious,
    onNext,
    antialias,
    renderMode,
  } = props;
  const words = useWords();
  const emit = useEmit();
  const id = useId();
  const stage = useRef<HTMLDivElement>(null);
  const canvasBox = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const near = useNear(stage);
  const visible = useNear(stage, { margin: 0, once: false });
  const reduced = useReducedMotion();
  const [ownSelection, setOwnSelection] = useState(noAtoms);
  const [spinning, setSpinning] = useState(props.spin === true && !reduced);
  const [carbonHydrogen, setCarbonHydrogen] = useState(true);
  const [playing, setPlaying] = useState(!reduced);
  const [hint, setHint] = useState(false);
  const [wanted, setWanted] = useState(false);
  const selected = props.selected ?? ownSelection;
  const atoms = molecule?.atoms ?? null;

  // Once opened the renderer stays, also while the next structure is still being read: the view and its direction are kept.
  if (!wanted && near && atoms !== null) setWanted(true);

  const select = (next: readonly number[]) => {
    setOwnSelection(next);
    onSelect?.(next);
    if (!onSelect) emit('cuvette-select', { structure: null, atoms: next });
  };
  const { state, retry } = useRenderer(canvasBox, probe, {
    wanted,
    ...(antialias === undefined ? {} : { antialias }),
    ...(renderMode === undefined ? {} : { renderMode }),
    onPick: (atom) =>
      select(
        selected.includes(atom) ? selected.filter((each) => each !== atom) : [...selected, atom].slice(-mostSelected),
      ),
  });
  const renderer = state.phase === 'ready' ? state.renderer : null;

  useEffect(() => renderer?.setDrawing(drawing), [renderer, drawing]);
  useShownAtoms(renderer, atoms, bonds, (count) => emit('cuvette-ready', { atoms: count }));
  useEffect(() => renderer?.select(selected), [renderer, selected]);
  useEffect(() => renderer?.setSpin(spinning), [renderer, spinning]);
  useEffect(() => renderer?.setCarbonHydrogenShown(carbonHydrogen), [renderer, carbonHydrogen]);
  useEffect(() => {
    if (renderer && atoms && positions && positions.length === 3 * atoms.length) renderer.setPositions(positions);
  }, [renderer, atoms, positions]);
  useVibration(renderer, atoms, vibration ?? null, amplitude, playing && visible);
  useWheelGuard(stage, setHint);

  const keys = (event: KeyboardEvent) => {
    if (!renderer || event.ctrlKey || event.metaKey || event.altKey || event.target !== stage.current) return;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => renderer.rotate(-10, 0),
      ArrowRight: () => renderer.rotate(10, 0),
      ArrowUp: () => renderer.rotate(0, -10),
      ArrowDown: () => renderer.rotate(0, 10),
      '+': () => renderer.zoom(1.2),
      '=': () => renderer.zoom(1.2),
      '-': () => renderer.zoom(1 / 1.2),
      r: () => reset(),
      R: () => reset(),
      Escape: () => select(noAtoms),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const reset = () => {
    setSpinning(false);
    select(noAtoms);
    renderer?.reset();
  };

  const description =
    props.description ??
    (atoms ? `${title}, ${words.viewer.atoms(atoms.length)}` : (props.emptyText ?? words.viewer.noStructure));
  const measured = useMemo(() => (atoms ? selectionText(atoms, selected, words) : null), [atoms, selected, words]);

  return (
    <div className="cv-viewer" part="viewer">
      <div
        ref={stage}
        className="cv-viewer-stage"
        role="application"
        aria-roledescription={words.viewer.region}
        aria-label={description}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        onKeyDown={keys}
        onPointerDown={() => stage.current?.focus({ preventScroll: true })}
      >
        <span className="cv-probe" ref={probe} />
        <div className="cv-viewer-canvas" ref={canvasBox} data-stale={atoms === null || undefined} />
        <Cover state={state} empty={atoms === null} emptyText={props.emptyText} retry={retry} />
        {hint && <p className="cv-viewer-hint">{words.viewer.scrollHint}</p>}
        <span className="cv-hidden" id={`${id}-keys`}>
          {words.viewer.keys}
        </span>
      </div>
      <div className="cv-viewer-bar" part="viewer-menu">
        {(onPrevious || onNext) && (
          <>
            <Button
              kind="quiet"
              dense
              icon="previous"
              iconOnly
              label={words.viewer.previous}
              disabled={!onPrevious}
              onClick={onPrevious}
            />
            <Button
              kind="quiet"
              dense
              icon="next"
              iconOnly
              label={words.viewer.next}
              disabled={!onNext}
              onClick={onNext}
            />
          </>
        )}
        <span className="cv-viewer-caption" role="status">
          {measured ?? (vibration ? words.viewer.vibrating(vibration.frequency.toFixed(1)) : title)}
        </span>
        {vibration && (
          <Button
            kind="quiet"
            dense
            icon={playing ? 'pause' : 'play'}
            label={playing ? words.viewer.pause : words.viewer.play}
            onClick={() => setPlaying(!playing)}
          />
        )}
        <Button
          kind="quiet"
          dense
          icon="rotate"
          label={words.viewer.rotate}
          aria-pressed={spinning}
          disabled={!renderer}
          onClick={() => setSpinning(!spinning)}
        />
        <Button
          kind="quiet"
          dense
          icon="bonds"
          label={carbonHydrogen ? words.viewer.hideCarbonHydrogen : words.viewer.showCarbonHydrogen}
          disabled={!renderer}
          onClick={() => setCarbonHydrogen(!carbonHydrogen)}
        />
        <Button kind="quiet" dense icon="reset" label={words.viewer.reset} disabled={!renderer} onClick={reset} />
      </div>
    </div>
  );
}

function Cover({
  state,
  empty,
  emptyText,
  retry,
}: {
  state: { phase: string; error?: unknown };
  empty: boolean;
  emptyText?: string | undefined;
  retry: () => void;
}) {
  const words = useWords();
  if (empty) return <p className="cv-viewer-cover">{emptyText ?? words.viewer.noStructure}</p>;
  if (state.phase === 'no-webgl') return <p className="cv-viewer-cover">{words.viewer.noWebgl}</p>;
  if (state.phase === 'failed') {
    return (
      <div className="cv-viewer-cover">
        <ErrorState
          title={words.viewer.failed}
          detail={words.errors.loadFailedDetail}
          action={{ label: words.errors.tryAgain, run: retry }}
        />
      </div>
    );
  }
  if (state.phase !== 'ready') return <p className="cv-viewer-cover">{words.viewer.loading}</p>;
  return null;
}

/** Shows new atoms in place; the view is only fitted anew when it is another substance. */
function useShownAtoms(
  renderer: Renderer | null,
  atoms: Molecule['atoms'] | null,
  bonds: readonly (readonly [number, number])[] | null,
  onFirst: (count: number) => void,
) {
  const shown = useRef<{ renderer: Renderer; composition: string } | null>(null);
  const first = useEffectEvent(onFirst);
  useEffect(() => {
    if (!renderer || !atoms) return;
    const composition = atoms.map((atom) => atom.atomic_number).join();
    const before = shown.current?.renderer === renderer ? shown.current.composition : null;
    renderer.show(atoms, { frame: composition !== before, bonds });
    shown.current = { renderer, composition };
    if (before === null) first(atoms.length);
  }, [renderer, atoms, bonds]);
}

function useVibration(
  renderer: Renderer | null,
  atoms: Molecule['atoms'] | null,
  vibration: Vibration | null,
  amplitude: number,
  playing: boolean,
) {
  const phase = useRef(0);
  useEffect(() => {
    if (!renderer || !atoms || !vibration) return;
    const target = new Float64Array(3 * atoms.length);
    if (!playing) {
      renderer.setPositions(vibrationPositions(atoms, vibration, phase.current, amplitude, target));
      return;
    }
    let last: number | null = null;
    let request = 0;
    const draw = (now: number) => {
      if (last !== null) phase.current = (phase.current + (now - last) / 1000 / secondsPerVibration) % 1;
      last = now;
      renderer.setPositions(vibrationPositions(atoms, vibration, phase.current, amplitude, target));
      request = requestAnimationFrame(draw);
    };
    request = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(request);
  }, [renderer, atoms, vibration, amplitude, playing]);
  useEffect(() => {
    if (!renderer || !atoms || !vibration) return;
    return () => {
      phase.current = 0;
      renderer.setPositions(vibrationPositions(atoms, vibration, 0, 0, new Float64Array(3 * atoms.length)));
    };
  }, [renderer, atoms, vibration]);
}

/** A wheel over the viewer scrolls the page, as everywhere on it, unless the viewer has the focus or Ctrl is held: then it zooms. */
function useWheelGuard(stage: RefObject<HTMLElement | null>, setHint: (shown: boolean) => void) {
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const guard = (event: WheelEvent) => {
      const focused = (element.getRootNode() as Document | ShadowRoot).activeElement === element;
      if (focused || event.ctrlKey) return;
      event.stopPropagation();
      setHint(true);
      clearTimeout(timer);
      timer = setTimeout(() => setHint(false), 1500);
    };
    element.addEventListener('wheel', guard, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('wheel', guard, { capture: true });
    };
  }, [stage, setHint]);
}
