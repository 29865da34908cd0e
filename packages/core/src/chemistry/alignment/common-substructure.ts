import { bondsOf, type PlacedAtom, type Vector3 } from '../atoms.ts';
import { superpose } from './superpose.ts';

/** The search for a common substructure ends after this many steps, so that large symmetric molecules cannot hold the page. */
export const substructureStepLimit = 10_000;

/** A common substructure: pairs of atoms (0-based, first molecule's first), and whether the search was stopped before it had seen everything. */
export interface CommonSubstructure {
  pairs: [number, number][];
  steps: number;
  stopped: boolean;
}

interface Graph {
  /** Indices of the atoms in the molecule. */
  atoms: number[];
  elements: number[];
  neighbours: Set<number>[];
  positions: Vector3[];
  /** Description of the surroundings of each atom, one for each radius from 0. */
  surroundings: string[][];
}

/**
 * The maximum common substructure of two molecules: the largest connected set of atoms with the same elements and the same bonds among them
 * (bonds by distance, orders not considered). Hydrogens are left out when both molecules have at least three other atoms. Of equally large sets the one that
 * can be superposed best is taken. Backtracking with a bound by element counts (after McGregor, Softw. Pract. Exper. 1982, 12, 23), atoms with alike surroundings first.
 * @param among atoms of the first molecule (0-based) that may be used; all when left out
 * @param stepLimit tried pairs after which the search stops and gives the best so far
 * @param sameAtoms whether both are one molecule at two times, so that each atom can only be paired with itself
 */
export function commonSubstructure(
  first: readonly PlacedAtom[],
  second: readonly PlacedAtom[],
  among?: readonly number[],
  stepLimit = substructureStepLimit,
  sameAtoms = false,
): CommonSubstructure {
  const isHeavy = ({ atomic_number }: PlacedAtom) => atomic_number !== 1;
  const heavyOnly = [first, second].every((atoms) => atoms.filter(isHeavy).length >= 3);
  const allowed = among ? new Set(among) : null;
  const a = graphOf(first, (atom, index) => (!heavyOnly || isHeavy(atom)) && (allowed?.has(index) ?? true));
  const b = graphOf(second, (atom) => !heavyOnly || isHeavy(atom));
  const search = new Search(a, b, stepLimit, sameAtoms);
  search.run();
  return {
    pairs: search.best.map(([i, j]) => [a.atoms[i] as number, b.atoms[j] as number]),
    steps: search.steps,
    stopped: search.stopped,
  };
}

function graphOf(molecule: readonly PlacedAtom[], use: (atom: PlacedAtom, index: number) => boolean): Graph {
  const atoms = molecule.flatMap((atom, index) => (use(atom, index) ? [index] : []));
  const places = new Map(atoms.map((atom, place) => [atom, place]));
  const neighbours = atoms.map(() => new Set<number>());
  for (const [i, j] of bondsOf(molecule)) {
    const [p, q] = [places.get(i), places.get(j)];
    if (p === undefined || q === undefined) continue;
    neighbours[p]?.add(q);
    neighbours[q]?.add(p);
  }
  const chosen = atoms.map((atom) => molecule[atom] as PlacedAtom);
  const elements = chosen.map(({ atomic_number }) => atomic_number);
  return {
    atoms,
    elements,
    neighbours,
    positions: chosen.map(({ position }) => position),
    surroundings: surroundingsOf(elements, neighbours),
  };
}

/** Describes each atom by its element, then repeatedly by its own and its neighbours' descriptions, which are numbered so as to stay short. */
function surroundingsOf(elements: readonly number[], neighbours: readonly Set<number>[]): string[][] {
  let current = elements.map(String);
  const result = current.map((text) => [text]);
  for (let radius = 1; radius <= 4; radius++) {
    const last = current;
    current = last.map((text, atom) =>
      hashed(
        `${text}(${[...(neighbours[atom] ?? [])]
          .map((other) => last[other])
          .sort()
          .join(' ')})`,
      ),
    );
    current.forEach((text, atom) => result[atom]?.push(text));
  }
  return result;
}

/** A short text for a long one (FNV-1a, 32 bit, twice with different starts); a clash only spoils the order of the search. */
function hashed(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    low = Math.imul(low ^ text.charCodeAt(index), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(index), 0x85ebca6b);
  }
  return `${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`;
}

class Search {
  best: [number, number][] = [];
  steps = 0;
  stopped = false;
  private bestRmsd = Infinity;
  private readonly a: Graph;
  private readonly b: Graph;
  private readonly limit: number;
  private readonly sameAtoms: boolean;
  /** Partner in the other molecule of each atom; -1 while it has none. */
  private readonly ofA: number[];
  private readonly ofB: number[];
  private readonly order: number[] = [];
  private readonly banned: boolean[];
  /** Atoms of each element that could still get a partner. */
  private readonly leftA = new Map<number, number>();
  private readonly leftB = new Map<number, number>();
  private possible = 0;

  constructor(a: Graph, b: Graph, limit: number, sameAtoms: boolean) {
    this.a = a;
    this.b = b;
    this.limit = limit;
    this.sameAtoms = sameAtoms;
    this.ofA = a.atoms.map(() => -1);
    this.ofB = b.atoms.map(() => -1);
    this.banned = a.atoms.map(() => false);
    for (const element of a.elements) this.leftA.set(element, (this.leftA.get(element) ?? 0) + 1);
    for (const element of b.elements) this.leftB.set(element, (this.leftB.get(element) ?? 0) + 1);
    for (const [element, count] of this.leftA) this.possible += Math.min(count, this.leftB.get(element) ?? 0);
  }

