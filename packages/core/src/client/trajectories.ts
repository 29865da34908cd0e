import * as z from 'zod/mini';
import type { Bundle } from '../entities/bundle.ts';
import { TrajectoryDetails } from '../entities/job.ts';
import { type FrameRange, TrajectoryProblem } from '../trajectory/index.ts';

/** Where the frames of a trajectory are: behind an address that streams them, or in a file that is read whole. */
export type TrajectoryPlace =
  | {
      kind: 'stream';
      url: (range: FrameRange) => string;
      credentials: RequestCredentials;
      /** The `fetch` that the client was given; null for the browser's own, which a worker can use as well. */
      fetch: typeof globalThis.fetch | null;
    }
  | { kind: 'file'; read: () => Promise<StoredFrames> };

/** Frames as they are stored: x, y, z per atom in Å, frame after frame. */
export interface StoredFrames {
  atoms: number;
  positions: Float32Array;
}

/**
 * The frames of a replicate in a bundle, where its files are in the document.
 * @throws TrajectoryProblem with a message, where they do not
 */
export function bundledTrajectory(bundle: Bundle, workflow: string, replicate: number): StoredFrames {
  const uuid = workflow === '' ? (bundle.items[0]?.uuid ?? '') : workflow;
  for (const { kind, workflow_uuid, details, base64, left_out } of Object.values(bundle.files)) {
    const parsed = kind === 'trajectory' && workflow_uuid === uuid ? z.safeParse(TrajectoryDetails, details) : null;
    if (!parsed?.success || parsed.data.replicate !== replicate) continue;
    if (base64 === undefined) {
      throw new TrajectoryProblem(
        left_out ?? 'The frames lie beside this file, not in it. Open the result on its server.',
      );
    }
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const positions = new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT));
    return { atoms: parsed.data.num_atoms, positions };
  }
  throw new TrajectoryProblem('This file holds no frames of this trajectory.');
}
