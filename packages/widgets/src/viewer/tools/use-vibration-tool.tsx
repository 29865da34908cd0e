import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Button } from '../../ui/button.tsx';
import { useReducedMotion } from '../../ui/use-near.ts';
import { type Vibration, vibrationPositions } from '../vibration.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';

const id = 'vibration';
/** How long a period lasts on the screen, whatever its frequency. */
export const secondsPerVibration = 1.2;

export interface VibrationOptions {
  vibration: Vibration | null;
  /** Motion of the atom that moves most, in Å. */
  amplitude: number;
  /** Whether the picture is on the screen: nothing moves where nobody looks. */
  visible: boolean;
}

/** Moves the atoms along a vibrational mode, with a button that stops it; it starts stopped where little motion is wished for. */
export function useVibrationTool({ renderer, molecule }: View, options: VibrationOptions): ViewerTool {
  const { vibration, amplitude, visible } = options;
  const words = useWords().viewer;
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
  if (!vibration) return { id };
  return {
    id,
    status: words.vibrating(vibration.frequency.toFixed(1)),
    panel: (
      <Button
        kind="quiet"
        dense
        icon={playing ? 'pause' : 'play'}
        label={playing ? words.pause : words.play}
        onClick={() => setPlaying(!playing)}
      />
    ),
  };
}
