import type { FrameRange } from './frame-range.ts';
import { type StreamHeader, TrajectoryProblem } from './stream-header.ts';

/** Receives frames while they are loaded. */
export interface FrameListener {
  /** What comes, before any frame does. */
  begun: (header: StreamHeader) => void;
  /** Whole frames, one after another: x, y, z per atom in Å. The listener may keep the array. */
  frames: (block: Float32Array) => void;
}

/** Where the frames of one trajectory come from: a stream, or memory. */
export interface FrameSource {
  /** What the picker calls it: "Trajectory 1". */
  name: string;
  /** Frames of the whole trajectory; null where this is not known before it is loaded. */
  frames: number | null;
  /** Whether loading costs nothing, so that it need not be asked for. */
  atHand?: boolean;
  /** Whether a source that has grown keeps the frames that it had and adds to their end, so that only what is new need be loaded. */
  appends?: boolean;
  /** Sends the frames of a range; ends when all were sent. Rejects when it fails, at the latest when the signal is given. */
  load: (range: FrameRange, hear: FrameListener, signal: AbortSignal) => Promise<void>;
}

/** Frames that are in memory already: positions (x, y, z per atom, Å), frame after frame. */
export function framesAtHand(name: string, atoms: number, positions: Float32Array): FrameSource {
  const total = Math.floor(positions.length / (3 * atoms));
  return {
    name,
    frames: total,
    atHand: true,
    async load({ start, end }, hear) {
      const [first, last] = [Math.min(start, total), Math.min(end, total)];
      hear.begun({ atoms, frames: last - first, total });
      hear.frames(positions.subarray(3 * atoms * first, 3 * atoms * last));
    },
  };
}

/** Positions of several structures of the same atoms, frame after frame. @throws TrajectoryProblem where their atoms differ */
export function positionsOf(
  structures: readonly { atoms: readonly { atomic_number: number; position: readonly number[] }[] }[],
): Float32Array {
  const first = structures[0]?.atoms ?? [];
  const positions = new Float32Array(3 * first.length * structures.length);
  let at = 0;
  structures.forEach(({ atoms }, frame) => {
    const same =
      atoms.length === first.length && atoms.every((atom, i) => atom.atomic_number === first[i]?.atomic_number);
    if (!same) throw new TrajectoryProblem(`Frame ${frame + 1} has other atoms than the first one.`);
    for (const { position } of atoms) {
      positions.set(position, at);
      at += 3;
    }
  });
  return positions;
}
