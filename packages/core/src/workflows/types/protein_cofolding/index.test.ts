import { expect, test } from 'vitest';
import { validatePublic } from '../../../testing/public-schema.ts';
import { definitionOf, finishedItem, noInputs } from '../../../testing/workflow-items.ts';

const definition = await definitionOf('protein_cofolding');
const protein = 'MKTAYIAKQR';
const uuid = (last: number) => `9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5b0${last}`;
const problems = (more: object, inputs = noInputs) =>
  definition.problems({ initial_protein_sequences: [protein], ...more }, inputs, null);

test('the defaults of an empty form', () => {
  expect(definition.defaults()).toMatchObject({
    model: 'boltz_2',
    use_msa_server: true,
    use_potentials: false,
    do_pose_refinement: false,
    compute_strain: false,
    ligand_binding_affinity_index: null,
  });
  const [model] = definition.fields;
  const models = model?.kind === 'select' ? model.options({}, null).map(({ value }) => value) : [];
  expect(models).toEqual(['boltz_2', 'chai_1r', 'boltz_1']);
  expect(problems({ model: 'boltz_3' })[0]?.field).toBe('model');
  const prepared = definition.prepare({ initial_protein_sequences: ['MKT'] }, noInputs);
  expect(validatePublic('protein_cofolding', prepared)).toEqual([]);
  expect(definition.capabilities(prepared)).toEqual(['boltz', 'msa', 'protein_cofolding']);
});

test('the ligand for binding affinity must differ from all cofactors, whatever way the SMILES is written', () => {
  const twice = { initial_smiles_list: ['CCO', 'CCO', 'O'], ligand_binding_affinity_index: 0 };
  expect(problems(twice)).toEqual([
    { field: 'ligand_binding_affinity_index', detail: 'Binding Affinity Requires Unique Ligand SMILES' },
  ]);
  const inspection = (smiles: string) => ({
    smiles,
    canonical: 'CCO',
    elements: [1, 6, 8],
    atom_count: 9,
    charge: 0,
    multiplicity: 1,
  });
  const inspections = new Map(['CCO', 'OCC'].map((smiles) => [smiles, inspection(smiles) as never]));
  const written = { initial_smiles_list: ['CCO', 'OCC'], ligand_binding_affinity_index: 1 };
  expect(problems(written, { ...noInputs, inspections })[0]?.detail).toBe(
    'Binding Affinity Requires Unique Ligand SMILES',
  );
  expect(problems({ ...twice, ligand_binding_affinity_index: 2 })).toEqual([]);
  expect(problems({ ...twice, ligand_binding_affinity_index: 3 })[0]?.detail).toContain('no ligand number 4');
  expect(problems({ ...twice, model: 'chai_1r', ligand_binding_affinity_index: 2 })[0]?.detail).toContain(
    'Boltz-2 does',
  );
});

test('Boltz-1 with DNA or RNA, sequences that are too long, wrong letters and no sequence are refused', () => {
  const text = 'Boltz-1 Does Not Support Nucleic Acids';
  expect(problems({ model: 'boltz_1', initial_dna_sequences: [{ sequence: 'ATCG' }] })).toEqual([
    { field: 'model', detail: text },
  ]);
  expect(problems({ model: 'boltz_1', initial_rna_sequences: [{ sequence: 'AUCG' }] })).toEqual([
    { field: 'model', detail: text },
  ]);
  expect(problems({ model: 'boltz_2', initial_rna_sequences: [{ sequence: 'AUCG' }] })).toEqual([]);
  expect(problems({ model: 'chai_1r', initial_protein_sequences: ['A'.repeat(2049)] })[0]?.detail).toContain('2048');
  expect(problems({ initial_dna_sequences: [{ sequence: 'AUCG' }] })[0]).toMatchObject({
    field: 'initial_dna_sequences.0',
  });
  expect(problems({ initial_protein_sequences: [] })[0]?.detail).toContain('at least one');
});

