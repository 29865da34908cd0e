import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CalculationSummary } from '../../../entities/calculation.ts';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { WorkflowItem } from '../../../entities/workflow-item.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import { namedValuesOf } from '../../items/named-values.ts';
import scan from './index.ts';
import { ScanCoordinates, scanPoint, scanValue } from './scan-coordinates.ts';
import { scanPointCount } from './scan-problems.ts';

const peroxide = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0.73, 0] },
    { atomic_number: 8, position: [0, -0.73, 0] },
    { atomic_number: 1, position: [0.8, 0.9, 0.45] },
    { atomic_number: 1, position: [-0.8, -0.9, 0.45] },
  ],
});
const inputs = { molecule: peroxide, smiles: null };
const dihedral = { type: 'dihedral', atoms: [3, 1, 2, 4], start: 0, stop: 180, num: 3 };
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

/** An item with one calculation for each energy (Hartree); null is a point that failed. */
function scanned(uuid: string, energies: (number | null)[], data: object = {}, engineVersion: string | null = '0.4') {
  const uuids = energies.map((energy, index) => (energy === null ? null : `${uuid.slice(0, 35)}${'abcdef'[index]}`));
  const item = z.parse(WorkflowItem, {
    uuid,
    name: `Scan ${uuid.at(-1)}`,
    object_type: 'scan',
    object_status: 2,
    created_at: '2026-01-01T00:00:00Z',
    parent_uuid: id(0),
    object_data: { initial_molecule: peroxide, scan_settings: [dihedral], scan_points: uuids, ...data },
  });
  const read = energies.flatMap((energy, index) => {
    const calculation = uuids[index];
    return calculation ? [{ calculation, molecule: { ...peroxide, energy } }] : [];
  });
  return {
    item,
    molecules: new Map(read.map(({ calculation, molecule }) => [calculation, [molecule]])),
    calculations: new Map(
      read.map(({ calculation }) => [
        calculation,
        z.parse(CalculationSummary, {
          uuid: calculation,
          workflow_uuid: uuid,
          settings: { method: 'gfn2_xtb', engine: 'xtb' },
          provenance: {
            requested: { method: 'gfn2_xtb' },
            ran: { method: 'gfn2_xtb', engine: 'tblite', engine_version: engineVersion },
          },
        }),
      ]),
    ),
  };
}
const tableOf = (tables: ReturnType<typeof scan.tables>, start: string) =>
  tables.find((table) => table.id.startsWith(start));
const values = (table: ReturnType<typeof tableOf>, column: string) => [
  ...(table?.columns.find((each) => each.id === column)?.values ?? []),
];

