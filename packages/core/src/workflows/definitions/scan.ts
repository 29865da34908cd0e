import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { isFinished } from '../../entities/item-status.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode, Settings } from '../../entities/settings.ts';
import { optimizationGradients } from '../../methods/estimate.ts';
import { methods } from '../../methods/methods.ts';
import { mostScanPoints } from '../../methods/size-limits.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { compareScans } from '../comparison/scan-comparison.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { WorkflowInputs } from '../definition.ts';
import { scanFacts, scanTable } from '../results/scan-table.ts';
import { numberedStructures } from '../results/structure-references.ts';
import { inputAtomCount } from '../rules/input-problems.ts';
import { longJobNotices } from '../rules/long-jobs.ts';
import { constraintProblems } from '../schemas/constraints.ts';
import { modeField, toggle } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import { ScanCoordinates, sameCoordinate, scanPointCount, scanProblems } from '../schemas/scan-coordinates.ts';
import { methodField, solventField } from '../schemas/settings-fields.ts';
import { runnableLevel, singleLevelProblems } from '../schemas/single-level.ts';
import { straightAtomProblems } from '../schemas/straight-atoms.ts';

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  scan_settings: z._default(ScanCoordinates, []),
  /** The second direction; empty in one dimension. */
  scan_settings_2d: z._default(ScanCoordinates, []),
  calc_settings: z.prefault(Settings, {
    method: 'omol25_conserving_s',
    engine: 'omol25',
    mode: 'auto',
    tasks: ['optimize'],
  }),
  /** Older data names the engine here; what counts is the one in `calc_settings`. */
  calc_engine: optionalNull(z.string()),
  wavefront_propagation: z._default(z.boolean(), true),
});
type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** Calculations in the order of the scan, in two dimensions the grid with the second direction running fastest; null where a point failed. */
  scan_points: z._default(z.array(z.nullable(z.string())), []),
});

const pointCount = (data: Data) => scanPointCount(data.scan_settings, data.scan_settings_2d);
const levelOf = (data: Data) => runnableLevel(data.calc_settings);

function coordinateRules(data: Data, inputs: WorkflowInputs): Problem[] {
  const atoms = inputAtomCount(inputs);
  const { scan_settings: first, scan_settings_2d: second } = data;
  if (first.length === 0) {
    const detail = 'Choose a bond, an angle or a dihedral to scan.';
    return [{ field: 'scan_settings', detail }];
  }
  const found = [...scanProblems(first, atoms, 'scan_settings'), ...scanProblems(second, atoms, 'scan_settings_2d')];
  const points = pointCount(data);
  if (points > mostScanPoints) {
    const detail = `The scan has ${points} points; at most ${mostScanPoints} are taken.`;
    found.push({ field: 'scan_settings', detail });
  }
  const driven = [...first, ...second];
  const twice = driven.find((coordinate, index) =>
    driven.slice(0, index).some((earlier) => sameCoordinate(earlier, coordinate)),
  );
  if (twice) {
    found.push({
      field: second.includes(twice) ? 'scan_settings_2d' : 'scan_settings',
      detail: `The ${twice.type} ${twice.atoms.join(', ')} is scanned twice.`,
    });
  }
  const { constraints } = data.calc_settings.opt_settings;
  const held = constraints.findIndex(({ constraint_type: type, atoms: fixed }) =>
    driven.some((coordinate) => sameCoordinate(coordinate, { type, atoms: fixed })),
  );
  if (held >= 0) {
    found.push({
      field: `${constraintsPath}.${held}`,
      detail: `The ${constraints[held]?.constraint_type} ${constraints[held]?.atoms.join(', ')} is held and scanned; remove the constraint.`,
    });
  }
  const dihedralsOf = (coordinates: Data['scan_settings'], field: string) =>
    coordinates.flatMap(({ type, atoms: four }, index) =>
      type === 'dihedral' ? [{ atoms: four, field: `${field}.${index}` }] : [],
    );
  const dihedrals = [...dihedralsOf(first, 'scan_settings'), ...dihedralsOf(second, 'scan_settings_2d')];
  return [
    ...found,
    ...straightAtomProblems(dihedrals, inputs.molecule),
    ...constraintProblems(constraints, atoms, constraintsPath, inputs.molecule),
  ];
}

