import * as z from 'zod/mini';
import type { AtomTrajectories } from '../entities/job.ts';
import type { StoredFrames } from './trajectories.ts';
import type { Transport } from './transport.ts';

/** Two atoms, 0-based. */
export type AtomPair = readonly [number, number];

/** Most distances of one call, and most pairs: what the server gives at once. */
const mostDistances = 1_000_000;
const mostPairs = 100;

const DistancesAnswer = z.array(z.array(z.number()));

/** Distances that were asked for: of a replicate, from a frame on. */
export interface DistancesAsked {
  replicate: number;
  /** First frame, from 0. */
  start: number;
  pairs: readonly AtomPair[];
}

/** Distances (Å) of pairs of atoms in each frame of a trajectory that a server has, one list for each pair; as many calls as its limits make of it. */
export async function readDistances(
  transport: Pick<Transport, 'send'>,
  path: string,
  { replicate, start, pairs }: DistancesAsked,
): Promise<number[][]> {
  const lists: number[][] = [];
  const frames = Math.floor(mostDistances / mostPairs);
  for (let first = 0; first < pairs.length; first += mostPairs) {
    const some = pairs.slice(first, first + mostPairs).map(([a, b]): [number, number] => [a, b]);
    const read: number[][] = some.map(() => []);
    for (let from = start; ; from += frames) {
      const body: AtomTrajectories = { replicate, start_frame: from, num_frames: frames, pairs: some };
      const part = await transport.send('POST', path, body, DistancesAnswer);
      part.forEach((list, index) => read[index]?.push(...list));
      if ((part[0]?.length ?? 0) < frames) break;
    }
    lists.push(...read);
  }
  return lists;
}

/** The same of frames in memory. @throws RangeError for an atom that is not there */
export function distancesIn({ atoms, positions }: StoredFrames, { start, pairs }: DistancesAsked): number[][] {
  const size = 3 * atoms;
  const unknown = pairs.flat().find((atom) => atom >= atoms);
  if (unknown !== undefined) throw new RangeError(`There is no atom ${unknown + 1}: the frames have ${atoms} atoms.`);
  return pairs.map(([a, b]) => {
    const list: number[] = [];
    for (let frame = start * size; frame + size <= positions.length; frame += size) {
      const along = (axis: number) =>
        (positions[frame + 3 * a + axis] as number) - (positions[frame + 3 * b + axis] as number);
      list.push(Math.round(Math.hypot(along(0), along(1), along(2)) * 1000) / 1000);
    }
    return list;
  });
}

/**
 * Joins the reads that a client asks for together, by `JSON.stringify([uuid, replicate, start, first atom, second atom])`: one call for each
 * trajectory and start.
 */
export async function readTogether(
  source: { distances: (uuid: string, asked: DistancesAsked) => Promise<number[][]> },
  keys: readonly string[],
): Promise<Record<string, number[]>> {
  const groups = new Map<string, { uuid: string; keys: string[]; asked: DistancesAsked & { pairs: AtomPair[] } }>();
  for (const key of keys) {
    const [uuid, replicate, start, a, b] = JSON.parse(key) as [string, number, number, number, number];
    const name = `${uuid} ${replicate} ${start}`;
    const group = groups.get(name) ?? { uuid, keys: [], asked: { replicate, start, pairs: [] } };
    group.keys.push(key);
    group.asked.pairs.push([a, b]);
    groups.set(name, group);
  }
  const read: Record<string, number[]> = {};
  await Promise.all(
    [...groups.values()].map(async ({ uuid, keys: own, asked }) => {
      const lists = await source.distances(uuid, asked);
      own.forEach((key, index) => (read[key] = lists[index] ?? []));
    }),
  );
  return read;
}
