import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Grid, GridList } from '@cuvette/core/entities';
import { gridOfPoints } from '@cuvette/core/workflows';
import type { Services } from '../services.ts';
import type { Reader } from '../store/reader.ts';
import { CubeScanner, mostPoints } from './cube-scanner.ts';
import { orbitalsJson, transitionsOf } from './orbitals.ts';

/** Grids of one item. */
interface ItemGrids {
  grids: Grid[];
  left_out: GridList['left_out'];
}

interface Kept {
  grids: Promise<ItemGrids>;
  /** 0 until they are read. */
  bytes: number;
}

/** Most bytes of grids that a server keeps in memory, the ones asked for last; a grid of 80 × 80 × 80 points has 2 MB. */
const mostKept = 128 * 2 ** 20;
/** Most values of all grids of one item: 256 MB. */
const mostValues = 64 * 2 ** 20;
/** Bytes of text that are looked at before other requests have their turn. */
const turn = 128 * 2 ** 10;

const keptBy = new WeakMap<Services, Map<string, Kept>>();
/** The reading that is under way: one item after the other, for each takes its memory. */
let reading: Promise<unknown> = Promise.resolve();

async function readGrids(services: Services, reader: Reader, uuid: string): Promise<ItemGrids> {
  const transitions = await transitionsOf(services, reader, uuid);
  if (transitions) return { grids: transitions, left_out: [] };
  const made: ItemGrids = { grids: [], left_out: [] };
  let values = 0;
  const scanner = new CubeScanner((identity, points, count) => {
    const { name } = identity;
    const grid = points && values + count <= mostValues ? gridOfPoints(identity, points) : null;
    if (grid) {
      values += count;
      made.grids.push(grid);
    } else if (!points) {
      made.left_out.push({ name, detail: `${name} has ${count} points; grids are made of up to ${mostPoints}.` });
    } else if (values + count > mostValues) {
      made.left_out.push({
        name,
        detail: `The grids of this workflow are too many: ${name} would pass ${mostValues} points.`,
      });
    } else made.left_out.push({ name, detail: `The ${count} points of ${name} do not lie on a regular grid.` });
  });
  for await (const piece of await orbitalsJson(services, reader, uuid)) {
    for (let start = 0; start < piece.length; start += turn) {
      scanner.take(piece.subarray(start, start + turn));
      await nextTurn();
    }
  }
  scanner.end();
  return made;
}

/**
 * The grids of an item with orbitals. They are read from its JSON once and kept in memory for whoever asks next; the
 * caller has made sure by `gridsVersion` that the reader sees the item. Throws 404 for items of other types.
 */
export async function gridsOf(services: Services, reader: Reader, uuid: string, version: string): Promise<ItemGrids> {
  const kept = keptBy.get(services) ?? new Map<string, Kept>();
  keptBy.set(services, kept);
  const known = kept.get(version);
  if (known) {
    kept.delete(version);
    kept.set(version, known);
    return known.grids;
  }
  const entry: Kept = { grids: reading.then(() => readGrids(services, reader, uuid)), bytes: 0 };
  reading = entry.grids.catch(() => {});
  kept.set(version, entry);
  try {
    const made = await entry.grids;
    entry.bytes = made.grids.reduce((sum, { values }) => sum + values.byteLength, 0);
    let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [oldest, { bytes }] of kept) {
      if (total <= mostKept && kept.size <= 1000) break;
      kept.delete(oldest);
      total -= bytes;
    }
    return made;
  } catch (error) {
    kept.delete(version);
    throw error;
  }
}
