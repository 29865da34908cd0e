import type { PlacedAtom } from '../chemistry/atoms.ts';

/** Bent water; in frame f it is turned by f degrees and has drifted by f Å. */
export const water: PlacedAtom[] = [
  { atomic_number: 8, position: [0, 0, 0] },
  { atomic_number: 1, position: [0.76, 0.59, 0] },
  { atomic_number: 1, position: [-0.76, 0.59, 0] },
];
export const frameAt = (frame: number): number[] => {
  const [c, s] = [Math.cos((frame * Math.PI) / 180), Math.sin((frame * Math.PI) / 180)];
  return water.flatMap(({ position: [x, y, z] }) => [c * x - s * y + frame, s * x + c * y, z]);
};
/** Positions of frames, the end exclusive. */
export const frames = (start: number, end: number) =>
  Float32Array.from(Array.from({ length: end - start }, (_, index) => frameAt(start + index)).flat());

/** A clock that moves only when it is set. */
export function clock() {
  let now = 1000;
  let waiting: (() => void) | null = null;
  return {
    clock: {
      now: () => now,
      soon(work: () => void) {
        waiting = work;
        return () => {
          waiting = null;
        };
      },
    },
    /** Moves by milliseconds, in steps of a screen. */
    move(milliseconds: number, step = 1000 / 60) {
      for (let left = milliseconds; left > 1e-9; left -= step) {
        now += Math.min(step, left);
        const work = waiting;
        waiting = null;
        work?.();
      }
    },
    get ticking() {
      return waiting !== null;
    },
  };
}
