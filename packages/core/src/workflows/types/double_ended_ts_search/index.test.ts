import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { WorkflowItem } from '../../../entities/workflow-item.ts';
import { writtenMolecule } from '../../../entities/write-molecule.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import { namedValuesOf } from '../../items/named-values.ts';
import { standardTabs } from '../../tab-parts.ts';
import search from './index.ts';

const molecule = (hydrogen: [number, number, number], more: object = {}, numbers = [6, 7, 1]) =>
  z.parse(Molecule, {
    charge: 0,
    multiplicity: 1,
    atoms: [
      { atomic_number: numbers[0], position: [0, 0, 0] },
      { atomic_number: numbers[1], position: [0, 0, 1.16] },
      { atomic_number: numbers[2], position: hydrogen },
    ],
    ...more,
  });
const reactant = molecule([0, 0, -1.07]);
const product = molecule([0, 0, 2.16]);
const inputs = { molecule: null, smiles: null };
const pair = { reactant, product };
const mismatch =
  'The charge and multiplicity of the reactant and product must match for a double-ended transition-state (TS) search. Please correct the input molecules.';

describe('submission', () => {
  test('the defaults of an empty form', () => {
    expect(search.defaults()).toMatchObject({
      reactant: null,
      product: null,
      calculation_settings: { method: 'omol25_conserving_s', engine: 'omol25', mode: 'auto' },
      search_settings: {
        class_name: 'FSM',
        optimization_coordinates: 'cartesian',
        interpolation_method: 'redundant_internal_coordinates',
        min_num_nodes: 18,
        num_interpolation_points: 100,
        max_optimizer_iterations: 3,
        max_line_search_steps: 2,
        max_displacement: 0.3,
      },
      optimize_inputs: true,
      optimize_ts: true,
    });
    expect(search.limits({})).toMatchObject({ batch: false, periodic: false, constraints: false });
  });

  test('what is prepared fits the public schema, with both molecules in it', () => {
    const stored = search.prepare({ reactant: writtenMolecule(reactant), product: writtenMolecule(product) }, inputs);
    expect(differencesFromPublic('double_ended_ts_search', { ...stored, messages: [] })).toEqual({
      unexpected: [],
      unused: [],
    });
    expect(stored).toMatchObject({ reactant: { charge: 0 }, calculation_settings: { mode: 'rapid' } });
    expect(search.capabilities(stored)).toEqual(['double_ended_ts_search', 'omol25']);
    expect(search.problems(pair, inputs, null)).toEqual([]);
  });

  test('both molecules are needed', () => {
    expect(search.problems({}, inputs, null)).toEqual([
      { field: 'reactant', detail: 'Reactant: nothing is given, and it is needed.' },
      { field: 'product', detail: 'Product: nothing is given, and it is needed.' },
    ]);
  });

  test.each([
    [{ ...pair, product: molecule([0, 0, 2.16], { charge: 1, multiplicity: 2 }) }, 'product', mismatch],
    [{ ...pair, product: molecule([0, 0, 2.16], { multiplicity: 3 }) }, 'product', mismatch],
    [
      {
        ...pair,
        product: { ...product, atoms: [...product.atoms, ...molecule([5, 5, 5], {}, [2, 2, 2]).atoms.slice(2)] },
      },
      'product',
      'The reactant has 3 atoms (CHN), the product 4 (CHHeN); both must have the same atoms in the same order.',
    ],
    [
      { ...pair, product: molecule([0, 0, 2.16], {}, [7, 6, 1]) },
      'product',
      'Atom 1 is C1 in the reactant and N1 in the product; both must have the same atoms in the same order.',
    ],
    [
      { reactant, product: reactant },
      'product',
      'Reactant and product are the same structure; give two ends of the reaction.',
    ],
    [
      { ...pair, search_settings: { min_num_nodes: 4 } },
      'search_settings.min_num_nodes',
      'A string needs at least 5 nodes; this is 4.',
    ],
    [
      { ...pair, search_settings: { max_displacement: 0.0001 } },
      'search_settings.max_displacement',
      'The largest displacement is at least 0.001 Å; this is 0.0001 Å.',
    ],
    [
      { ...pair, calculation_settings: { method: 'off_sage_2_2_1' } },
      'calculation_settings.method',
      'OpenFF Sage 2.2.1 is not offered for a double-ended search; it takes methods of AIMNet2, Egret, MACE, OMol25 (fairchem), Orb, xTB, Psi4.',
    ],
    [
      { ...pair, search_settings: { interpolation_method: 'nudged' } },
      'search_settings.interpolation_method',
      expect.stringContaining('redundant_internal_coordinates, geodesic'),
    ],
    [{ ...pair, search_settings: { class_name: 'NEB' } }, 'search_settings.class_name', expect.stringContaining('FSM')],
  ])('%# is refused', (data, field, detail) => {
    expect(search.problems(data, inputs, null)).toEqual([{ field, detail }]);
  });

  test('elements and cells are checked on the molecules themselves', () => {
    const heavy = { reactant: molecule([0, 0, -1.7], {}, [6, 7, 79]), product: molecule([0, 0, 3], {}, [6, 7, 79]) };
    expect(search.problems({ ...heavy, calculation_settings: { method: 'aimnet2_wb97md3' } }, inputs, null)).toEqual([
      { field: 'reactant', detail: expect.stringContaining('does not support Au') },
    ]);
    const cell = {
      lattice_vectors: [
        [9, 0, 0],
        [0, 9, 0],
        [0, 0, 9],
      ],
    };
    const [problem] = search.problems({ ...pair, product: molecule([0, 0, 2.16], { cell }) }, inputs, null);
    expect(problem).toEqual({
      field: 'product',
      detail: 'Double-Ended TS Search does not take periodic systems; remove the cell.',
    });
  });

  test('the warning before submit has its exact title', () => {
    expect(search.notices(pair, inputs, null)).toMatchObject([
      {
        kind: 'warning',
        title: 'Double-Ended TS Searches Have a High Failure Rate',
        body: expect.stringMatching(/more than one step.*check the result with an IRC/),
      },
    ]);
    expect(search.notices(pair, inputs, null)[0]?.body).not.toContain('support');
  });

  const timed = (seconds_per_gradient: number, engine: string) => ({
    available: true,
    engine,
    seconds_per_gradient,
    atoms: 3,
    exponent: 2.5,
    solvent_models: engine === 'pyscf' ? ['cpcm'] : ['alpb'],
  });
  const server = z.parse(MethodReport, {
    workers: 1,
    capabilities: ['double_ended_ts_search', 'xtb', 'dft'],
    methods: { gfn2_xtb: timed(0.003, 'tblite'), r2scan_3c: timed(4, 'pyscf') },
  });
  const fast = { ...pair, calculation_settings: { method: 'gfn2_xtb' } };

  test('a fast method gets single points of a density functional where they end in time', () => {
    const stored = search.prepare(fast, inputs, server);
    expect(stored.refinement).toBe('r2scan_3c');
    expect(search.capabilities(stored)).toEqual(['dft', 'double_ended_ts_search', 'xtb']);
    expect(search.problems(fast, inputs, server)).toEqual([]);
    expect(search.choices(fast, inputs, server)[0]?.reason).toMatch(
      /^Chosen: r²SCAN-3c single points, about \d+ seconds/,
    );
    const seconds = (data: object) => search.resources({ ...fast, ...data }, inputs, server).seconds ?? 0;
    expect(seconds({}) - seconds({ refinement: 'none' })).toBeCloseTo(12, 0);
    // Thirty times as many atoms take a day.
    const many = (end: Molecule) => ({
      ...end,
      atoms: Array.from({ length: 90 }, (_, i) => ({ ...end.atoms[0], position: [3 * i, 0, 0] })),
    });
    const large = { ...fast, reactant: many(reactant), product: many(product) };
    expect(search.prepare(large, inputs, server).refinement).toBe('none');
    expect(search.choices(large, inputs, server)[0]?.reason).toContain('would take about');
    expect(search.prepare({ ...large, refinement: 'r2scan_3c' }, inputs, server).refinement).toBe('r2scan_3c');
  });

  test('a density functional needs no single points, and a solvent without parameters is refused', () => {
    const own = { ...pair, calculation_settings: { method: 'r2scan_3c' } };
    expect(search.prepare(own, inputs, server).refinement).toBe('none');
    expect(search.choices(own, inputs, server)[0]?.reason).toBeNull();
    const wet = { method: 'gfn2_xtb', solvent_settings: { solvent: 'woctanol', model: 'alpb' } };
    const asked = { ...pair, calculation_settings: wet, refinement: 'r2scan_3c' };
    expect(search.problems(asked, inputs, server).map(({ field }) => field)).toContain('refinement');
    expect(search.prepare({ ...asked, refinement: 'auto' }, inputs, server).refinement).toBe('none');
  });

  test('an engine outside the list is replaced on resubmission; our own for an allowed method is kept', () => {
    const of = (method: string, engine: string) => search.resubmit({ calculation_settings: { method, engine } }, null);
    expect(of('pbe0', 'pyscf')).toMatchObject({
      value: { calculation_settings: { engine: 'psi4' } },
      changes: [{ what: 'calculation_settings.engine', kind: 'replaced', from: 'pyscf', to: 'psi4' }],
    });
    expect(of('gfn2_xtb', 'tblite').changes).toEqual([]);
    expect(of('r2scan_3c', 'pyscf').changes).toEqual([]);
  });

  test('only methods of the listed engines are offered, and an available one instead of the missing default', () => {
    const report = z.parse(MethodReport, {
      workers: 1,
      capabilities: ['double_ended_ts_search'],
      methods: { gfn2_xtb: { available: true, engine: 'tblite' } },
    });
    const field = search.fields.find(({ path }) => path === 'calculation_settings.method');
    const names = field?.kind === 'select' ? field.options({}, report).map(({ value }) => value) : [];
    expect(names[0]).toBe('gfn2_xtb');
    expect(names).toEqual(expect.arrayContaining(['aimnet2_wb97md3', 'egret_1', 'orb_v3_conservative_inf_omat', 'hf']));
    expect(names).not.toContain('mmff94');
    const [offer] = search.offers(pair, report);
    expect(search.problems(offer?.apply(pair) ?? {}, inputs, report)).toEqual([]);
  });

  test('works to cite', () => {
    const dois = citationsOf(search, { calculation_settings: { method: 'gfn2_xtb' } }).map(({ doi }) => doi);
    expect(dois).toEqual(
      expect.arrayContaining(['10.1063/1.3664901', '10.1021/acs.jctc.5c01492', '10.1021/acs.jctc.8b01176']),
    );
  });
});

