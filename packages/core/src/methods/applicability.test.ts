import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { elementsOfSmiles } from '../chemistry/smiles-atoms.ts';
import { Molecule, WorkflowItem } from '../entities/index.ts';
import { readJson } from '../testing/read-file.js';
import { written } from '../testing/written.ts';
import { loadWorkflow } from '../workflows/index.ts';
import { namedValuesOf } from '../workflows/items/named-values.ts';
import { applicability } from './applicability.ts';
import { methodExtension, methodExtensions } from './extensions.ts';

const atom = (atomic_number: number, x: number) => ({ atomic_number, position: [x, 0, 0] });
/** Iron pentacarbonyl by its elements, and formaldehyde. */
const [iron, organic] = [
  { atoms: [atom(26, 0), atom(6, 1.8), atom(8, 3)], charge: 0, multiplicity: 1 },
  { atoms: [atom(6, 0), atom(8, 1.2), atom(1, -1), atom(1, -2)], charge: 0, multiplicity: 1 },
].map((each) => z.parse(Molecule, each)) as [Molecule, Molecule];

/** What a type needs in its data to print a ± by our own method. */
const printed: Record<string, { settings: object; results: object; path?: string }> = {
  redox_potential: {
    settings: { redox_method: 'gfn2_alpb_absolute' },
    results: { oxidation_potential: 1 },
    path: 'oxidation_potential',
  },
  pka: {
    settings: { microscopic_pka_method: 'gfn2_alpb_linear' },
    results: { conjugate_bases: [{ atom_index: 2, pka: 5 }], strongest_acid: 5 },
    path: 'strongest_acid',
  },
  bde: {
    settings: { mode: 'gfn2_bond_type' },
    results: { optimization_energy: -1, bdes: [{ fragment_idxs: [3], energy: 0.15, fragment_energies: [-0.5, -0.3] }] },
  },
  hydrogen_bond_basicity: {
    settings: { pkbhx_method: 'vmin_hf_631gd_gfn2' },
    results: { hba_sites: [{ atom_idx: 1, pkbhx: 1, name: 'Ketone/Aldehyde', position: [0, 0, 0] }] },
  },
  tautomers: {
    settings: { tautomer_method: 'gfn2_alpb' },
    results: { tautomers: [{ structures: [], energy: -1, weight: 1, predicted_relative_energy: 0 }] },
  },
  nmr: {
    settings: { nmr_method: 'giao_b3lyp_631gd', solvent: 'chloroform' },
    results: { predicted_peaks: { 6: [{ nucleus: 6, shift: 200, atom_indices: [0] }] } },
  },
};

async function shown(type: string, molecule: Molecule) {
  const { settings, results } = printed[type] ?? { settings: {}, results: {} };
  const definition = await loadWorkflow(type);
  const site_classes = { conjugate_bases: ['COOH'], conjugate_acids: [] };
  const nmr = { classes: ['C', 'C', 'C', 'C'] };
  const item = z.parse(WorkflowItem, {
    uuid: '126cfd8c-ebc7-581f-b131-4d076eb7e0f4',
    name: 'molecule',
    created_at: '',
    parent_uuid: '',
    object_status: 2,
    object_type: type,
    object_data: { ...settings, ...results, initial_molecule: molecule },
    provenance: { site_classes, nmr, redox: { classes: { oxidation: 'donor' } } },
  });
  const inputs = { molecule, smiles: null };
  return {
    notices: definition?.notices({ ...settings }, inputs, null) ?? [],
    tables: JSON.stringify(written(definition?.tables(item, new Map()))),
    values: definition ? namedValuesOf(definition, item) : [],
  };
}

test.each(Object.keys(printed))('%s prints no ± of organic molecules for a metal complex', async (type) => {
  const { notices, tables, values } = await shown(type, iron);
  expect(notices.find(({ title }) => title === 'Outside Calibration')?.body).toContain('contains Fe');
  expect(tables).toContain('does not cover this molecule: contains Fe');
  expect(tables).not.toMatch(/± \d/);
  for (const { uncertainty, note } of values) {
    expect(uncertainty ?? null).toBe(null);
    expect(written(note ?? '')).toContain('contains Fe');
  }
});

test.each(Object.keys(printed))('%s prints it for a molecule of the calibration', async (type) => {
  const { notices, tables, values } = await shown(type, organic);
  expect(notices.some(({ title }) => title === 'Outside Calibration')).toBe(false);
  expect(tables).not.toContain('outside calibration');
  const { path } = printed[type] ?? {};
  if (path) expect(values.find((value) => value.path === path)?.uncertainty).toBeGreaterThan(0);
  else expect(tables).toMatch(/± \d/);
});

