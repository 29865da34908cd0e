import type { TrajectoryDetails } from '@cuvette/core/entities';
import type { Services } from '../services.ts';
import { type FrameRange, frameBlocks } from './trajectory.ts';

/** Femtoseconds of CHARMM's unit of time, in which a DCD file has its step: 1 Å·√(Da·mol/kcal). */
const akmaFs = 48.888_21;
/** What readers look at to tell CHARMM's layout, with a unit cell in each frame, from the older one without. */
const charmmVersion = 24;
const titleBytes = 80;
const cellBytes = 6 * 8;

/** A Fortran record: its bytes between two counts of them. */
function record(bytes: number, fill: (view: DataView) => void): Buffer {
  const whole = Buffer.alloc(bytes + 8);
  whole.writeInt32LE(bytes, 0);
  fill(new DataView(whole.buffer, whole.byteOffset + 4, bytes));
  whole.writeInt32LE(bytes, bytes + 4);
  return whole;
}

type Vector = readonly [number, number, number];
type Cell = NonNullable<TrajectoryDetails['cell']>;

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** A cell as DCD files have it: a, cos γ, b, cos β, cos α, c; lengths in Å. */
function cellRecord([a, b, c]: Cell): Buffer {
  const [lengthA, lengthB, lengthC] = [a, b, c].map((vector) => Math.sqrt(dot(vector, vector))) as [
    number,
    number,
    number,
  ];
  const values = [
    lengthA,
    dot(a, b) / (lengthA * lengthB),
    lengthB,
    dot(a, c) / (lengthA * lengthC),
    dot(b, c) / (lengthB * lengthC),
    lengthC,
  ];
  return record(cellBytes, (view) => {
    for (const [index, value] of values.entries()) view.setFloat64(index * 8, value, true);
  });
}

/** Describes the file: frames, step, whether there is a cell; two lines of title; the number of atoms. */
function header(range: FrameRange, title: readonly string[]): Buffer {
  const { cell, frame_interval_fs } = range.file.details as TrajectoryDetails;
  const control = record(84, (view) => {
    for (const [index, letter] of [...'CORD'].entries()) view.setUint8(index, letter.charCodeAt(0));
    const put = (place: number, value: number) => view.setInt32(4 + place * 4, value, true);
    put(0, range.count);
    put(1, range.start);
    put(2, 1);
    put(3, range.count);
    // 0 where nobody wrote down how far apart the frames are.
    view.setFloat32(4 + 9 * 4, (frame_interval_fs ?? 0) / akmaFs, true);
    put(10, cell ? 1 : 0);
    put(19, charmmVersion);
  });
  const titles = record(4 + title.length * titleBytes, (view) => {
    view.setInt32(0, title.length, true);
    const text = title.map((line) => line.slice(0, titleBytes).padEnd(titleBytes)).join('');
    for (const [index, letter] of [...text].entries()) view.setUint8(4 + index, letter.charCodeAt(0));
  });
  const atoms = record(4, (view) => view.setInt32(0, range.atoms, true));
  return Buffer.concat([control, titles, atoms]);
}

function lines(range: FrameRange): string[] {
  const { replicate } = range.file.details as TrajectoryDetails;
  return [
    `Cuvette trajectory ${range.file.workflow_uuid}, replicate ${replicate}`,
    `Positions in Angstrom, ${range.atoms} atoms`,
  ];
}

function frameBytes(range: FrameRange): number {
  const { cell } = range.file.details as TrajectoryDetails;
  return 3 * (range.atoms * 4 + 8) + (cell ? cellBytes + 8 : 0);
}

/** Bytes that the DCD file of a range of frames has. */
export function dcdBytes(range: FrameRange): number {
  return header(range, lines(range)).length + range.count * frameBytes(range);
}

/**
 * Frames as a DCD file in CHARMM's layout (which NAMD and OpenMM write too): little-endian, positions as float32 in Å, all x of a
 * frame, then all y, then all z, each frame after the cell where there is one. A frame is read, written and forgotten.
 * The layout is that of the DCD files of CHARMM's documentation and of VMD's plugin description.
 */
export async function* dcdOf(services: Services, range: FrameRange): AsyncGenerator<Uint8Array> {
  const { cell } = range.file.details as TrajectoryDetails;
  yield header(range, lines(range));
  const before = cell ? cellRecord(cell) : Buffer.alloc(0);
  const { atoms } = range;
  for await (const block of frameBlocks(services, range)) {
    const frames = block.length / (atoms * 3);
    const pieces: Buffer[] = [];
    for (let frame = 0; frame < frames; frame += 1) {
      pieces.push(before);
      for (let axis = 0; axis < 3; axis += 1) {
        pieces.push(
          record(atoms * 4, (view) => {
            for (let atom = 0; atom < atoms; atom += 1) {
              view.setFloat32(atom * 4, block[(frame * atoms + atom) * 3 + axis] as number, true);
            }
          }),
        );
      }
    }
    yield Buffer.concat(pieces);
  }
}
