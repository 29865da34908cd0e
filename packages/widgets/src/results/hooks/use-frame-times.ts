import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';

/** Positions of frames on an axis of time, and the title of the axis. */
export interface FrameTimes {
  x: Float64Array;
  title: string;
  /** Time of a frame in the unit of the axis; null where only its number is known. */
  timeOf: (frame: number) => number | null;
}

/**
 * Times of equally spaced frames, the last one at the end; numbers of frames, from 1, where the duration is not known.
 * @param duration of all frames, in `unit`; null where it is not known (yet)
 */
export function useFrameTimes(frames: number, duration: number | null, unit: string): FrameTimes {
  const words = useWords().dynamics;
  return useMemo(() => {
    const step = duration === null || frames === 0 ? null : duration / frames;
    return {
      x: Float64Array.from({ length: frames }, (_, frame) => (frame + 1) * (step ?? 1)),
      title: step === null ? words.frame : words.time(unit),
      timeOf: (frame) => (step === null ? null : (frame + 1) * step),
    };
  }, [frames, duration, unit, words]);
}
