import * as z from 'zod/mini';
import { gridQuantities } from './grid-quantity.ts';
import { matrix3, vector3 } from './scalars.ts';

/**
 * A property on a regular grid, without its values. The point (i, j, k) lies at `origin` + i·`axes[0]` + j·`axes[1]` + k·`axes[2]`,
 * in Bohr; its value is at place (i·`shape[1]` + j)·`shape[2]` + k, so that the last axis runs fastest, as in a Gaussian cube file.
 */
export const GridHeader = z.looseObject({
  /** The key of the item's data that it comes from; of an orbital with its index ("molecular_orbitals.5"). */
  name: z.string(),
  quantity: z.enum(gridQuantities),
  /** For an orbital: its absolute index, spin (null for both together), occupation, and energy in Hartree. */
  orbital: z.nullable(
    z.looseObject({
      index: z.int(),
      spin: z.nullable(z.enum(['alpha', 'beta'])),
      occupation: z.number(),
      energy: z.number(),
    }),
  ),
  /** For a natural transition orbital: the excited state, hole or particle, which pair of the state it is, and the part of the state that the pair carries. */
  transition: z.optional(
    z.looseObject({
      state: z.int(),
      part: z.enum(['hole', 'particle']),
      pair: z.int(),
      weight: z.number(),
    }),
  ),
  shape: z.tuple([z.int(), z.int(), z.int()]),
  origin: vector3,
  axes: matrix3,
  length_unit: z.literal('Bohr'),
  value_unit: z.string(),
  minimum: z.number(),
  maximum: z.number(),
});
export type GridHeader = z.infer<typeof GridHeader>;

/** `GET /api/orbitals/{uuid}/grids`: all grids of an item, and those whose points could not be read as one, with the reason. */
export const GridList = z.looseObject({
  grids: z.array(GridHeader),
  left_out: z.array(z.looseObject({ name: z.string(), detail: z.string() })),
});
export type GridList = z.infer<typeof GridList>;

/** A grid with its values. */
export interface Grid {
  header: GridHeader;
  values: Float32Array;
}

const lengthBytes = 4;
const valueBytes = 4;

/**
 * A grid as it travels: the number of bytes of the header (little-endian uint32), the header as JSON, padded with blanks so that
 * the values start at a multiple of 4, and the values as little-endian float32.
 */
export function encodeGrid({ header, values }: Grid): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const padded = Math.ceil(json.length / valueBytes) * valueBytes;
  const bytes = new Uint8Array(lengthBytes + padded + values.length * valueBytes).fill(0x20, 0, lengthBytes + padded);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, padded, true);
  bytes.set(json, lengthBytes);
  if (isLittleEndian)
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), lengthBytes + padded);
  else
    for (const [index, value] of values.entries())
      view.setFloat32(lengthBytes + padded + index * valueBytes, value, true);
  return bytes;
}

/** Reads a grid; its values are a view into the bytes, not a copy. Throws for bytes that are none, or cut. */
export function decodeGrid(bytes: ArrayBuffer): Grid {
  const view = new DataView(bytes);
  const start = bytes.byteLength < lengthBytes ? Number.POSITIVE_INFINITY : lengthBytes + view.getUint32(0, true);
  if (start > bytes.byteLength || start % valueBytes !== 0) throw new Error('This file is not a grid.');
  const text = new TextDecoder().decode(new Uint8Array(bytes, lengthBytes, start - lengthBytes));
  const header = z.parse(GridHeader, JSON.parse(text));
  const [x, y, last] = header.shape;
  const count = x * y * last;
  if (bytes.byteLength !== start + count * valueBytes) {
    throw new Error(
      `The grid has ${bytes.byteLength - start} bytes of values; ${count} values have ${count * valueBytes}.`,
    );
  }
  const values = new Float32Array(bytes, start, count);
  return {
    header,
    values: isLittleEndian ? values : values.map((_, index) => view.getFloat32(start + index * valueBytes, true)),
  };
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
