import type { TrajectoryDetails } from '@cuvette/core/entities';
import { HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import { type ItemFile, listFiles, partsOf, readRange } from '../store/item-files.ts';
import type { Reader } from '../store/reader.ts';

/** Values of a position. */
const dimensions = 3;
const float32Bytes = 4;
const float64Bytes = 8;
/** Bytes of stored frames that are read and sent at once; a single frame that is larger is read alone. */
const blockBytes = 2 ** 20;
/** Steps of a stored coordinate that are sent, in 1/Å: a thousandth of an Å. */
const stepsPerAngstrom = 1000;

/** Frames of a stored trajectory that were asked for. */
export interface FrameRange {
  file: ItemFile;
  atoms: number;
  /** Frames of the whole trajectory. */
  total: number;
  start: number;
  count: number;
}

/** Which frames of which replicate; what is undefined means the first, and all that follow. */
export interface FrameQuery {
  replicate: number;
  start_frame: number;
  num_frames?: number | undefined;
}

/**
 * Finds the frames of an item's replicate. Fewer than asked for where the trajectory ends before. Throws 404 where the item or the replicate
 * is not there, 422 for a start behind the end.
 */
export async function findFrames(
  services: Services,
  reader: Reader,
  workflow: string,
  { replicate, start_frame: start, num_frames: wanted }: FrameQuery,
): Promise<FrameRange> {
  const files = await listFiles(services.db.drizzle, reader, workflow);
  const file = files.find(({ kind, details }) => kind === 'trajectory' && details.replicate === replicate);
  if (!file) {
    throw new HttpProblem(404, `There is no trajectory of replicate ${replicate} here, or you have no access to it.`);
  }
  const { num_atoms: atoms, num_frames: total } = file.details as TrajectoryDetails;
  if (start > total) throw new HttpProblem(422, `The trajectory has ${total} frames, counted from 0.`, 'start_frame');
  return { file, atoms, total, start, count: Math.min(wanted ?? total, total - start) };
}

/** Bytes of one frame as it is sent. */
export function sentFrameBytes({ atoms }: FrameRange): number {
  return atoms * dimensions * float64Bytes;
}

/** Stored frames of a range, some whole frames at a time: positions in Å. What lies outside of the range is not read. */
export async function* frameBlocks(services: Services, range: FrameRange): AsyncGenerator<Float32Array> {
  const frameBytes = range.atoms * dimensions * float32Bytes;
  const parts = await partsOf(services.db.drizzle, range.file);
  const step = Math.max(1, Math.floor(blockBytes / frameBytes));
  for (let done = 0; done < range.count; done += step) {
    const bytes = new Uint8Array(Math.min(step, range.count - done) * frameBytes);
    let filled = 0;
    const from = (range.start + done) * frameBytes;
    for await (const piece of readRange(services.files, parts, from, bytes.length)) {
      bytes.set(piece, filled);
      filled += piece.length;
    }
    if (filled < bytes.length) throw new Error(`The trajectory ${range.file.uuid} is shorter than it says.`);
    yield littleEndian(bytes);
  }
}

function littleEndian(bytes: Uint8Array<ArrayBuffer>): Float32Array {
  const values = new Float32Array(bytes.buffer);
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] === 1) return values;
  const view = new DataView(bytes.buffer);
  return values.map((_, index) => view.getFloat32(index * float32Bytes, true));
}

/** Frames as they are sent: little-endian float64 in Å, rounded to 0.001. */
export async function* sentFrames(services: Services, range: FrameRange): AsyncGenerator<Buffer> {
  for await (const block of frameBlocks(services, range)) {
    const sent = Buffer.alloc(block.length * float64Bytes);
    for (let index = 0; index < block.length; index += 1) {
      // Adding 0 turns the -0 of a rounded small negative number into 0, which packs better.
      const value = Math.round((block[index] as number) * stepsPerAngstrom) / stepsPerAngstrom + 0;
      sent.writeDoubleLE(value, index * float64Bytes);
    }
    yield sent;
  }
}

/** Distances (Å, to 0.001) of pairs of atoms (0-based) in each frame: one list for each pair. Throws 422 for an atom that is not there. */
export async function distancesOf(
  services: Services,
  range: FrameRange,
  pairs: readonly (readonly [number, number])[],
): Promise<number[][]> {
  const unknown = pairs.flat().find((atom) => atom >= range.atoms);
  if (unknown !== undefined) {
    throw new HttpProblem(422, `There is no atom ${unknown}: the ${range.atoms} atoms are counted from 0.`, 'pairs');
  }
  const distances: number[][] = pairs.map(() => []);
  const frameValues = range.atoms * dimensions;
  for await (const block of frameBlocks(services, range)) {
    for (let offset = 0; offset < block.length; offset += frameValues) {
      for (const [index, [first, second]] of pairs.entries()) {
        let sum = 0;
        for (let axis = 0; axis < dimensions; axis += 1) {
          const at = (atom: number) => block[offset + atom * dimensions + axis] as number;
          sum += (at(first) - at(second)) ** 2;
        }
        distances[index]?.push(Math.round(Math.sqrt(sum) * stepsPerAngstrom) / stepsPerAngstrom);
      }
    }
  }
  return distances;
}
