import { elementRange } from '../chemistry/elements.ts';

/** Elements that a basis set covers, for each group of names; names are spelled as the platform spells them. */
const groups: [elements: readonly number[], names: string][] = [
  [elementRange(1, 54), 'STO-3G STO-6G'],
  [[1, 3, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53], 'MIDIX'],
  [elementRange(1, 86), 'MINIX mTZVP vDZP'],
  [elementRange(1, 54), '3-21G'],
  [elementRange(1, 36), '6-31G 6-31G(d)'],
  [elementRange(1, 18), '6-31+G(d) 6-31++G(d)'],
  [[...elementRange(1, 18), ...elementRange(20, 36)], 'cc-pVDZ cc-pVTZ cc-pVQZ cc-pV5Z'],
  [[...elementRange(1, 18), ...elementRange(21, 36)], 'aug-cc-pVDZ aug-cc-pVTZ aug-cc-pVQZ aug-cc-pV5Z'],
  [
    elementRange(1, 86),
    'def2-SVP def2-SVPD def2-TZVP def2-TZVPD def2-TZVPP def2-TZVPPD def2-QZVP def2-QZVPD def2-QZVPP def2-QZVPPD',
  ],
  [[...elementRange(1, 20), ...elementRange(31, 36)], 'pc-0'],
  [elementRange(1, 36), 'pc-1 pc-2 pc-3 pc-4'],
  [[...elementRange(1, 20), ...elementRange(31, 36)], 'aug-pc-0'],
  [
    elementRange(1, 36),
    'aug-pc-1 aug-pc-2 aug-pc-3 aug-pc-4 pcseg-0 pcseg-1 pcseg-2 pcseg-3 pcseg-4 aug-pcseg-0 aug-pcseg-1 aug-pcseg-2 aug-pcseg-3 aug-pcseg-4',
  ],
];

/** Basis sets that can be chosen, with the atomic numbers that they cover (public client's table, 2026-02). */
export const basisSets: ReadonlyMap<string, readonly number[]> = new Map(
  groups.flatMap(([elements, names]) => names.split(' ').map((name) => [name, elements] as const)),
);

const lanthanides = elementRange(58, 71);

/**
 * Elements of the list that PySCF 2.14 lacks in a set and that compute does not bring along either, asked for every set and element; the whole of MINIX.
 */
const missingInPyscf: ReadonlyMap<string, readonly number[]> = new Map([
  ['MINIX', elementRange(1, 86)],
  ['STO-3G', [54]],
  ['STO-6G', elementRange(37, 54)],
  ['6-31G', elementRange(31, 36)],
  ['6-31G(d)', elementRange(31, 36)],
  ['aug-cc-pV5Z', [3, 4, 11, 12]],
  ...[...basisSets.keys()].filter((name) => name.startsWith('def2-')).map((name) => [name, lanthanides] as const),
]);

/** Whether PySCF lacks a set as a whole. */
export function notInPyscf(name: string): boolean {
  return (basisSetElements(name, 'pyscf') ?? [0]).length === 0;
}

/** Elements that a basis set covers, with an engine that computes with it; null for a name that is not on the list. */
export function basisSetElements(name: string, engine: string | null): readonly number[] | null {
  const known = canonicalBasisSet(name) ?? name;
  const covered = basisSets.get(known);
  if (!covered) return null;
  const missing = engine === 'pyscf' ? (missingInPyscf.get(known) ?? []) : [];
  return covered.filter((number) => !missing.includes(number));
}

const byLooseName = new Map([...basisSets.keys()].map((name) => [looseName(name), name]));

function looseName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/g\*\*$/, 'g(d,p)')
    .replace(/g\*$/, 'g(d)');
}

/** The name of a basis set as the platform spells it, in any letter case; 6-31G* is 6-31G(d). Null when it is not on the list. */
export function canonicalBasisSet(name: string): string | null {
  return byLooseName.get(looseName(name)) ?? null;
}

/** Basis sets that cover all of some elements, in the order of the list. */
export function basisSetsFor(elements: Iterable<number>): string[] {
  const needed = [...new Set(elements)];
  return [...basisSets]
    .filter(([, covered]) => needed.every((number) => covered.includes(number)))
    .map(([name]) => name);
}
