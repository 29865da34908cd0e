import { expect, test } from 'vitest';
import { validatePublic } from '../../../testing/public-schema.ts';
import { definitionOf, finishedItem, noInputs } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import { longestPattern } from './binder-design-input.ts';

const definition = await definitionOf('protein_binder_design');
const target = '9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5a11';
const input = { protein_entities: [{ id: 'B', sequence: '80..120' }], file_entities: [{ uuid: target }] };
const problems = (binder_design_input: object, binder_design_settings: object = {}) =>
  definition.problems({ binder_design_input, binder_design_settings }, noInputs, null);

test('defaults: protein-anything, 10 designs, budget 2', () => {
  expect(definition.defaults().binder_design_settings).toEqual({
    protocol: 'protein-anything',
    num_designs: 10,
    budget: 2,
  });
  const field = definition.fields.find(({ path }) => path === 'binder_design_settings.protocol');
  expect(field?.kind === 'select' ? field.options({}, null).map(({ value }) => value) : []).toEqual([
    'protein-anything',
    'peptide-anything',
    'protein-small_molecule',
    'nanobody-anything',
  ]);
  const prepared = definition.prepare({ binder_design_input: input }, noInputs);
  expect(validatePublic('protein_binder_design', prepared)).toEqual([]);
  expect(definition.capabilities(prepared)).toEqual(['boltzgen', 'protein_binder_design']);
});

test.each([
  ['ACDE', 4],
  ['9A9C', 20],
  ['140..180', 180],
  ['AC 5..7 D', 10],
  ['7..5', null],
  ['A-C', null],
])('the pattern %s has up to %s residues', (pattern, longest) => {
  expect(longestPattern(pattern)).toBe(longest);
});

test('nothing to design, unreadable patterns, too many residues, a chain name twice and a budget above the designs are refused', () => {
  expect(problems(input)).toEqual([]);
  expect(problems({ protein_entities: [{ id: 'A', sequence: 'ACDE' }] })[0]?.detail).toContain('nothing to design');
  expect(problems({ protein_entities: [{ id: 'A', sequence: '5-9' }] })[0]).toMatchObject({
    field: 'binder_design_input.protein_entities.0.sequence',
  });
  expect(problems({ protein_entities: [{ id: 'A', sequence: '1501' }] })[0]?.detail).toContain('at most 1500');
  const twice = { protein_entities: [{ id: 'A', sequence: '9' }], ligand_entities: [{ id: 'A', smiles: 'C' }] };
  expect(problems(twice)[0]?.detail).toContain('"A" is used twice');
  expect(problems(input, { num_designs: 4, budget: 5 })[0]).toMatchObject({ field: 'binder_design_settings.budget' });
  expect(problems(input, { protocol: 'anything' })[0]?.detail).toContain('nanobody-anything');
});

test('tabs, structures and the table of designs', () => {
  const item = finishedItem('protein_binder_design', {
    binder_design_input: input,
    generated_binders: [
      { binder_sequence: 'ACDEF', bound_structure: target, scores: { iptm: 0.83, quality_score: 0.9 } },
      { binder_sequence: 'KKL', bound_structure: null, scores: null },
    ],
  });
  expect(definition.tabs(item, new Map()).map(({ title }) => title)).toEqual([
    'protein_binder_designs',
    'info',
    'sequences',
  ]);
  expect(definition.structures(item)).toEqual([
    { id: target, name: 'Structure 1', source: { kind: 'protein', uuid: target } },
  ]);
  const [designs, sequences] = definition.tables(item, new Map());
  expect(designs?.columns.find(({ id }) => id === 'iptm')?.values[0]).toBe(0.83);
  expect([...(sequences?.columns.find(({ id }) => id === 'length')?.values ?? [])]).toEqual([5, 3]);
  expect(citationsOf(definition, item.object_data ?? {}).map(({ id }) => id)).toContain('boltzgen');
});

test('a target is a protein by its identifier; one that is not chosen, and one that is no UUID, are named', () => {
  const at = (uuid: string) => problems({ ...input, file_entities: [{ uuid: target }, { uuid }] });
  const field = 'binder_design_input.file_entities.1.uuid';
  expect(at(target.toUpperCase())).toEqual([]);
  expect(at('')).toEqual([{ field, detail: 'Target 2: choose a protein.' }]);
  expect(at('kinase')).toEqual([{ field, detail: expect.stringContaining('"kinase" is not the identifier') }]);
  expect(definition.proteins({ binder_design_input: input })).toEqual([
    { field: 'binder_design_input.file_entities.0.uuid', uuid: target },
  ]);
  const prepared = definition.prepare(
    { binder_design_input: { ...input, file_entities: [{ uuid: target.toUpperCase() }] } },
    noInputs,
  );
  expect(prepared).toMatchObject({ binder_design_input: { file_entities: [{ uuid: target }] } });
});