test('solubility judges a molecule by its SMILES', async () => {
  const definition = await loadWorkflow('solubility');
  const uncertainty = (initial_smiles: string) => {
    const object_data = {
      initial_smiles,
      solubility_method: 'esol_environments',
      solvents: ['O'],
      temperatures: [298.15],
      solubilities: { O: { solubilities: [-2], uncertainties: [0.9] } },
    };
    const item = z.parse(WorkflowItem, {
      uuid: '126cfd8c-ebc7-581f-b131-4d076eb7e0f4',
      name: '',
      created_at: '',
      parent_uuid: '',
      object_status: 2,
      object_type: 'solubility',
      object_data,
    });
    return definition?.values(item, new Map())[0]?.uncertainty;
  };
  expect(uncertainty('CC(=O)Nc1ccc(O)cc1')).toBe(0.9);
  expect(uncertainty('CC(=O)[O-]')).toBe(null);
  expect(uncertainty('C[Hg]C')).toBe(null);
});

test('macroscopic pKa says once, beside each number, that an element is outside the lines of its sites', async () => {
  const definition = await loadWorkflow('macropka');
  const told = (initial_smiles: string) => {
    const item = z.parse(WorkflowItem, {
      uuid: '126cfd8c-ebc7-581f-b131-4d076eb7e0f4',
      name: '',
      created_at: '',
      parent_uuid: '',
      object_status: 2,
      object_type: 'macropka',
      object_data: { initial_smiles, macropka_method: 'gfn2_alpb_linear', isoelectric_point: 5 },
    });
    return definition?.caveats(item, new Map()).map(({ severity, text }) => [severity, text.includes('contains Se')]);
  };
  expect(told('C[Se]CC(=O)O')).toEqual([['changes_number', true]]);
  // The charge of the submitted form is not that of its microstates.
  expect(told('[O-]C(=O)CC([O-])=O')).toEqual([]);
});

describe('the domain of a calibration', () => {
  const rows = readJson('../methods/fixtures/calibration.json') as Record<string, { rows: (string | number)[][] }>;
  const elementsOf = (table: string) =>
    new Set([1, ...(rows[table]?.rows ?? []).flatMap(([smiles]) => elementsOfSmiles(String(smiles)) ?? [])]);

  test.each([
    ['pka', 'gfn2_alpb_linear', 'pka-gfn2-alpb-tr215'],
    ['bde', 'b3lyp_631gd_gfn2_linear', 'bde-psi4-38'],
    ['bde', 'wb97xd_631gd_gfn2_linear', 'bde-psi4-38'],
    ['hydrogen_bond_basicity', 'vmin_hf_631gd_gfn2', 'pkbhx-vmin-hf631gd'],
  ])('%s, %s: has the elements of its own set', (type, value, table) => {
    const { elements } = methodExtension(type, value)?.calibration?.limits ?? {};
    expect(new Set(elements)).toEqual(elementsOf(table));
  });

  test.each(['r2scan3c_gfn2_by_class', 'gfn2_bond_type'])('bde, %s: has the elements of its own set', (value) => {
    const { formation } = readJson('../../../compute/bench/sets/bond-enthalpies.json') as { formation: object };
    const found = Object.keys(formation).flatMap((smiles) => elementsOfSmiles(smiles) ?? []);
    const { elements } = methodExtension('bde', value)?.calibration?.limits ?? {};
    expect(new Set(elements)).toEqual(new Set([1, ...found]));
  });

  test('every calibration has limits', () => {
    for (const { calibration, type, value } of methodExtensions) {
      if (calibration) expect(Object.keys(calibration.limits), `${type}/${value}`).not.toEqual([]);
    }
  });

  test('says each reason, and decides nothing by what is not known', () => {
    const limits = {
      elements: [1, 6],
      charges: [0, 0],
      multiplicities: [1],
      heavyAtoms: [1, 3],
      mass: [10, 50],
      solvents: ['water'],
    } as const;
    const judged = applicability(
      { limits, lines: [] },
      { elements: [6, 30, 26, 30], charge: -2, multiplicity: 3, heavyAtoms: 4, mass: 60.4, solvent: 'hexane' },
    );
    expect(judged).toEqual({
      inside: false,
      reasons: ['contains Fe, Zn', 'charge −2', 'multiplicity 3', '4 heavy atoms', 'mass 60 amu', 'solvent hexane'],
    });
    expect(applicability({ limits, lines: [] }, { elements: null })).toEqual({ inside: true, line: null });
    expect(applicability({ limits, lines: [{ class: 'CH' }] }, { class: 'OH' })).toEqual({
      inside: false,
      reasons: [],
    });
  });
});