  /** Begins at each atom of the first molecule in turn; one that was a beginning has had all its chances and is left out afterwards. */
  run(): void {
    const seeds = this.a.atoms
      .map((_, i) => ({ i, partners: this.ranked(i, this.b.atoms.keys()) }))
      .filter(({ partners }) => partners.length > 0)
      .sort((x, y) => this.likeness(y.i, y.partners[0] ?? 0) - this.likeness(x.i, x.partners[0] ?? 0));
    for (const { i, partners } of seeds) {
      if (this.possible < this.best.length) return;
      for (const j of partners) {
        this.attempt(i, j);
        if (this.stopped) return;
      }
      this.ban(i);
    }
  }

  /** Partners of the same element (only itself, where the atoms are the same), those with the most alike surroundings first. */
  private ranked(i: number, candidates: Iterable<number>): number[] {
    return [...candidates]
      .filter((j) => this.a.elements[i] === this.b.elements[j])
      .filter((j) => !this.sameAtoms || this.a.atoms[i] === this.b.atoms[j])
      .sort((x, y) => this.likeness(i, y) - this.likeness(i, x));
  }

  /** Radius up to which the surroundings of two atoms are the same. */
  private likeness(i: number, j: number): number {
    const [first, second] = [this.a.surroundings[i] ?? [], this.b.surroundings[j] ?? []];
    const differs = first.findIndex((text, radius) => text !== second[radius]);
    return differs < 0 ? first.length : differs;
  }

  private attempt(i: number, j: number): void {
    if (this.steps >= this.limit) {
      this.stopped = true;
      return;
    }
    this.steps++;
    const element = this.a.elements[i] as number;
    const before = this.room(element);
    this.ofA[i] = j;
    this.ofB[j] = i;
    this.order.push(i);
    this.take(this.leftA, element);
    this.take(this.leftB, element);
    this.possible += 1 + this.room(element) - before;
    this.extend();
    this.possible -= 1 + this.room(element) - before;
    this.give(this.leftA, element);
    this.give(this.leftB, element);
    this.order.pop();
    this.ofA[i] = -1;
    this.ofB[j] = -1;
  }

  /** Gives the most determined neighbour each of its partners in turn, then goes on without it. */
  private extend(): void {
    const left: number[] = [];
    while (!this.stopped && this.possible >= this.best.length) {
      const next = this.nextPair();
      if (!next) {
        this.keep();
        break;
      }
      for (const j of next.partners) {
        this.attempt(next.i, j);
        if (this.stopped) break;
      }
      if (this.stopped) break;
      this.ban(next.i);
      left.push(next.i);
    }
    if (this.stopped && this.order.length > this.best.length) this.keep();
    for (const i of left) this.unban(i);
  }

  private nextPair(): { i: number; partners: number[] } | null {
    let best: { i: number; partners: number[] } | null = null;
    const seen = new Set<number>();
    for (const mapped of this.order) {
      for (const i of this.a.neighbours[mapped] ?? []) {
        if (seen.has(i) || this.ofA[i] !== -1 || this.banned[i]) continue;
        seen.add(i);
        const around = this.b.neighbours[this.ofA[mapped] as number] ?? [];
        const partners = this.ranked(i, around).filter((j) => this.ofB[j] === -1 && this.fits(i, j));
        if (partners.length > 0 && (!best || partners.length < best.partners.length)) best = { i, partners };
        if (best?.partners.length === 1) return best;
      }
    }
    return best;
  }

  /** Whether the bonds to all atoms that have partners are the same. */
  private fits(i: number, j: number): boolean {
    const around = this.a.neighbours[i] ?? new Set<number>();
    const across = this.b.neighbours[j] ?? new Set<number>();
    for (const other of around) {
      const partner = this.ofA[other] as number;
      if (partner !== -1 && !across.has(partner)) return false;
    }
    for (const other of across) {
      const partner = this.ofB[other] as number;
      if (partner !== -1 && !around.has(partner)) return false;
    }
    return true;
  }

  private keep(): void {
    const pairs = this.order.map((i): [number, number] => [i, this.ofA[i] as number]);
    if (pairs.length < this.best.length || pairs.length === 0) return;
    const points = pairs.map(([, j]) => this.b.positions[j] as Vector3);
    const { rmsd } = superpose(
      points,
      pairs.map(([i]) => this.a.positions[i] as Vector3),
    );
    if (pairs.length === this.best.length && rmsd >= this.bestRmsd) return;
    this.best = pairs;
    this.bestRmsd = rmsd;
  }

  private room(element: number): number {
    return Math.min(this.leftA.get(element) ?? 0, this.leftB.get(element) ?? 0);
  }

  private take(left: Map<number, number>, element: number): void {
    left.set(element, (left.get(element) ?? 0) - 1);
  }

  private give(left: Map<number, number>, element: number): void {
    left.set(element, (left.get(element) ?? 0) + 1);
  }

  private ban(i: number): void {
    const element = this.a.elements[i] as number;
    const before = this.room(element);
    this.banned[i] = true;
    this.take(this.leftA, element);
    this.possible += this.room(element) - before;
  }

  private unban(i: number): void {
    const element = this.a.elements[i] as number;
    const before = this.room(element);
    this.banned[i] = false;
    this.give(this.leftA, element);
    this.possible += this.room(element) - before;
  }
}
