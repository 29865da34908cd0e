import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { electronCount } from '../../chemistry/spin.ts';
import type { MethodReport } from '../../entities/method-report.ts';
import { matrix3, optionalNull, vector3 } from '../../entities/scalars.ts';
import { Mode, Settings } from '../../entities/settings.ts';
import { engines, enginesOf, engineTitle, orbitalEngines } from '../../methods/engines.ts';
import { fastOrbitalMethods, orbitalEngineExtensions } from '../../methods/extensions.ts';
import { methodTitle } from '../../methods/methods.ts';
import { resolveEngine } from '../../methods/resolution.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Offer, Option, WorkflowInputs } from '../definition.ts';
import { atomChargeTable, bondOrderTable, isosurfaceTable, multipoleTables } from '../results/electronic-tables.ts';
import { OrbitalCubes, PropertyCube } from '../results/orbital-cubes.ts';
import { frontierTable, frontierValues, orbitalTable } from '../results/orbital-tables.ts';
import { calculationStructure } from '../results/structure-references.ts';
import { valueAt, withValueAt } from '../rules/data-path.ts';
import { longJobNotices } from '../rules/long-jobs.ts';
import { number, select, toggle } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import { basisSetField, methodField, solventField } from '../schemas/settings-fields.ts';
import { runnableLevel } from '../schemas/single-level.ts';

const orbitalCount = z._default(z.int().check(z.minimum(0)), 1);

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  settings: z.prefault(Settings, { method: 'b97_3c', engine: 'psi4', mode: 'auto' }),
  compute_density_cube: z._default(z.boolean(), true),
  compute_electrostatic_potential_cube: z._default(z.boolean(), true),
  /** How many occupied and empty orbitals, counted from the gap. */
  compute_num_occupied_orbitals: orbitalCount,
  compute_num_virtual_orbitals: orbitalCount,
});
type Data = z.output<typeof settings>;

const atomIndex = z.int().check(z.minimum(0));
/** Two atoms (0-based) and the order of their bond. */
const bondOrders = z._default(z.array(z.tuple([atomIndex, atomIndex, z.number()])), []);
const orbitals = z._default(OrbitalCubes, {});

const results = z.looseObject({
  calc_uuid: optionalNull(z.string()),
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
  /** Of both spins together; those of an open shell stand in the two others. */
  molecular_orbitals: orbitals,
  molecular_orbitals_alpha: orbitals,
  molecular_orbitals_beta: orbitals,
});

const allowedEngines: readonly string[] = [...orbitalEngines, ...orbitalEngineExtensions];
/** Methods of the specification's engines; our own compute runs some of them with another program, and no others. */
const orbitalMethods: readonly string[] = [
  ...new Set([...orbitalEngines.flatMap((name) => engines.get(name)?.methods ?? []), ...fastOrbitalMethods]),
];

const levelOf = ({ settings: level }: Data) => runnableLevel(level, allowedEngines);

/** The engine that this server's workers run a method with; null where nobody was asked or none has it. */
function engineHere(method: string, report: MethodReport | null): string | null {
  const found = report?.methods[method];
  return found?.available ? found.engine : null;
}

/** Why an engine cannot be chosen for a method, or null. */
function engineReason(engine: string, method: string, report: MethodReport | null): string | null {
  if (!enginesOf(method).includes(engine)) return `${engineTitle(engine)} does not have ${methodTitle(method)}.`;
  const here = engineHere(method, report);
  if (here === null || here === engine) return null;
  return `Not available on this server: ${methodTitle(method)} runs with ${engineTitle(here)} here.`;
}

function engineOptions(method: string, report: MethodReport | null): Option[] {
  const programs = allowedEngines.filter((name) => name !== 'tblite' || enginesOf(method).includes(name));
  return programs.map((value) => {
    const reason = engineReason(value, method, report);
    return { value, title: engineTitle(value), ...(reason === null ? {} : { unavailable: reason }) };
  });
}

/** The same method with the program that is here; the numbers mean what was asked for. */
function engineOffer(data: Data, report: MethodReport | null): Offer[] {
  const { method, engine } = levelOf(data);
  const here = engineHere(method, report);
  const reason = engine === null ? null : engineReason(engine, method, report);
  if (reason === null || here === null || !allowedEngines.includes(here)) return [];
  return [
    {
      field: 'settings.engine',
      text: reason,
      action: `Use ${engineTitle(here)}`,
      apply: (current) => withValueAt(current, 'settings.engine', here),
    },
  ];
}

function methodRule({ settings: level }: Data, _inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const { method } = level;
  const field = 'settings.method';
  if (!orbitalMethods.includes(method)) {
    return [
      {
        field,
        detail: `${methodTitle(method)} gives no orbitals; choose a method of ${orbitalEngines.map(engineTitle).join(', ')}, or ${fastOrbitalMethods.map(methodTitle).join(', ')}.`,
      },
    ];
  }
  const here = engineHere(method, report);
  if (here === null || allowedEngines.includes(here)) return [];
  return [{ field, detail: `${engineTitle(here)}, which runs ${methodTitle(method)} here, gives no orbitals.` }];
}

function orbitalRule(data: Data, { molecule }: WorkflowInputs): Problem[] {
  if (!molecule) return [];
  const occupied = Math.ceil((electronCount(molecule) + molecule.multiplicity - 1) / 2);
  if (data.compute_num_occupied_orbitals <= occupied) return [];
  return [
    {
      field: 'compute_num_occupied_orbitals',
      detail: `The structure has ${occupied} occupied orbitals; ${data.compute_num_occupied_orbitals} were asked for.`,
    },
  ];
}

/** Orbitals and what follows from the electron density of a molecule. */
export default defineWorkflow({
  type: 'electronic_properties',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  settings,
  results,
  levelPaths: ['settings'],

  complete: (data) => ({ settings: levelOf(data) }),
  levels: (data) => [{ settings: levelOf(data), field: 'settings.method' }],
  rules: [methodRule, orbitalRule],
  notices: (data, inputs, report) =>
    longJobNotices(levelOf(data).method, 1, 'A calculation of orbitals', inputs, report),
  offers: engineOffer,
  resubmit(data) {
    const { method, engine } = data.settings;
    const { value, changes } = resolveEngine(method, engine, allowedEngines);
    if (changes.length === 0) return { value: data, changes: [] };
    return {
      value: { ...data, settings: { ...data.settings, engine: value } },
      changes: changes.map((change) => ({ ...change, what: 'settings.engine' })),
    };
  },

  fields: [
    methodField('settings', orbitalMethods),
    basisSetField('settings'),
    select('settings.engine', 'Program', (data, report) =>
      engineOptions(String(valueAt(data, 'settings.method') ?? ''), report),
    ),
    solventField('settings'),
    toggle('compute_density_cube', 'Electron density'),
    toggle('compute_electrostatic_potential_cube', 'Electrostatic potential'),
    number('compute_num_occupied_orbitals', 'Occupied orbitals', {
      help: 'Counted down from the HOMO.',
      minimum: 0,
      step: 1,
    }),
    number('compute_num_virtual_orbitals', 'Virtual orbitals', {
      help: 'Counted up from the LUMO.',
      minimum: 0,
      step: 1,
    }),
  ],
  structures: ({ calc_uuid }) => calculationStructure('Single Point Structure', calc_uuid),
  tables: (data) => [
    orbitalTable(data),
    frontierTable(data),
    isosurfaceTable(data),
    atomChargeTable(data),
    bondOrderTable(data),
    ...multipoleTables(data),
  ],
  values: (data) => frontierValues(data),
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
  cite: (data) => levelCitations([levelOf(data)]),
});
