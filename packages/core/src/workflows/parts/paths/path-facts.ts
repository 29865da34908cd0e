import { bondsOf, distance, formulaOf } from '../../../chemistry/atoms.ts';
import { covalentRadiusOf } from '../../../chemistry/elements.ts';
import { HARTREE_TO_KCAL_PER_MOL } from '../../../chemistry/units.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import type { MoleculesByCalculation, NamedValue } from '../../definition.ts';
import type { Fact } from '../../tab-parts.ts';

type Structure = Pick<Molecule, 'atoms'> & { energy?: number | null };

/** A saddle point with what lies on both sides of it; null where a structure was not read. */
export interface PathEnds {
  saddle: Structure | null;
  start: { title: string; structure: Structure | null };
  end: { title: string; structure: Structure | null };
}

/** Covalent radii apart up to which two atoms without other neighbours count as one molecule. */
const looseBond = 1.4;

/** Formulas of the molecules that a structure consists of, largest first: "CO + H2". */
export function contentsInWords({ atoms }: Pick<Molecule, 'atoms'>): string {
  const near = atoms.map((): number[] => []);
  for (const [a, b] of bondsOf(atoms)) {
    near[a]?.push(b);
    near[b]?.push(a);
  }
  // At the end of a path two atoms that left together may still be a little longer apart than a bond is drawn.
  const lone = [...atoms.keys()].filter((atom) => near[atom]?.length === 0);
  for (const [place, a] of lone.entries()) {
    for (const b of lone.slice(place + 1)) {
      const [one, other] = [atoms[a], atoms[b]];
      if (!one || !other) continue;
      const radii = covalentRadiusOf(one.atomic_number) + covalentRadiusOf(other.atomic_number);
      if (distance(one.position, other.position) < looseBond * radii) near[a]?.push(b);
    }
  }
  const seen = new Set<number>();
  const found: Molecule['atoms'][] = [];
  for (const start of atoms.keys()) {
    if (seen.has(start)) continue;
    const waiting = [start];
    const own: number[] = [];
    while (waiting.length > 0) {
      const atom = waiting.pop() as number;
      if (seen.has(atom)) continue;
      seen.add(atom);
      own.push(atom);
      waiting.push(...(near[atom] ?? []));
    }
    found.push(own.flatMap((atom) => atoms[atom] ?? []));
  }
  return found
    .sort((a, b) => b.length - a.length)
    .map(formulaOf)
    .join(' + ');
}

/** What computed the energies of a path, and how far its barriers are usually off; beside each of its numbers. */
export interface PathMethod {
  method?: Text | null;
  /** Mean error of barriers in kcal/mol, and what was measured; null where it was not. */
  barrierError?: { value: number; remark: Text } | null;
}

function difference(
  [path, title]: readonly [string, Text],
  from: Structure | null,
  to: Structure | null,
  { method = null, barrierError = null }: PathMethod,
): NamedValue {
  const value = from?.energy == null || to?.energy == null ? null : (to.energy - from.energy) * HARTREE_TO_KCAL_PER_MOL;
  const error = path === 'reaction_energy' ? null : barrierError;
  return {
    path,
    title,
    unit: 'kcal/mol',
    precision: 2,
    value,
    uncertainty: error?.value ?? null,
    remark: error?.remark ?? null,
    method,
  };
}

/** Barriers from both sides of a saddle point and the energy of the reaction, without zero-point energy; null where a structure was not read. */
export function pathValues({ saddle, start, end }: PathEnds, how: PathMethod = {}): NamedValue[] {
  return [
    difference(
      ['barrier_forward', phrase('Barrier from: {structure}', { structure: start.title })],
      start.structure,
      saddle,
      how,
    ),
    difference(
      ['barrier_backward', phrase('Barrier from: {structure}', { structure: end.title })],
      end.structure,
      saddle,
      how,
    ),
    difference(['reaction_energy', 'Energy of the reaction'], start.structure, end.structure, how),
  ];
}

/** Barriers from both sides of a saddle point, the energy of the reaction, and what the ends are. What was not read is left out. */
export function pathFacts(ends: PathEnds, how: PathMethod = {}): Fact[] {
  const contents = ({ title, structure }: PathEnds['start']): Fact[] =>
    structure ? [{ title, text: contentsInWords(structure) }] : [];
  return [
    ...pathValues(ends, how).filter(({ value }) => value !== null),
    ...contents(ends.start),
    ...contents(ends.end),
  ];
}

/** The final structure of a calculation; null where it was not read. */
export function lastOf(molecules: MoleculesByCalculation, uuid: string | null): Molecule | null {
  return (uuid === null ? null : molecules.get(uuid)?.at(-1)) ?? null;
}
