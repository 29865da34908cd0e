/** Bytes that a frame takes for each of its atoms: three Float32. */
export const bytesPerAtomFrame = 12;

/** Frames of one range in memory, 12 bytes for each atom and frame, never more than were asked for. */
export interface FrameStore {
  /** Takes whole frames as they come, by reference; gives how many were kept. What is over the capacity is dropped. */
  append: (block: Float32Array) => number;
  /** Makes room for more frames; those that are here stay. */
  widen: (capacity: number) => void;
  /** Positions (x, y, z per atom, Å) of a frame, counted from 0: a view, not a copy. Null where it is not there (yet). */
  frame: (index: number) => Float32Array | null;
  readonly length: number;
  readonly bytes: number;
}

/** @param room most frames that are kept */
export function createFrameStore(atoms: number, room: number): FrameStore {
  let capacity = room;
  const frameValues = 3 * atoms;
  const blocks: Float32Array[] = [];
  /** First frame of each block. */
  const starts: number[] = [];
  let length = 0;
  return {
    append(block) {
      const count = Math.min(Math.floor(block.length / frameValues), capacity - length);
      if (count <= 0) return 0;
      // A block of which a part is kept is copied, so that the rest of it is freed.
      const whole = count * frameValues === block.length;
      blocks.push(whole ? block : block.slice(0, count * frameValues));
      starts.push(length);
      length += count;
      return count;
    },
    widen(wanted) {
      capacity = Math.max(capacity, wanted);
    },
    frame(index) {
      if (!(index >= 0 && index < length)) return null;
      let low = 0;
      let high = blocks.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] as number) <= index) low = middle;
        else high = middle - 1;
      }
      const at = (index - (starts[low] as number)) * frameValues;
      return (blocks[low] as Float32Array).subarray(at, at + frameValues);
    },
    get length() {
      return length;
    },
    get bytes() {
      return length * atoms * bytesPerAtomFrame;
    },
  };
}
