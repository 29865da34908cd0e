import { atomLabel } from '../../../chemistry/atoms.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { cubeRange, type PropertyCube } from '../../parts/orbitals/orbital-cubes.ts';

type BondOrder = readonly [number, number, number];

/** What the tables of an item's electronic properties need of its data. */
export interface ElectronicData {
  initial_molecule: Molecule | null;
  dipole: readonly number[] | null;
  quadrupole: readonly (readonly number[])[] | null;
  mulliken_charges: readonly number[] | null;
  lowdin_charges: readonly number[] | null;
  wiberg_bond_orders: readonly BondOrder[];
  mayer_bond_orders: readonly BondOrder[];
  density_cube: PropertyCube | null;
  density_cube_alpha: PropertyCube | null;
  density_cube_beta: PropertyCube | null;
  density_cube_difference: PropertyCube | null;
  electrostatic_potential_cube: PropertyCube | null;
}

/** Partial charges of each atom by both models. */
export function atomChargeTable({ initial_molecule, mulliken_charges, lowdin_charges }: ElectronicData): TableData {
  const length = Math.max(mulliken_charges?.length ?? 0, lowdin_charges?.length ?? 0);
  return tableOf({
    id: 'charge',
    title: 'charge',
    rows: Array.from({ length }, (_, index) => index),
    columns: [
      { id: 'atom', title: 'Atom', text: (index) => atomLabel(initial_molecule?.atoms, index, 0) },
      {
        id: 'mulliken',
        title: 'Mulliken charge',
        unit: 'e',
        precision: 3,
        perAtom: 'signed',
        value: (index) => mulliken_charges?.[index],
      },
      {
        id: 'lowdin',
        title: 'Löwdin charge',
        unit: 'e',
        precision: 3,
        perAtom: 'signed',
        value: (index) => lowdin_charges?.[index],
      },
    ],
    atom: (index) => index,
    empty: 'No charges: the calculation has not finished, or they have not been read yet.',
  });
}

/** Bond orders of each pair of atoms that either definition lists; atoms count from 0 in the data. */
export function bondOrderTable({ initial_molecule, ...data }: ElectronicData): TableData {
  const rows = new Map<string, { pair: [number, number]; wiberg: number | null; mayer: number | null }>();
  const read = (orders: readonly BondOrder[], key: 'wiberg' | 'mayer') => {
    for (const [a, b, order] of orders) {
      const pair: [number, number] = a < b ? [a, b] : [b, a];
      const row = rows.get(pair.join()) ?? { pair, wiberg: null, mayer: null };
      rows.set(pair.join(), { ...row, [key]: order });
    }
  };
  read(data.wiberg_bond_orders, 'wiberg');
  read(data.mayer_bond_orders, 'mayer');
  return tableOf({
    id: 'bond_orders',
    title: 'bond_orders',
    rows: [...rows.values()].sort((a, b) => a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1]),
    columns: [
      {
        id: 'bond',
        title: 'Bond',
        text: ({ pair }) => pair.map((atom) => atomLabel(initial_molecule?.atoms, atom, 0)).join('–'),
      },
      { id: 'wiberg', title: 'Wiberg bond order', precision: 2, value: ({ wiberg }) => wiberg },
      { id: 'mayer', title: 'Mayer bond order', precision: 2, value: ({ mayer }) => mayer },
    ],
    empty: 'No bond orders: the calculation has not finished, or they have not been read yet.',
  });
}

const axes = ['x', 'y', 'z'] as const;

/** Dipole and quadrupole moment by component. Those of an ion depend on the origin, and so does a quadrupole beside a dipole. */
export function multipoleTables({ dipole, quadrupole }: ElectronicData): TableData[] {
  const components = dipole ? [...dipole.map((value, axis) => [axes[axis], value] as const)] : [];
  const total = dipole ? [['Total', Math.hypot(...dipole)] as const] : [];
  const second = axes.flatMap((row, i) =>
    axes.slice(i).map((column, j) => [`${row}${column}`, quadrupole?.[i]?.[i + j] ?? null] as const),
  );
  const table = (
    id: string,
    title: string,
    unit: string,
    rows: readonly (readonly [string | undefined, number | null])[],
  ): TableData =>
    tableOf({
      id,
      title,
      rows,
      columns: [
        { id: 'component', title: 'Component', notation: 'term', text: ([name]) => name },
        {
          id: 'value',
          title,
          unit,
          help: 'Depends on the origin for ions, a quadrupole also for polar molecules',
          precision: 3,
          value: ([, value]) => value,
        },
      ],
      empty: 'No moment: the calculation has not finished, or it has not been read yet.',
    });
  return [
    table('multipole', 'Dipole moment', 'D', [...components, ...total]),
    table('quadrupole', 'Quadrupole moment', 'D·Å', quadrupole ? second : []),
  ];
}

/** Densities and potential that there are surfaces of, with their range: what to choose an isovalue from. */
export function isosurfaceTable(data: ElectronicData): TableData {
  const density = 'e/Bohr³';
  const named: [string, string, PropertyCube | null][] = [
    ['Electron density', density, data.density_cube],
    ['α density', density, data.density_cube_alpha],
    ['β density', density, data.density_cube_beta],
    ['Spin density (α − β)', density, data.density_cube_difference],
    ['Electrostatic potential', 'Hartree/e', data.electrostatic_potential_cube],
  ];
  const rows = named.flatMap(([name, unit, cube]) => {
    const range = cube ? cubeRange(cube) : null;
    return cube && range ? [{ name, unit, points: cube.cube_points.length, ...range }] : [];
  });
  return tableOf({
    id: 'isosurfaces',
    title: 'isosurfaces',
    rows,
    columns: [
      { id: 'surface', title: 'Property', notation: 'term', text: ({ name }) => name },
      { id: 'unit', title: 'Unit', text: ({ unit }) => unit },
      { id: 'lowest', title: 'Lowest value', precision: 4, value: ({ lowest }) => lowest },
      { id: 'highest', title: 'Highest value', precision: 4, value: ({ highest }) => highest },
      { id: 'points', title: 'Grid points', precision: 0, value: ({ points }) => points },
    ],
    empty: 'No density or potential: none was requested, or it has not been read yet.',
  });
}
