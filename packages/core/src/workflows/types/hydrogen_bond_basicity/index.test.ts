import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { accuracy } from '../../../methods/accuracy.ts';
import { methods } from '../../../methods/methods.ts';
import { validatePublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import basicity from './index.ts';

const moleculeOf = (elements: number[], more: object = {}) =>
  z.parse(Molecule, {
    charge: 0,
    multiplicity: 1,
    atoms: elements.map((atomic_number, index) => ({ atomic_number, position: [index * 1.2, 0, 0] })),
    ...more,
  });
const inputs = { molecule: moleculeOf([6, 8, 1, 1]), smiles: null };
const own = { pkbhx_method: 'vmin_hf_631gd_gfn2' };
const reportOf = (...names: string[]) =>
  z.parse(MethodReport, {
    workers: 1,
    capabilities: ['hydrogen_bond_basicity', 'rdkit', 'xtb', 'dft', 'aimnet2'],
    methods: Object.fromEntries(names.map((name) => [name, { available: true, engine: 'pyscf' }])),
  });
const ours = reportOf('gfn2_xtb', 'hf');
const whole = reportOf('gfn2_xtb', 'aimnet2_wb97md3', 'r2scan_3c', 'hf');
const details = (data: object, molecule = inputs.molecule, report: MethodReport | null = whole) =>
  basicity.problems({ ...data }, { ...inputs, molecule }, report).map(({ detail }) => detail);

const optimization = '11111111-2222-4333-8444-555555555555';
const sites = {
  optimization,
  hba_sites: [
    { atom_idx: 1, pkbhx: 1.184, position: [1, 2, 3], name: 'Carbonyl' },
    { atom_idx: 0, pkbhx: -1, position: [0, 0, 0], name: null },
    { atom_idx: 1, pkbhx: 1.184, position: [1, -2, 3], name: 'Fluorine' },
  ],
  hbd_sites: [{ atom_idx: 2, pk_alpha: -1.6, position: [0, 0, 1] }],
};
const item = (more: object = sites) =>
  finishedItem('hydrogen_bond_basicity', { initial_molecule: inputs.molecule, ...more });
const table = (id: string, more?: object) => {
  const found = basicity.tables(item(more), new Map()).find((each) => each.id === id);
  if (!found) throw new Error(id);
  return found;
};

describe('submission', () => {
  test('defaults', () => {
    expect(basicity.defaults()).toEqual({ mode: 'auto', do_csearch: true, do_optimization: true, pkbhx_method: null });
    expect(details({})).toEqual([]);
  });

  test('open shell and charge are disabled', () => {
    expect(basicity.limits({})).toMatchObject({ openShell: false, charged: false });
    expect(details({}, moleculeOf([6, 8, 1, 1], { charge: 1, multiplicity: 2 }))).toEqual(
      expect.arrayContaining([
        'Hydrogen-Bond Basicity takes closed-shell structures only; this one has multiplicity 2.',
        'Hydrogen-Bond Basicity takes neutral structures only; this one has charge +1.',
      ]),
    );
  });

  /**
   * The allowed elements are those of the force field and boron, as far as both named methods (AIMNet2 for the geometry, r²SCAN-3c for the potential)
   * take them. A union of all three lists would be H to Rn, where AIMNet2 fails.
   */
  test('atoms are those that the force field with boron and both named methods support', () => {
    const allowed = basicity.limits({}).elements?.allowed ?? [];
    expect(allowed).toEqual([1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53]);
    for (const method of ['aimnet2_wb97md3', 'r2scan_3c']) {
      expect(methods.get(method)?.elements).toEqual(expect.arrayContaining([...allowed]));
    }
    expect(details({}, moleculeOf([6, 34]))).toEqual(['Hydrogen-Bond Basicity does not support Se.']);
    expect(details({}, moleculeOf([5, 1]))).toEqual([]);
  });

  test('6-31G(d) of our own method ends before iodine', () => {
    expect(basicity.limits(own).elements?.allowed).toEqual([1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 35]);
    expect(details(own, moleculeOf([53, 1]), ours)[0]).toBe('Hydrogen-Bond Basicity does not support I.');
  });

  test('our own method is a choice with its own name, offered where the methods of the platform are missing', () => {
    expect(details({}, inputs.molecule, ours).some((detail) => detail.includes('AIMNet2'))).toBe(true);
    const [offer] = basicity.offers({}, ours);
    expect(offer).toMatchObject({ field: 'pkbhx_method', action: 'Use V(min) at HF/6-31G(d)//GFN2-xTB' });
    expect(offer?.text).toMatch(/^V\(min\) at r²SCAN-3c\/\/AIMNet2 .+ is not available on this server/);
    expect(offer?.apply({})).toEqual(own);
    expect(details(own, inputs.molecule, ours)).toEqual([]);
    expect(basicity.offers({}, whole)).toEqual([]);
    expect(details({ pkbhx_method: 'guess' })[0]).toContain('("guess"): it is not a known method');
    const field = basicity.fields.find(({ path }) => path === 'pkbhx_method');
    const options = field?.kind === 'select' ? field.options({}, ours) : [];
    expect(options.map(({ value, unavailable }) => [value, unavailable === undefined])).toEqual([
      ['', false],
      ['vmin_hf_631gd_gfn2', true],
    ]);
  });

  test('levels of theory and capabilities follow the method', () => {
    const prepared = basicity.prepare({}, inputs);
    expect(basicity.methodsUsed(prepared)).toEqual(['gfn2_xtb', 'aimnet2_wb97md3', 'r2scan_3c']);
    expect(basicity.capabilities(prepared)).toEqual(['aimnet2', 'dft', 'hydrogen_bond_basicity', 'rdkit', 'xtb']);
    expect(basicity.methodsUsed(own)).toEqual(['gfn2_xtb', 'hf']);
    expect(basicity.capabilities(own)).toEqual(['dft', 'hydrogen_bond_basicity', 'rdkit', 'xtb']);
    expect(basicity.methodsUsed({ ...own, do_csearch: false, do_optimization: false })).toEqual(['hf']);
    expect(validatePublic('hydrogen_bond_basicity', { ...prepared, initial_molecule: inputs.molecule })).toEqual([]);
    expect(basicity.prepare(prepared, inputs)).toEqual(prepared);
  });

  test('what our method does not give, and a geometry as given, are shown before submission', () => {
    const titles = (data: object) => basicity.notices({ ...data }, inputs, null).map(({ title }) => title);
    expect(titles({})).toEqual([]);
    expect(titles(own)).toEqual(['V(min) at HF/6-31G(d)//GFN2-xTB gives acceptors only']);
    const { rmse, size } = accuracy['hydrogen_bond_basicity/vmin_hf_631gd_gfn2'];
    expect(basicity.notices(own, inputs, null)[0]?.body).toContain(`± ${rmse} (RMSE, n = ${size})`);
    expect(titles({ do_csearch: false, do_optimization: false })).toEqual(['The structure is taken as given']);
  });

  test('a conformer search forces the optimization', () => {
    expect(basicity.prepare({ do_optimization: false }, inputs).do_optimization).toBe(true);
    const { value, changes } = basicity.resubmit({ ...sites, ...own, do_optimization: false }, null);
    expect(value).toEqual({ mode: 'auto', do_csearch: true, do_optimization: true, ...own });
    expect(changes).toMatchObject([{ what: 'do_optimization', kind: 'forced', from: false, to: true }]);
    expect(basicity.resubmit({ do_csearch: false, do_optimization: false }, null)).toMatchObject({
      value: { do_optimization: false },
      changes: [],
    });
  });
});

describe('results', () => {
  test('tabs and structure', () => {
    expect(basicity.tabs(item(), new Map()).map(({ title }) => title)).toEqual([
      'Hydrogen-Bond Acceptors',
      'Hydrogen-Bond Donors',
      'info',
    ]);
    expect(basicity.structures(item()).map(({ id, name }) => [id, name])).toEqual([
      [optimization, 'Optimized Structure'],
    ]);
    expect(basicity.structures(item({})).map(({ name }) => name)).toEqual(['Initial Structure']);
  });

  test('acceptor sites are kept only above -1; atoms by name, errors by group', () => {
    const { columns, structures } = table('acceptors');
    expect(columns.map(({ values }) => [...values])).toEqual([
      ['O2', 'O2'],
      ['Carbonyl', 'Fluorine'],
      [1.184, 1.184],
      ['± 0.208 (RMSE, n = 128)', '± 0.276 (RMSE, n = 23)'],
    ]);
    expect(columns[2]).toMatchObject({ title: 'pKBHX', precision: 2 });
    expect(structures).toEqual([optimization, optimization]);
  });

  test('each kept site is a sphere with its strength and group, on the geometry that it was found at', () => {
    const spheres = basicity.marks(item(), new Map(), optimization);
    expect(spheres.map((mark) => (mark.kind === 'sphere' ? [mark.text, mark.position] : mark.kind))).toEqual([
      ['1.18 Carbonyl', [1, 2, 3]],
      ['1.18 Fluorine', [1, -2, 3]],
    ]);
    expect(new Set(spheres.map(({ meaning }) => meaning))).toEqual(new Set(['Acceptor, pKBHX']));
    expect(basicity.marks(item(), new Map(), 'initial')).toEqual([]);
  });

  test('our own method has its own errors, and says what is outside them', () => {
    const errorsOf = (names: string[]) =>
      table('acceptors', { ...own, hba_sites: names.map((name) => ({ ...sites.hba_sites[0], name })) }).columns[3]
        ?.values;
    const { size = 0, leaveOneOut = 0 } = accuracy['hydrogen_bond_basicity/vmin_hf_631gd_gfn2'].classes.Amide;
    // A site of an earlier version, whose group had one line, has no error any more.
    expect(errorsOf(['Amide', 'Fluorine', 'Carbonyl'])).toEqual([
      `± ${leaveOneOut} (leave-one-out RMSE, n = ${size})`,
      'outside calibration',
      null,
    ]);
    const given = { ...sites, do_csearch: false, do_optimization: false };
    expect(table('acceptors', given).columns[3]?.values).toEqual(['outside calibration', 'outside calibration']);
  });

  test('the strongest acceptor and the molecule have their error as a number', () => {
    const errors = (more: object) =>
      basicity.values(item(more), new Map()).map(({ path, uncertainty, remark }) => [path, uncertainty, remark]);
    const [carbonyl, , fluorine] = sites.hba_sites;
    const own = '±: RMSE of 128 values, Carbonyl';
    expect(errors({ hba_sites: [carbonyl] })).toEqual([
      ['molecular_pkbhx', 0.208, own],
      ['strongest_acceptor', 0.208, own],
    ]);
    // Two equally strong sites share the sum: their errors of 0.208 and 0.276 count by half.
    const [[, shared, remark] = []] = errors(sites);
    expect([shared, remark]).toEqual([expect.closeTo(0.242, 10), expect.stringContaining('weighted')]);
    const weaker = { ...fluorine, pkbhx: 0.184 };
    expect(errors({ hba_sites: [weaker, carbonyl] })).toEqual([
      ['molecular_pkbhx', expect.closeTo((0.208 * 10 + 0.276) / 11, 10), expect.anything()],
      ['strongest_acceptor', 0.208, own],
    ]);
    const given = { ...sites, do_csearch: false, do_optimization: false };
    expect(errors(given).map((row) => row.slice(1))).toEqual([
      [null, 'outside calibration'],
      [null, 'outside calibration'],
    ]);
  });

  test('two equal sites make the molecule stronger by log10(2)', () => {
    expect(table('molecule').columns[0]?.values[0]).toBeCloseTo(1.184 + Math.log10(2), 10);
    expect(table('molecule', { hba_sites: [sites.hba_sites[1]] }).length).toBe(0);
  });

  test('donors start with a minimum of -1, which hides weaker ones but loses none', () => {
    const [atom, strength] = table('donors').columns;
    expect(atom?.values).toEqual(['H3']);
    expect(strength).toMatchObject({ title: 'pKα', precision: 2, minimum: -1 });
    expect([...(strength?.values ?? [])]).toEqual([-1.6]);
  });

  test('empty tables have the exact texts', () => {
    expect(table('acceptors', {}).empty).toBe('No hydrogen-bond-acceptor sites detected in this molecule.');
    expect(table('donors', {}).empty).toBe('No hydrogen-bond-donor sites detected in this molecule.');
    expect(written(table('donors', own).empty)).toContain('were not computed');
  });

  test('a molecule without sites has the exact error in place of its pKBHX, once it is completed and its data say so', () => {
    const exact = 'Input must be a non-empty array of numbers.';
    const molecular = (more: object, rest: object = {}) =>
      basicity.values({ ...item(more), ...rest }, new Map()).find(({ path }) => path === 'molecular_pkbhx');
    expect(molecular({ hba_sites: [] })).toMatchObject({ value: null, error: exact });
    expect(molecular({ hba_sites: [sites.hba_sites[1]] })).toMatchObject({ value: null, error: exact });
    expect(table('molecule', { hba_sites: [] })).toMatchObject({ length: 0, empty: exact });
    expect(molecular(sites)?.error).toBeNull();
    expect(molecular({ hba_sites: [] }, { object_status: 1 })?.error).toBeNull();
    // Data that cannot be read, and none at all, say nothing about the molecule.
    expect(molecular({ hba_sites: 'x' })?.error).toBeNull();
    expect(molecular({})?.error).toBeNull();
  });

  test('a filled item fits the public schema, and each method cites its works', () => {
    const filled = { ...basicity.prepare({}, inputs), initial_molecule: inputs.molecule, ...sites };
    expect(validatePublic('hydrogen_bond_basicity', filled)).toEqual([]);
    expect(basicity.misfits(filled)).toEqual([]);
    const must = (data: object) =>
      citationsOf(basicity, { ...data }).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
    expect(must({})).toEqual(
      expect.arrayContaining(['kenny2016', 'wagen2025', 'kenny2009', 'aimnet2', 'r2scan_3c', 'etkdg', 'geometric']),
    );
    expect(must(own)).toEqual(expect.arrayContaining(['kenny2016', 'gfn2_xtb', 'etkdg', 'mmff94']));
    expect(must(own)).not.toContain('wagen2025');
  });
});