const constraintsPath = 'calc_settings.opt_settings.constraints';

/** Energy along one or two geometric coordinates: at each point the coordinates are held and the rest is optimized. */
export default defineWorkflow({
  type: 'scan',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ periodic: true, constraints: true }),
  settings,
  results,
  levelPaths: ['calc_settings'],

  complete(data) {
    const level = levelOf(data);
    return { calc_settings: level, calc_engine: level.engine };
  },
  levels: (data) => [{ settings: levelOf(data), field: 'calc_settings.method' }],
  rules: [
    coordinateRules,
    (data, inputs) => {
      const { tasks } = data.calc_settings;
      if (tasks.length === 0) return [{ field: 'calc_settings.tasks', detail: 'Choose at least one task.' }];
      const needed = tasks.filter((task) => task !== 'charge' && task !== 'dipole');
      return singleLevelProblems(levelOf(data), needed, inputs, 'calc_settings.method');
    },
  ],
  notices(data, inputs, report) {
    const count = pointCount(data);
    // A wavefront passes each direction both ways, so each point is optimized at least twice.
    const passes = data.wavefront_propagation ? 2 * (data.scan_settings_2d.length > 0 ? 2 : 1) : 1;
    const gradients = count * passes * optimizationGradients(inputAtomCount(inputs) ?? 0);
    return longJobNotices(levelOf(data).method, gradients, `A scan of ${count} points`, inputs, report);
  },

  fields: [
    {
      kind: 'editor',
      editor: 'scan_coordinates',
      open: true,
      path: 'scan_settings',
      title: 'Coordinate',
      help: 'A bond (2 atoms, Å), an angle (3 atoms, °) or a dihedral (4 atoms, °). Several move together and need the same number of points.',
    },
    {
      kind: 'editor',
      editor: 'scan_coordinates',
      path: 'scan_settings_2d',
      title: 'Second coordinate',
      help: 'Empty for a scan in one dimension.',
    },
    methodField('calc_settings', [...methods.keys()]),
    solventField('calc_settings'),
    modeField(['auto', 'reckless', 'rapid', 'careful', 'meticulous'], {
      path: 'calc_settings.mode',
      title: 'Convergence',
      help: 'How tightly each point is optimized. Auto is rapid.',
    }),
    toggle('wavefront_propagation', 'Wavefront propagation', {
      help: 'Starts each point from every neighbour that is done and keeps the lowest, so that the curve has no jumps from where it began.',
    }),
    {
      kind: 'editor',
      editor: 'constraints',
      path: constraintsPath,
      title: 'Constraints',
      help: 'Held at every point, besides the scanned coordinates.',
    },
  ],
  playsStructures: true,
  structures: ({ scan_points }) => numberedStructures('Step', scan_points),
  calculations: ({ scan_points }) => scan_points,
  tables: (data, { molecules, item }) => [scanTable(data, molecules, isFinished(item.object_status))],
  tabs: () => [
    { id: 'scan', title: 'scan', large: true },
    { ...infoTab, large: true },
  ],
  parts: (data, { molecules }) => ({
    scan: [
      { kind: 'facts', facts: scanFacts(data, molecules) },
      data.scan_settings_2d.length > 0
        ? {
            kind: 'plot',
            table: 'scan',
            mark: 'heat',
            x: 'scan_settings_0',
            y: 'scan_settings_2d_0',
            value: 'relative_energy',
          }
        : { kind: 'plot', table: 'scan', mark: 'line', x: 'scan_settings_0', y: 'relative_energy' },
      { kind: 'table', table: 'scan' },
    ],
  }),
  cite: (data) => [
    ...levelCitations([levelOf(data)]),
    ...(data.wavefront_propagation ? ['wavefront_propagation'] : []),
  ],
  compare: compareScans,
});
