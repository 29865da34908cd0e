import { pHSlider } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import { dominantMicrostate, microstateWeightsAt } from '@cuvette/core/tables';
import { type MacropkaResults, microstateId } from '@cuvette/core/workflows/types/macropka/macropka-results';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSessionState } from '../results/hooks/use-session.ts';

/** The microstates of one item at one pH, which of them is active in the session, and the ways to change both. */
export interface MicrostatesState {
  /** The pH that the slider is at. It moves at once. */
  pH: number;
  /** The pH that weights are shown for: the slider's, once it has rested. */
  settled: number;
  /** Moves the slider; anything outside its range goes to the nearest end. */
  setPH: (pH: number) => void;
  /** Weights (0 to 1) at `settled`, in the order of the microstates; empty where none are stored. */
  weights: readonly number[];
  /** Index of the microstate with the greatest weight at `settled`. */
  dominant: number | null;
  /** Index of the session's active microstate; -1 for none. */
  active: number;
  /** Makes a microstate the session's active structure; the pH stays. */
  choose: (index: number) => void;
}

/** A pH on the slider's own marks. */
export function pHOnSlider(pH: number): number {
  const { minimum, maximum, step } = pHSlider;
  const marks = Math.round((Math.min(Math.max(pH, minimum), maximum) - minimum) / step);
  return Number((minimum + marks * step).toFixed(1));
}

/**
 * The state of the microstate screen. 50 ms after the last change of pH the session moves to the microstate that dominates there. At the start it moves
 * there too, unless somebody chose a structure other than the first before.
 * @param wanted pH to start from, and to go to whenever it changes
 */
export function useMicrostates(
  data: MacropkaResults | null,
  session: Session,
  wanted: number = pHSlider.default,
): MicrostatesState {
  const [pH, setShown] = useState(() => pHOnSlider(wanted));
  const [settled, setSettled] = useState(pH);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef({ data, session, settled });
  useLayoutEffect(() => {
    latest.current = { data, session, settled };
  });

  const setPH = useCallback((value: number) => {
    if (!Number.isFinite(value)) return;
    const next = pHOnSlider(value);
    setShown(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSettled(next);
      activateDominant(latest.current.data, latest.current.session, next);
    }, pHSlider.debounce);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const before = useRef(wanted);
  useEffect(() => {
    if (before.current !== wanted) setPH(wanted);
    before.current = wanted;
  }, [wanted, setPH]);

  const any = (data?.microstate_weights_by_pH.length ?? 0) > 0;
  useEffect(() => {
    const { structure, structures } = session.getState();
    if (any && structure === (structures[0] ?? null))
      activateDominant(latest.current.data, session, latest.current.settled);
  }, [session, any]);

  const weights = useMemo(() => microstateWeightsAt(data?.microstate_weights_by_pH ?? [], settled), [data, settled]);
  const { structure } = useSessionState(session);
  return {
    pH,
    settled,
    setPH,
    weights,
    dominant: dominantMicrostate(weights),
    active: data?.microstates.findIndex((_, index) => microstateId(index) === structure) ?? -1,
    choose: useCallback((index: number) => session.activate(microstateId(index)), [session]),
  };
}

function activateDominant(data: MacropkaResults | null, session: Session, pH: number) {
  const dominant = dominantMicrostate(microstateWeightsAt(data?.microstate_weights_by_pH ?? [], pH));
  if (dominant !== null) session.activate(microstateId(dominant));
}