describe('results', () => {
  const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  const item = z.parse(WorkflowItem, {
    uuid: id(9),
    parent_uuid: id(8),
    created_at: '2026-01-01T00:00:00Z',
    name: 'HCN',
    object_type: 'double_ended_ts_search',
    object_status: 2,
    object_data: {
      ...pair,
      forward_string_distances: [0.5, 1.5],
      forward_calculation_uuids: [id(1), id(2)],
      backward_string_distances: [2.5, 2],
      backward_calculation_uuids: [id(3), null],
      ts_guess_calculation_uuid: id(4),
    },
  });
  const molecules = new Map([
    [id(1), [{ ...reactant, energy: -5.4 }]],
    [id(2), [{ ...reactant, energy: -5.35 }]],
    [id(4), [{ ...reactant, energy: -5.33 }]],
  ]);

  test('steps of both sides are ordered by string distance, then the optimized transition state', () => {
    expect(search.structures(item).map(({ id: uuid, name }) => [uuid, name])).toEqual([
      [id(1), 'Step 1'],
      [id(2), 'Step 2'],
      [id(3), 'Step 3'],
      [id(4), 'Transition State'],
    ]);
    expect(search.tabs(item, molecules)).toEqual([
      { id: 'double_ended_ts_search', title: 'double_ended_ts_search' },
      { id: 'info', title: 'info' },
    ]);
    const [table] = search.tables(item, molecules);
    const column = (name: string) => [...(table?.columns.find((each) => each.id === name)?.values ?? [])];
    expect(column('from')).toEqual(['reactant', 'reactant', 'product', null]);
    expect(column('distance')).toEqual([0.5, 1.5, 2.5, Number.NaN]);
    expect(column('relative_energy')).toEqual([0, expect.closeTo(31.375, 3), Number.NaN, expect.closeTo(43.926, 3)]);
  });

  const values = (of: typeof item, read: typeof molecules) =>
    Object.fromEntries(namedValuesOf(search, of, read).map((value) => [value.path, value]));

  test('a barrier of GFN2-xTB has its error beside it, in the value and in the table', () => {
    const found = { ...item, object_data: { ...item.object_data, calculation_settings: { method: 'gfn2_xtb' } } };
    const read = new Map([...molecules, [id(3), [{ ...product, energy: -5.38 }]]]);
    const { barrier_forward, reaction_energy } = values(found, read);
    expect(barrier_forward).toMatchObject({ value: expect.closeTo(43.926, 2) });
    expect(barrier_forward?.uncertainty).toBeGreaterThan(5);
    expect(written(barrier_forward?.note)).toMatch(
      /^GFN2-xTB is not designed for barriers: on \d{2,} published ones.*Refine with/,
    );
    expect(reaction_energy).toMatchObject({ value: expect.closeTo(12.55, 2), uncertainty: null });
    expect(search.tables(found, read)[0]?.notes).toEqual([barrier_forward?.note]);
    const better = search.better(found, null);
    expect(better).toMatchObject({ title: 'r²SCAN-3c single points', data: { refinement: 'r2scan_3c' } });
    expect(search.problems(better?.data ?? {}, inputs, null)).toEqual([]);
  });

  test('with single points the barriers are theirs, at the geometries of the search, and say so', () => {
    const refined = {
      ...item,
      object_data: {
        ...item.object_data,
        calculation_settings: { method: 'gfn2_xtb' },
        refinement: 'r2scan_3c',
        refined_calculation_uuids: { reactant: id(5), transition_state: id(6), product: id(7) },
      },
    };
    const read = new Map([
      ...molecules,
      [id(3), [{ ...product, energy: -5.38 }]],
      [id(5), [{ ...reactant, energy: -93.4 }]],
      [id(6), [{ ...reactant, energy: -93.325 }]],
      [id(7), [{ ...product, energy: -93.375 }]],
    ]);
    expect(search.calculations(refined)).toEqual(expect.arrayContaining([id(5), id(6), id(7)]));
    const { barrier_forward, barrier_backward } = values(refined, read);
    expect(written(barrier_forward)).toMatchObject({
      value: expect.closeTo(47.06, 2),
      method: 'geometry GFN2-xTB, energies r²SCAN-3c',
      note: null,
      remark: expect.stringContaining('Geometry GFN2-xTB, energies r²SCAN-3c.'),
    });
    expect(barrier_backward?.value).toBeCloseTo(31.38, 2);
    const table = search.tables(refined, read).find(({ id: name }) => name === 'stationary_points');
    const column = (name: string) => [...(table?.columns.find((each) => each.id === name)?.values ?? [])];
    expect(column('relative_energy')).toEqual([0, expect.closeTo(47.06, 2), expect.closeTo(15.69, 2)]);
    expect(column('search_relative_energy')).toEqual([0, expect.closeTo(43.93, 2), expect.closeTo(12.55, 2)]);
    // The string beside it keeps its own energies, and says that there is nothing left to refine.
    const [told = '', ...more] = (search.tables(refined, read)[0]?.notes ?? []).map(written);
    expect(told).toMatch(/^GFN2-xTB is not designed for barriers.*transition state have energies of r²SCAN-3c\.$/);
    expect([told.includes('Refine'), more]).toEqual([false, []]);
  });

  test('the highest node of the string can be laid over the saddle point that was optimized from it', () => {
    const overlays = (of: typeof item) =>
      standardTabs(search, of, search.tables(of, molecules), molecules)
        .flatMap(({ parts }) => parts)
        .filter(({ kind }) => kind === 'overlay');
    expect(overlays(item)).toMatchObject([{ shown: id(4), beside: [id(2)] }]);
    expect(overlays({ ...item, object_data: { ...item.object_data, optimize_ts: false } })).toEqual([]);
  });

  test('without its optimization the guess is one of the nodes and marked', () => {
    const guessed = {
      ...item,
      object_data: { ...item.object_data, optimize_ts: false, ts_guess_calculation_uuid: id(2) },
    };
    expect(search.structures(guessed).map(({ name }) => name)).toEqual(['Step 1', 'Step 2', 'Step 3']);
    const [table] = search.tables(guessed, molecules);
    expect(table?.columns.find((each) => each.id === 'guess')?.values).toEqual([null, 'TS guess', null]);
  });

  test('before it has run both ends are shown', () => {
    const fresh = { ...item, object_data: pair };
    expect(search.structures(fresh).map(({ name }) => name)).toEqual(['Reactant', 'Product']);
    expect(search.tables(fresh, molecules)[0]).toMatchObject({
      length: 0,
      empty: 'No point of the path has finished yet.',
    });
  });
});