describe('submission', () => {
  test('the defaults of an empty form', () => {
    expect(scan.defaults()).toMatchObject({
      mode: 'auto',
      scan_settings: [],
      scan_settings_2d: [],
      calc_settings: { method: 'omol25_conserving_s', engine: 'omol25', mode: 'auto', tasks: ['optimize'] },
      wavefront_propagation: true,
    });
    expect(scan.limits({})).toMatchObject({ periodic: true, constraints: true });
  });

  test('one coordinate is read as a list; without a type the number of atoms says it', () => {
    expect(z.parse(ScanCoordinates, dihedral)).toEqual([dihedral]);
    const { type, ...untyped } = dihedral;
    expect(z.parse(ScanCoordinates, untyped)[0]?.type).toBe(type);
    expect(z.parse(ScanCoordinates, null)).toEqual([]);
    expect(scan.prepare({ scan_settings: dihedral }, inputs).scan_settings).toEqual([dihedral]);
  });

  test('points are evenly spaced with both ends, and a grid runs its second direction fastest', () => {
    const values = (start: number, stop: number, num: number) =>
      Array.from({ length: num + 1 }, (_, place) => scanValue({ start, stop, num }, place));
    expect(values(90, 120, 7)).toEqual([90, 95, 100, 105, 110, 115, 120, null]);
    expect(values(0.1, 0.7, 4)[3]).toBe(0.7);
    const second = z.parse(ScanCoordinates, dihedral);
    expect(scanPointCount(z.parse(ScanCoordinates, { ...dihedral, num: 2 }), second)).toBe(6);
    expect([0, 1, 2, 3, 5].map((index) => Object.values(scanPoint(index, second)))).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 2],
    ]);
    expect(scanPoint(4, [])).toEqual({ first: 4, second: null });
  });

  test('what is prepared validates against the public schema', () => {
    const data = {
      scan_settings: dihedral,
      scan_settings_2d: { ...dihedral, type: 'bond', atoms: [1, 2], start: 1.2 },
    };
    const stored = { ...scan.prepare(data, inputs), messages: [], initial_molecule: peroxide };
    expect(stored).toMatchObject({ calc_engine: 'omol25', calc_settings: { mode: 'rapid' }, scan_points: [] });
    expect(differencesFromPublic('scan', stored)).toEqual({ unexpected: [], unused: [] });
    expect(scan.capabilities(stored)).toEqual(['omol25', 'scan']);
  });

  test.each([
    [{ scan_settings: [] }, 'scan_settings', 'Choose a bond, an angle or a dihedral to scan.'],
    [{ ...dihedral, atoms: [1, 2] }, 'scan_settings.0.atoms', 'A dihedral has 4 atoms, not 2.'],
    [{ ...dihedral, atoms: [3, 1, 2, 5] }, 'scan_settings.0.atoms', 'There is no atom 5: the molecule has 4 atoms.'],
    [
      { ...dihedral, atoms: [3, 1, 1, 4] },
      'scan_settings.0.atoms',
      'An atom occurs twice in the dihedral (3, 1, 1, 4).',
    ],
    [{ ...dihedral, num: 1 }, 'scan_settings.0.num', 'A scan needs at least two points.'],
    [{ ...dihedral, num: 0 }, 'scan_settings.0.num', expect.stringMatching(/at least 1/)],
    [
      {
        scan_settings: [{ ...dihedral, num: 101 }],
        scan_settings_2d: [{ ...dihedral, type: 'bond', atoms: [1, 2], start: 1, stop: 2, num: 100 }],
      },
      'scan_settings',
      'The scan has 10100 points; at most 10000 are allowed.',
    ],
    [{ ...dihedral, num: 10_001 }, 'scan_settings', 'The scan has 10001 points; at most 10000 are allowed.'],
    [{ ...dihedral, stop: 400 }, 'scan_settings.0.stop', 'A dihedral is between −360° and 360°; this is 400.'],
    [
      { scan_settings: [dihedral, { ...dihedral, atoms: [1, 2, 4, 3], num: 4 }] },
      'scan_settings.1.num',
      'Coordinates that move together need the same number of points; these have 3 and 4.',
    ],
    [
      { scan_settings: [dihedral], scan_settings_2d: [{ ...dihedral, atoms: [4, 2, 1, 3] }] },
      'scan_settings_2d',
      'The dihedral 4, 2, 1, 3 is scanned twice.',
    ],
    [
      {
        scan_settings: [dihedral],
        calc_settings: {
          method: 'gfn2_xtb',
          tasks: ['optimize'],
          opt_settings: { constraints: [{ constraint_type: 'dihedral', atoms: [3, 1, 2, 4] }] },
        },
      },
      'calc_settings.opt_settings.constraints.0',
      'The dihedral 3, 1, 2, 4 is held and scanned; remove the constraint.',
    ],
    [
      { scan_settings: [dihedral], calc_settings: { method: 'skala', tasks: ['optimize'] } },
      'calc_settings.method',
      'Skala does not offer optimize.',
    ],
  ])('%j is refused', (given, field, detail) => {
    const data = 'type' in given ? { scan_settings: [given] } : given;
    expect(scan.problems(data, inputs, null)).toEqual([{ field, detail }]);
  });

  test('a dihedral of atoms on a line is refused, scanned or held', () => {
    const line = z.parse(Molecule, {
      charge: 0,
      multiplicity: 1,
      atoms: [
        { atomic_number: 1, position: [0, 0, -1.06] },
        { atomic_number: 6, position: [0, 0, 0] },
        { atomic_number: 6, position: [0, 0, 1.2] },
        { atomic_number: 1, position: [0, 0, 2.26] },
      ],
    });
    const data = {
      scan_settings: [{ ...dihedral, atoms: [1, 2, 3, 4] }],
      calc_settings: {
        method: 'gfn2_xtb',
        tasks: ['optimize'],
        opt_settings: { constraints: [{ constraint_type: 'dihedral', atoms: [4, 3, 2, 1], value: 10 }] },
      },
    };
    const found = scan.problems(data, { molecule: line, smiles: null }, null);
    expect(found).toContainEqual({
      field: 'scan_settings.0.atoms',
      detail: 'The atoms H1, C2, C3 lie on a line (180.0°), so their dihedral is not defined. Choose other atoms.',
    });
    const other = { ...data, scan_settings: [{ ...dihedral, type: 'bond', atoms: [1, 2], start: 1, stop: 2 }] };
    const held = scan.problems(other, { molecule: line, smiles: null }, null).map(({ field }) => field);
    expect(held).toEqual(['calc_settings.opt_settings.constraints.0.atoms']);
  });

  test('a method without cells is refused for a crystal, one with them taken', () => {
    const cell = {
      lattice_vectors: [
        [9, 0, 0],
        [0, 9, 0],
        [0, 0, 9],
      ],
    };
    const crystal = { molecule: z.parse(Molecule, { ...peroxide, cell }), smiles: null };
    const field = 'calc_settings.method';
    const of = (method: string) =>
      scan.problems({ scan_settings: [dihedral], calc_settings: { method, tasks: ['optimize'] } }, crystal, null);
    expect(of('r2scan_3c')).toMatchObject([
      { field, detail: expect.stringContaining('does not take periodic systems') },
    ]);
    expect(of('omol25_conserving_s')).toEqual([]);
  });

  test('an engine that lacks the method becomes the first that has it', () => {
    const data = {
      scan_settings: dihedral,
      calc_settings: { method: 'gfn2_xtb', engine: 'omol25', tasks: ['optimize'] },
    };
    expect(scan.prepare(data, inputs)).toMatchObject({ calc_engine: 'xtb', calc_settings: { engine: 'xtb' } });
    expect(scan.resubmit(data, null).changes).toMatchObject([
      { what: 'calc_settings.engine', from: 'omol25', to: 'xtb' },
    ]);
  });

  test('works to cite', () => {
    const data = { scan_settings: dihedral, calc_settings: { method: 'gfn2_xtb', tasks: ['optimize'] } };
    const dois = (more: object = {}) => citationsOf(scan, { ...data, ...more }).map(({ doi }) => doi);
    expect(dois()).toEqual(expect.arrayContaining(['10.1021/acs.jctc.8b01176', '10.1063/5.0009232']));
    expect(dois({ wavefront_propagation: false })).not.toContain('10.1063/5.0009232');
  });
});

