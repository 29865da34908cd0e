import { distance, type Vector3 } from '../atoms.ts';
import type { Macromolecule } from './macromolecule.ts';

/** Backbone of a residue of protein: places in Å, the hydrogen of the amide built where the file has none. */
interface Backbone {
  residue: number;
  chain: string;
  n: Vector3;
  ca: Vector3;
  c: Vector3;
  o: Vector3;
  h: Vector3 | null;
}

/** Kabsch and Sander's energy of a hydrogen bond: 0.42 e × 0.20 e × 332 Å·kcal/mol; it counts below -0.5 kcal/mol. */
const coupling = 0.42 * 0.2 * 332;
const hydrogenBondLimit = -0.5;
/** Alpha carbons farther apart than this (Å) make no hydrogen bond of the backbone. */
const farthest = 9;

/**
 * Helices and strands from the hydrogen bonds of the backbone, as DSSP finds them (W. Kabsch, C. Sander, Biopolymers 1983, 22, 2577): helices of 3, 4 and
 * 5 residues a turn from two turns in a row, strands from bridges, parallel and antiparallel, in ladders of two or more. Writes into the residues.
 */
export function assignSecondaryStructure(structure: Macromolecule): void {
  const chain = backbones(structure);
  const bonded = hydrogenBonds(chain);
  const has = (acceptor: number, donor: number) => bonded.has(acceptor * chain.length + donor);
  // Residues that follow each other in one chain without a gap.
  const joined = chain.map((residue, index) => {
    const before = chain[index - 1];
    return before !== undefined && before.chain === residue.chain && distance(before.c, residue.n) < 2.5;
  });
  const unbroken = (from: number, to: number) => {
    if (from < 0 || to >= chain.length) return false;
    for (let index = from + 1; index <= to; index++) if (!joined[index]) return false;
    return true;
  };
  const set = (index: number, secondary: 'helix' | 'strand') => {
    const residue = structure.residues[chain[index]?.residue ?? -1];
    if (residue) residue.secondary = secondary;
  };

  for (const [a, b] of ladders(chain, has, unbroken)) {
    set(a, 'strand');
    set(b, 'strand');
  }
  for (const turn of [3, 5, 4]) {
    const isTurn = (index: number) => unbroken(index, index + turn) && has(index, index + turn);
    for (let index = 1; index < chain.length - turn; index++) {
      if (!isTurn(index - 1) || !isTurn(index)) continue;
      for (let step = 0; step < turn; step++) set(index + step, 'helix');
    }
  }
}

function backbones({ atoms, names, residues }: Macromolecule): Backbone[] {
  const found: Backbone[] = [];
  residues.forEach((residue, index) => {
    if (residue.kind !== 'polymer' && residue.kind !== 'modified') return;
    const at = (name: string) => {
      const place = names.indexOf(name, residue.first);
      return place >= 0 && place < residue.first + residue.count ? (atoms[place]?.position ?? null) : null;
    };
    const [n, ca, c, o] = [at('N'), at('CA'), at('C'), at('O') ?? at('OXT') ?? at('O1')];
    if (!n || !ca || !c || !o) return;
    const before = found.at(-1);
    const follows = before !== undefined && before.chain === residue.chain && distance(before.c, n) < 2.5;
    const h = residue.name === 'PRO' ? null : (at('H') ?? at('HN') ?? (follows ? amideHydrogen(before, n) : null));
    found.push({ residue: index, chain: residue.chain, n, ca, c, o, h });
  });
  return found;
}

/** One Å from the nitrogen, against the direction of the carbonyl before it. */
function amideHydrogen(before: Backbone, n: Vector3): Vector3 {
  const length = distance(before.c, before.o) || 1;
  return [0, 1, 2].map((axis) => (n[axis] ?? 0) + ((before.c[axis] ?? 0) - (before.o[axis] ?? 0)) / length) as Vector3;
}

/** Pairs of acceptor (C=O) and donor (N-H), as acceptor × number of residues + donor. Neighbours are found through a grid, so that it stays linear. */
function hydrogenBonds(chain: readonly Backbone[]): Set<number> {
  const bonds = new Set<number>();
  const cells = new Map<string, number[]>();
  const cellOf = ({ ca }: Backbone) => ca.map((value) => Math.floor(value / farthest)) as Vector3;
  chain.forEach((residue, index) => {
    const key = cellOf(residue).join();
    const cell = cells.get(key);
    if (cell) cell.push(index);
    else cells.set(key, [index]);
  });
  chain.forEach(({ h, n, ca }, donor) => {
    if (!h) return;
    const [x, y, z] = cellOf({ ca } as Backbone);
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (let dz = -1; dz <= 1; dz++) {
          for (const acceptor of cells.get([x + dx, y + dy, z + dz].join()) ?? []) {
            const { c, o, ca: other } = chain[acceptor] as Backbone;
            if (acceptor === donor || acceptor === donor - 1 || distance(ca, other) > farthest) continue;
            const energy =
              coupling * (1 / distance(o, n) + 1 / distance(c, h) - 1 / distance(o, h) - 1 / distance(c, n));
            if (energy < hydrogenBondLimit) bonds.add(acceptor * chain.length + donor);
          }
        }
      }
    }
  });
  return bonds;
}

/** Bridges between residues i and j that are in a ladder: another bridge of the same kind beside them. */
function ladders(
  chain: readonly Backbone[],
  has: (acceptor: number, donor: number) => boolean,
  unbroken: (from: number, to: number) => boolean,
): [number, number][] {
  const bridges = new Map<string, { a: number; b: number; parallel: boolean }>();
  const candidates: number[][] = chain.map(() => []);
  for (let a = 1; a < chain.length - 1; a++) {
    if (!unbroken(a - 1, a + 1)) continue;
    for (let b = a + 3; b < chain.length - 1; b++) {
      if (distance((chain[a] as Backbone).ca, (chain[b] as Backbone).ca) > farthest) continue;
      if (unbroken(b - 1, b + 1)) candidates[a]?.push(b);
    }
  }
  candidates.forEach((others, a) => {
    for (const b of others) {
      const parallel = (has(a - 1, b) && has(b, a + 1)) || (has(b - 1, a) && has(a, b + 1));
      const antiparallel = (has(a, b) && has(b, a)) || (has(a - 1, b + 1) && has(b - 1, a + 1));
      if (parallel || antiparallel) bridges.set(`${a} ${b}`, { a, b, parallel });
    }
  });
  return [...bridges.values()].flatMap(({ a, b, parallel }): [number, number][] => {
    const beside = parallel
      ? [`${a + 1} ${b + 1}`, `${a - 1} ${b - 1}`]
      : [`${a + 1} ${b - 1}`, `${a - 1} ${b + 1}`, `${a + 2} ${b - 2}`, `${a - 2} ${b + 2}`];
    const other = beside.map((key) => bridges.get(key)).find((bridge) => bridge?.parallel === parallel);
    if (!other) return [];
    // Between two bridges of an antiparallel ladder every other residue has no bridge of its own, yet it is part of the strand.
    const between: [number, number][] = Math.abs(other.a - a) === 2 ? [[(a + other.a) / 2, (b + other.b) / 2]] : [];
    return [[a, b], ...between];
  });
}
