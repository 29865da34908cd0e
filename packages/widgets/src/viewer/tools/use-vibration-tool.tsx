import { formatFrequency } from '@cuvette/core/tables';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Button } from '../../ui/button.tsx';
import { useReducedMotion } from '../../ui/use-near.ts';
import { type Vibration, vibrationDisplacements, vibrationPositions } from '../drawing/vibration.ts';
import type { ArrowLayer } from '../layers/arrow-layer.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';
import { useLayer } from './use-layer.ts';

const VibrationControls = lazy(async () => ({
  default: (await import('../drawing/vibration-controls.tsx')).VibrationControls,
}));
const loadArrows = async () => (await import('../layers/arrow-layer.ts')).arrowLayer;

const id = 'vibration';
/** How long a period lasts on the screen, whatever its frequency. */
export const secondsPerVibration = 1.2;

export interface VibrationOptions {
  vibration: Vibration | null;
  /** Whether the picture is on the screen: nothing moves where nobody looks. */
  visible: boolean;
}

/**
 * Moves the atoms along a vibrational mode as far as one likes, with arrows on request, and a button that stops it; it starts stopped where little motion
 * is wished for.
 */
export function useVibrationTool(
  { renderer, molecule, state, change }: View,
  { vibration, visible }: VibrationOptions,
): ViewerTool {
  const words = useWords().viewer;
  const { amplitude, arrows } = state;
  const reduced = useReducedMotion();
  const [playing, setPlaying] = useState(!reduced);
  const phase = useRef(0);
  const moving = playing && visible;
  const atoms = molecule?.atoms ?? null;
  useEffect(() => {
    if (!renderer || !atoms || !vibration) return;
    const target = new Float64Array(3 * atoms.length);
    if (!moving) {
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
  }, [renderer, atoms, vibration, amplitude, moving]);
  useEffect(() => {
    if (!renderer || !atoms || !vibration) return;
    return () => {
      phase.current = 0;
      renderer.setPositions(vibrationPositions(atoms, vibration, 0, 0, new Float64Array(3 * atoms.length)));
    };
  }, [renderer, atoms, vibration]);
  const displacements = useMemo(
    () => (atoms && vibration && arrows ? vibrationDisplacements(atoms.length, vibration, amplitude) : null),
    [atoms, vibration, arrows, amplitude],
  );
  const layer = useLayer<ArrowLayer>(displacements ? renderer : null, loadArrows);
  useEffect(() => layer?.set(displacements), [layer, displacements]);
  if (!vibration) return { id };
  return {
    id,
    status: words.vibrating(formatFrequency(vibration.frequency)),
    panel: (
      <Button
        kind="quiet"
        dense
        icon={playing ? 'pause' : 'play'}
        label={playing ? words.pause : words.play}
        onClick={() => setPlaying(!playing)}
      />
    ),
    below: (
      <Suspense fallback={<div className="cv-viewer-strip" />}>
        <VibrationControls {...{ amplitude, arrows, change }} />
      </Suspense>
    ),
  };
}