describe('results', () => {
  const run = scanned(id(1), [-1.01, null, -1.0]);

  test('tabs, structures and points; a failed point keeps its number', () => {
    expect(scan.tabs(run.item, run.molecules)).toEqual([
      { id: 'scan', title: 'scan', large: true },
      { id: 'info', title: 'info', large: true },
    ]);
    expect(scan.structures(run.item).map(({ name }) => name)).toEqual(['Step 1', 'Step 3']);
    const [table] = scan.tables(run.item, run.molecules);
    expect(table?.columns.map(({ title, unit }) => [title, unit])).toEqual([
      ['Point', undefined],
      ['Dihedral H3–O1–O2–H4', '°'],
      ['Relative energy', 'kcal/mol'],
      ['Energy', 'Hartree'],
      ['Status', undefined],
    ]);
    expect(values(table, 'scan_settings_0')).toEqual([0, 90, 180]);
    expect(values(table, 'relative_energy')).toEqual([0, Number.NaN, expect.closeTo(6.275, 3)]);
    expect(values(table, 'status')).toEqual([null, 'Failed', null]);
    expect(table?.structures).toEqual([expect.any(String), null, expect.any(String)]);
  });

  test('an item that has not run has no rows, and its input is its structure', () => {
    const { item } = scanned(id(2), []);
    expect(scan.tables(item, new Map())[0]).toMatchObject({
      length: 0,
      empty: 'No point of the scan has finished yet.',
    });
    expect(scan.structures(item).map(({ name }) => name)).toEqual(['Initial Structure']);
  });

  test('curves are ordered by coordinate, each above its own minimum, with ΔE where the calculations compare', () => {
    const other = scanned(id(2), [-1.005, -1.02, -1.0], { scan_settings: [{ ...dihedral, stop: 90 }] });
    const tables = scan.compare([run, other]);
    const curves = tableOf(tables, 'scan_curves');
    expect(values(curves, 'coordinate_0')).toEqual([0, 45, 90, 180]);
    expect(values(curves, `relative_${id(1)}`)).toEqual([0, Number.NaN, Number.NaN, expect.closeTo(6.275, 3)]);
    expect(values(curves, `relative_${id(2)}`)).toEqual([
      expect.closeTo(9.413, 3),
      0,
      expect.closeTo(12.55, 2),
      Number.NaN,
    ]);
    expect(values(curves, `difference_${id(2)}`)).toEqual([
      expect.closeTo(3.138, 3),
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
    expect(values(curves, `reason_${id(2)}`)).toEqual([null, null, null, null]);
    const minima = tableOf(tables, 'scan_minima');
    expect(values(minima, 'coordinate_0')).toEqual([0, 45]);
    expect(values(minima, 'difference')).toEqual([Number.NaN, expect.closeTo(-6.275, 3)]);
  });

  test('another engine version, or settings that were not read, leave ΔE blank with the reason', () => {
    const other = scanned(id(2), [-1.005, -1.02, -1.0], {}, '0.5');
    const reason = (items: Parameters<typeof scan.compare>[0]) =>
      values(tableOf(scan.compare(items), 'scan_curves'), `reason_${id(2)}`);
    expect(reason([run, other])).toEqual([
      'The engine version differs: 0.4 and 0.5.',
      null,
      'The engine version differs: 0.4 and 0.5.',
    ]);
    expect(values(tableOf(scan.compare([run, other]), 'scan_curves'), `difference_${id(2)}`)).toEqual(
      new Array(3).fill(Number.NaN),
    );
    const { calculations, ...unread } = other;
    expect(calculations.size).toBe(3);
    expect(reason([run, unread])[0]).toBe('The settings of the calculations were not read.');
    expect(reason([run, scanned(id(2), [-1], {}, null)])[0]).toBe(
      'The engine version is not recorded for one of them.',
    );
  });

  test('scans of different kinds of coordinate are in tables of their own', () => {
    const bond = scanned(id(3), [-1, -1], {
      scan_settings: { type: 'bond', atoms: [1, 2], start: 1, stop: 2, num: 2 },
    });
    expect(scan.compare([run, bond]).map(({ title }) => title)).toEqual([
      'Energy by dihedral',
      'Minima by dihedral',
      'Energy by bond',
      'Minima by bond',
    ]);
    expect(scan.compare([])).toEqual([]);
  });
});

describe('rotations that break a conjugation', () => {
  /** N-methylacetamide; C1–C2–N4–C5 turns its amide bond. */
  const amide = z.parse(Molecule, {
    charge: 0,
    multiplicity: 1,
    atoms: [
      { atomic_number: 6, position: [1.88, 0.1, -0.03] },
      { atomic_number: 6, position: [0.49, -0.08, 0.52] },
      { atomic_number: 8, position: [0.29, -0.43, 1.68] },
      { atomic_number: 7, position: [-0.51, 0.16, -0.39] },
      { atomic_number: 6, position: [-1.89, -0.06, -0.05] },
      { atomic_number: 1, position: [1.87, 0.65, -0.97] },
      { atomic_number: 1, position: [2.48, 0.66, 0.69] },
      { atomic_number: 1, position: [2.33, -0.88, -0.2] },
      { atomic_number: 1, position: [-0.27, 0.24, -1.37] },
      { atomic_number: 1, position: [-2.52, 0.47, -0.76] },
      { atomic_number: 1, position: [-2.09, 0.3, 0.97] },
      { atomic_number: 1, position: [-2.09, -1.13, -0.1] },
    ],
  });
  const given = { molecule: amide, smiles: null };
  const turn = { type: 'dihedral', atoms: [1, 2, 4, 5], start: 0, stop: 180, num: 3 };
  const calc_settings = { method: 'gfn2_xtb', tasks: ['optimize'] };
  const timed = (engine: string, seconds_per_gradient: number) => ({
    available: true,
    engine,
    seconds_per_gradient,
    atoms: 3,
    exponent: 2,
  });
  const server = z.parse(MethodReport, {
    workers: 1,
    capabilities: ['scan', 'xtb', 'dft'],
    methods: { gfn2_xtb: timed('tblite', 0.001), r2scan_3c: timed('pyscf', 1.5) },
  });
  const refinement = (data: object, inputs = given) =>
    scan.prepare({ scan_settings: [turn], calc_settings, ...data }, inputs, server).refinement;

  test('an amide gets single points of a density functional where they end in time', () => {
    expect(refinement({})).toBe('r2scan_3c');
    // 37 points of 24 s each are more than ten minutes.
    const long = { scan_settings: [{ ...turn, num: 37 }] };
    expect(refinement(long)).toBe('none');
    const [choice] = scan.choices({ ...long, calc_settings }, given, server);
    expect(choice?.others).toMatchObject([{ value: 'r2scan_3c', title: 'r²SCAN-3c single points' }]);
    expect(choice?.reason).toContain('r²SCAN-3c single points would take about 15 minutes');
    expect(refinement({ ...long, refinement: 'r2scan_3c' })).toBe('r2scan_3c');
    // What is not known to fail stays quick, and a density functional needs none.
    expect(refinement({ scan_settings: [dihedral] }, inputs)).toBe('none');
    expect(refinement({ calc_settings: { ...calc_settings, method: 'r2scan_3c' } })).toBe('none');
  });

  test('a barrier has a ± where published ones of its kind were computed by its method, else a note that none is known', () => {
    const barrierOf = (data: object) => {
      const { item, molecules } = scanned(id(1), [-17, -16.99, -16.995], { calc_settings, ...data });
      const found = namedValuesOf(scan, item, molecules).find(({ path }) => path === 'barrier');
      return [found?.uncertainty, written(found?.remark)];
    };
    expect(barrierOf({})).toEqual([1.56, '± is the RMSE of 13 published barriers of rotation']);
    const unknown = [null, 'no accuracy is known'];
    // Another method, a stretched bond, two directions.
    expect(barrierOf({ calc_settings: { method: 'r2scan_3c', tasks: ['optimize'] } })).toEqual(unknown);
    const bond = { type: 'bond', atoms: [1, 2], start: 1.4, stop: 1.6, num: 3 };
    expect(barrierOf({ scan_settings: [bond] })).toEqual(unknown);
    // What the check set does not hold is named.
    expect(barrierOf({ initial_molecule: { ...peroxide, charge: 1, multiplicity: 2 } })).toEqual([
      null,
      'no accuracy is known: charge +1, multiplicity 2',
    ]);
    const solvent_settings = { solvent: 'water', model: 'alpb' };
    expect(barrierOf({ calc_settings: { ...calc_settings, solvent_settings } })).toEqual([
      null,
      'no accuracy is known: solvent water',
    ]);
  });

  test('the barrier of GFN2-xTB has its error beside it before and after the run; that of single points has not', () => {
    const data = { initial_molecule: amide, scan_settings: [turn], calc_settings, refinement: 'none' };
    const [notice] = scan.notices(data, given, server);
    expect(notice?.title).toBe('This Rotation Breaks a Conjugation');
    const plain = scanned(id(1), [-16.99, -16.97, -17], data);
    const barrier = namedValuesOf(scan, plain.item, plain.molecules).find(({ path }) => path === 'barrier');
    expect(barrier).toMatchObject({ value: expect.closeTo(18.83, 2), note: notice?.body, uncertainty: 1.25 });
    expect(written(barrier?.note)).toMatch(/6 published barriers of rotation about an amide bond/);
    expect(scan.tables(plain.item, plain.molecules)[0]?.notes).toEqual([notice?.body]);
    expect(scan.better(plain.item, server)).toMatchObject({
      title: 'r²SCAN-3c single points',
      data: { refinement: 'r2scan_3c', scan_settings: [turn] },
    });
    const running = { ...plain.item, object_status: 1 as const };
    expect(scan.better(running, server)).toBeNull();

    const single = id(7);
    const refined = scanned(id(1), [-16.99, -16.97, -17], {
      ...data,
      refinement: 'r2scan_3c',
      refined_points: [single, id(8), id(9)],
    });
    const read = new Map([
      ...refined.molecules,
      [single, [{ ...amide, energy: -248.298 }]],
      [id(8), [{ ...amide, energy: -248.272 }]],
      [id(9), [{ ...amide, energy: -248.302 }]],
    ]);
    const better = namedValuesOf(scan, refined.item, read).find(({ path }) => path === 'barrier');
    expect(better).toMatchObject({
      value: expect.closeTo(18.83, 2),
      method: 'geometry GFN2-xTB, energies r²SCAN-3c',
      note: null,
    });
    // Of amides by these single points only two barriers were measured.
    expect(better).toMatchObject({ uncertainty: null, remark: 'no accuracy is known' });
    const [table] = scan.tables(refined.item, read);
    const column = (name: string) => [...(table?.columns.find((each) => each.id === name)?.values ?? [])];
    expect(scan.better(refined.item, server)).toBeNull();
    expect(column('relative_energy')).toEqual([expect.closeTo(2.51, 2), expect.closeTo(18.83, 2), 0]);
    expect(column('geometry_relative_energy')).toEqual([expect.closeTo(6.28, 2), expect.closeTo(18.83, 2), 0]);
    expect(scan.calculations(refined.item)).toEqual(expect.arrayContaining([single, id(8), id(9)]));
  });
});
