import { HARTREE_TO_EV } from '../../../chemistry/units.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import type { NamedValue } from '../../definition.ts';
import type { OrbitalCubes } from './orbital-cubes.ts';

/** Orbitals of an item: of both spins together, or of each for an open shell. */
export interface OrbitalSets {
  molecular_orbitals: OrbitalCubes;
  molecular_orbitals_alpha: OrbitalCubes;
  molecular_orbitals_beta: OrbitalCubes;
}

/** One orbital with its name by its place at the frontier ("HOMO−1"); energy in Hartree. */
export interface NamedOrbital {
  index: number;
  name: string;
  spin: 'α' | 'β' | null;
  occupation: number;
  energy: number;
}

/** Named orbitals by spin, each set by rising index. */
export function namedOrbitals(sets: OrbitalSets): NamedOrbital[] {
  return [
    ...namedSet(sets.molecular_orbitals, null),
    ...namedSet(sets.molecular_orbitals_alpha, 'α'),
    ...namedSet(sets.molecular_orbitals_beta, 'β'),
  ];
}

function namedSet(orbitals: OrbitalCubes, spin: NamedOrbital['spin']): NamedOrbital[] {
  const rows = Object.entries(orbitals)
    .map(([index, { occupation, energy }]) => ({ index: Number(index), occupation, energy }))
    .sort((a, b) => a.index - b.index);
  // In a set of one spin a full orbital holds one electron; of both spins together one electron makes it singly occupied.
  const full = spin === null ? 2 : 1;
  const homo = rows.findLast(({ occupation }) => occupation >= full)?.index;
  const lumo = rows.find(({ occupation }) => occupation === 0)?.index;
  const nameOf = ({ index, occupation }: (typeof rows)[number]): string => {
    if (occupation >= full) return frontierName('HOMO', (homo ?? index) - index, '−');
    if (occupation > 0) return 'SOMO';
    return frontierName('LUMO', index - (lumo ?? index), '+');
  };
  return rows.map((row) => ({ ...row, spin, name: nameOf(row) }));
}

function frontierName(name: string, steps: number, sign: string): string {
  return steps === 0 ? name : `${name}${sign}${steps}`;
}

/** Orbitals with energies in eV and Hartree. */
export function orbitalTable(sets: OrbitalSets): TableData {
  const rows = namedOrbitals(sets);
  const openShell = rows.some(({ spin }) => spin !== null);
  return tableOf<NamedOrbital>({
    id: 'orbitals',
    title: 'Orbitals',
    rows,
    columns: [
      { id: 'name', title: 'Orbital', text: ({ name }) => name },
      ...(openShell ? [{ id: 'spin', title: 'Spin', text: ({ spin }: NamedOrbital) => spin }] : []),
      { id: 'index', title: 'Index', precision: 0, value: ({ index }) => index },
      { id: 'energy', title: 'Energy', unit: 'eV', precision: 2, value: ({ energy }) => energy * HARTREE_TO_EV },
      { id: 'energy_hartree', title: 'Energy', unit: 'Hartree', precision: 6, value: ({ energy }) => energy },
      { id: 'occupation', title: 'Occupation', precision: 0, value: ({ occupation }) => occupation },
    ],
    empty: 'No orbitals: none were requested, or they have not been read yet.',
  });
}

/** HOMO, LUMO and their gap in eV of a closed shell, for a comparison of items. */
export function frontierValues(sets: OrbitalSets): NamedValue[] {
  const table = frontierTable(sets);
  if (table.length !== 1) return [];
  return table.columns.flatMap((column) =>
    column.kind === 'number'
      ? [
          {
            path: column.id,
            title: column.title,
            unit: 'eV',
            precision: 2,
            value: Number.isFinite(column.values[0]) ? (column.values[0] ?? null) : null,
          },
        ]
      : [],
  );
}

/** HOMO, LUMO and their gap in eV, for each spin. */
export function frontierTable(sets: OrbitalSets): TableData {
  const orbitals = namedOrbitals(sets);
  const spins = [...new Set(orbitals.map(({ spin }) => spin))];
  const energyOf = (spin: NamedOrbital['spin'], name: string) => {
    const found = orbitals.find((orbital) => orbital.spin === spin && orbital.name === name);
    return found ? found.energy * HARTREE_TO_EV : null;
  };
  const rows = spins.map((spin) => ({ spin, homo: energyOf(spin, 'HOMO'), lumo: energyOf(spin, 'LUMO') }));
  type Row = (typeof rows)[number];
  return tableOf<Row>({
    id: 'frontier_orbitals',
    title: 'HOMO and LUMO',
    rows,
    columns: [
      ...(spins.some((spin) => spin !== null) ? [{ id: 'spin', title: 'Spin', text: ({ spin }: Row) => spin }] : []),
      { id: 'homo', title: 'HOMO', unit: 'eV', precision: 2, value: ({ homo }) => homo },
      { id: 'lumo', title: 'LUMO', unit: 'eV', precision: 2, value: ({ lumo }) => lumo },
      {
        id: 'gap',
        title: 'Gap',
        unit: 'eV',
        help: 'Difference of the orbital energies, not an excitation energy',
        precision: 2,
        value: ({ homo, lumo }) => (homo === null || lumo === null ? null : lumo - homo),
      },
    ],
    empty: 'HOMO and LUMO were not computed.',
  });
}
