import { TrajectoryProblem } from './stream-header.ts';

const dimensions = 3;
const float64Bytes = 8;

/** Turns the bytes of a stream into frames while they arrive. */
export interface FrameDecoder {
  /** Takes the next bytes, cut anywhere; the frames that they complete, one after another, or null when none is. Keeps nothing of what it returns. */
  push: (chunk: Uint8Array) => Float32Array<ArrayBuffer> | null;
  /** Whole frames so far, and bytes of a frame that is not whole. */
  readonly frames: number;
  readonly leftover: number;
}

/**
 * Decodes little-endian float64 positions (Å; x, y, z per atom, frame after frame) to Float32. What it holds on to is less than a frame.
 * @throws TrajectoryProblem (from `push`) for a position that is no number
 */
export function createFrameDecoder(atoms: number): FrameDecoder {
  const frameValues = atoms * dimensions;
  const partial = new Float32Array(frameValues);
  /** Bytes of a value that the end of a chunk cut. */
  const cut = new Uint8Array(float64Bytes);
  let cutBytes = 0;
  let filled = 0;
  let frames = 0;

  /** The values of a chunk, the cut one before it included. */
  function valuesOf(chunk: Uint8Array): Float64Array {
    const whole = Math.floor((cutBytes + chunk.length) / float64Bytes) * float64Bytes;
    if (whole === 0) {
      cut.set(chunk, cutBytes);
      cutBytes += chunk.length;
      return new Float64Array(0);
    }
    const used = whole - cutBytes;
    const rest = chunk.subarray(used);
    let bytes = chunk.subarray(0, used);
    if (cutBytes > 0 || bytes.byteOffset % float64Bytes !== 0) {
      bytes = new Uint8Array(whole);
      bytes.set(cut.subarray(0, cutBytes));
      bytes.set(chunk.subarray(0, used), cutBytes);
    }
    cut.set(rest);
    cutBytes = rest.length;
    return new Float64Array(bytes.buffer, bytes.byteOffset, whole / float64Bytes);
  }

  return {
    push(chunk) {
      const values = valuesOf(chunk);
      const complete = Math.floor((filled + values.length) / frameValues);
      if (complete === 0) {
        partial.set(values, filled);
        filled += values.length;
        return null;
      }
      const decoded = new Float32Array(complete * frameValues);
      const used = decoded.length - filled;
      decoded.set(partial.subarray(0, filled));
      decoded.set(values.subarray(0, used), filled);
      partial.set(values.subarray(used));
      filled = values.length - used;
      if (!decoded.every(Number.isFinite)) {
        throw new TrajectoryProblem(`A position after frame ${frames} is not a number.`);
      }
      frames += complete;
      return decoded;
    },
    get frames() {
      return frames;
    },
    get leftover() {
      return filled * float64Bytes + cutBytes;
    },
  };
}
