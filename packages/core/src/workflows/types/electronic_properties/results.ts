import * as z from 'zod/mini';
import { caveatOf } from '../../../entities/caveat.ts';
import { matrix3, optionalNull, vector3 } from '../../../entities/scalars.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { calculationStructure } from '../../parts/calculations/structure-references.ts';
import { OrbitalCubes, PropertyCube } from '../../parts/orbitals/orbital-cubes.ts';
import { frontierTable, frontierValues, orbitalTable } from '../../parts/orbitals/orbital-tables.ts';
import { atomChargeTable, bondOrderTable, isosurfaceTable, multipoleTables } from './electronic-tables.ts';
import { entry } from './entry.ts';
import { electronicHeadline } from './headline.ts';
import { isComputed, levelsOf, preoptimizationOf, settings } from './settings.ts';

const atomIndex = z.int().check(z.minimum(0));

/** Two atoms (0-based) and the order of their bond. */
const bondOrders = z._default(z.array(z.tuple([atomIndex, atomIndex, z.number()])), []);
const orbitals = z._default(OrbitalCubes, {});

const results = z.looseObject({
  calc_uuid: optionalNull(z.string()),
  /** The optimization before it; null where there was none. */
  preoptimization_uuid: optionalNull(z.string()),
  /** Debye */
  dipole: optionalNull(vector3),
  /** Debye·Å */
  quadrupole: optionalNull(matrix3),
  /** e */
  mulliken_charges: optionalNull(z.array(z.number())),
  lowdin_charges: optionalNull(z.array(z.number())),
  wiberg_bond_orders: bondOrders,
  mayer_bond_orders: bondOrders,
  density_cube: optionalNull(PropertyCube),
  density_cube_alpha: optionalNull(PropertyCube),
  density_cube_beta: optionalNull(PropertyCube),
  /** α − β, for open shells. */
  density_cube_difference: optionalNull(PropertyCube),
  electrostatic_potential_cube: optionalNull(PropertyCube),
  /** For both spins together; those of an open shell are in the two others. */
  molecular_orbitals: orbitals,
  molecular_orbitals_alpha: orbitals,
  molecular_orbitals_beta: orbitals,
});

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: ['settings'],
  levels: levelsOf,
  hasGrids: () => true,
  structures: ({ calc_uuid }) => calculationStructure('Single Point Structure', calc_uuid),
  caveats(data) {
    if (data.calc_uuid === null || data.preoptimization_uuid !== null || data.preoptimization !== 'none') return [];
    if (isComputed(data, { molecule: data.initial_molecule, smiles: null })) return [];
    const text = 'The structure was taken as it was given, without an optimization.';
    return [caveatOf('limits_use', text)];
  },
  tables: (data) => [
    orbitalTable(data),
    frontierTable(data),
    isosurfaceTable(data),
    atomChargeTable(data),
    bondOrderTable(data),
    ...multipoleTables(data),
  ],
  values: (data) => frontierValues(data),
  headline: (data) => electronicHeadline(data.dipole, frontierValues(data).length > 0, data.calc_uuid !== null),
  tabs: () => [
    { id: 'orbitals', title: 'orbitals' },
    { id: 'isosurfaces', title: 'isosurfaces' },
    { id: 'charge', title: 'charge' },
    { id: 'bond_orders', title: 'bond_orders' },
    { id: 'multipole', title: 'multipole' },
    infoTab,
  ],
  parts: (data) => ({
    orbitals: [
      { kind: 'panel', panel: 'orbitals' },
      { kind: 'table', table: 'frontier_orbitals' },
      { kind: 'table', table: 'orbitals' },
    ],
    isosurfaces: [
      { kind: 'panel', panel: 'surfaces' },
      // What older items carry in their data themselves.
      ...(data.density_cube || data.electrostatic_potential_cube
        ? [{ kind: 'table', table: 'isosurfaces' } as const]
        : []),
    ],
    multipole: multipoleTables(data).map(({ id }) => ({ kind: 'table', table: id })),
  }),
  cite: (data) => [
    ...(preoptimizationOf(data) ? ['geometric'] : []),
    ...levelCitations(levelsOf(data).map(({ settings: level }) => level)),
  ],
});