test('open-shell and multi-structure SMILES are refused by their place in the list', () => {
  const inspection = (more: object) =>
    ({ fragments: 1, multiplicity: 1, charge: 0, elements: [6], error: null, ...more }) as never;
  const inspections = new Map([
    ['[CH3]', inspection({ multiplicity: 2 })],
    ['C.O', inspection({ fragments: 2 })],
    ['C1', inspection({ error: { detail: 'ring 1 is never closed', position: null } })],
  ]);
  const found = problems({ initial_smiles_list: ['[CH3]', 'C.O', 'C1', ' '] }, { ...noInputs, inspections });
  expect(found.map(({ field }) => field)).toEqual([0, 1, 2, 3].map((index) => `initial_smiles_list.${index}`));
  expect(found.map(({ detail }) => detail).join(' ')).toMatch(/closed-shell.*2 separate.*never closed.*empty/);
});

test('Chai-1r forces MSA server and potentials off, no refinement forces strain off, and a resubmission says so', () => {
  const chai = { initial_protein_sequences: [protein], model: 'chai_1r', use_potentials: true, compute_strain: true };
  expect(definition.prepare(chai, noInputs)).toMatchObject({
    use_msa_server: false,
    use_potentials: false,
    compute_strain: false,
  });
  const { changes } = definition.resubmit(chai, null);
  expect(changes.map(({ what, kind }) => [what, kind])).toEqual([
    ['use_msa_server', 'forced'],
    ['use_potentials', 'forced'],
    ['compute_strain', 'forced'],
  ]);
  expect(definition.capabilities(chai)).toEqual(['chai', 'protein_cofolding']);
  const unrefined = { initial_protein_sequences: [protein], compute_strain: true };
  expect(definition.prepare(unrefined, noInputs)).toMatchObject({ use_msa_server: true, compute_strain: false });
  const refined = { initial_protein_sequences: [protein], do_pose_refinement: true, compute_strain: true };
  expect(definition.prepare(refined, noInputs)).toMatchObject({ compute_strain: true, use_msa_server: true });
});

test('submit tells how many ligands, sequences and cofactors there are', () => {
  const body = (more: object) =>
    definition.notices({ initial_protein_sequences: [protein, protein], ...more }, noInputs, null)[0];
  expect(body({ initial_smiles_list: ['CCO', 'O', '[Mg+2]'], ligand_binding_affinity_index: 0 })).toMatchObject({
    kind: 'info',
    body: '1 ligand, 2 sequences and 2 cofactors.',
  });
  expect(body({ initial_smiles_list: ['CCO', 'O'] })?.body).toBe('2 ligands, 2 sequences and 0 cofactors.');
});

test('constraints name inputs that are there, and force needs potentials', () => {
  const token = { input_type: 'protein', input_index: 0, token_index: 3 };
  const contact = { token_1: token, token_2: { ...token, input_type: 'ligand' }, max_distance: 6, force: true };
  const found = problems({ contact_constraints: [contact] });
  expect(found.map(({ field }) => field)).toEqual(['contact_constraints.0.token_2', 'contact_constraints.0.force']);
  expect(problems({ contact_constraints: [contact], use_potentials: true, initial_smiles_list: ['C'] })).toEqual([]);
});

test('scores are rated, the affinity is read as log10 of µmol/L, and structures and tabs are in their order', () => {
  const item = finishedItem('protein_cofolding', {
    initial_protein_sequences: [protein],
    scores: { ptm: 0.71, iptm: 0.65, confidence_score: 0.4, avg_lddt: 0.88 },
    affinity_score: { pred_value: 0.5, probability_binary: 0.8 },
    predicted_structure_uuid: uuid(1),
    predicted_refined_structure_uuid: uuid(2),
    pose: uuid(3),
    strain: 9,
    posebusters_valid: true,
  });
  expect(definition.tabs(item, new Map()).map(({ title }) => title)).toEqual([
    'Co-Folding Scores',
    'sequences',
    'info',
  ]);
  expect(definition.structures(item).map(({ name }) => name)).toEqual([
    'Structure 1',
    'Structure 1 (refined)',
    'Pose 1',
  ]);
  const [table] = definition.tables(item, new Map());
  const value = (id: string) => table?.columns.find((column) => column.id === id)?.values[0];
  expect(value('pic50')).toBeCloseTo(5.5, 10);
  expect(value('ic50')).toBeCloseTo(10 ** 0.5, 10);
  expect(value('posebusters_valid')).toBe('yes');
  const rated = table?.columns.filter((column) => 'rating' in column && column.rating).map(({ id }) => id);
  expect(rated).toEqual(['confidence_score', 'ptm', 'iptm', 'plddt', 'affinity_probability', 'strain']);
});
