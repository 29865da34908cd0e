import { expect, test } from 'vitest';
import { validatePublic } from '../../../testing/public-schema.ts';
import { definitionOf, finishedItem, noInputs } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';

const definition = await definitionOf('msa');
const data = { initial_protein_sequences: ['MKTAYIAK', { sequence: 'acdx', cyclic: true }] };

test('the format is colabfold by default; what is stored validates against the public schema', () => {
  expect(definition.defaults()).toEqual({ initial_protein_sequences: [], output_formats: ['colabfold'] });
  const prepared = definition.prepare({ initial_protein_sequences: ['MKT'] }, noInputs);
  expect(validatePublic('msa', prepared)).toEqual([]);
  expect(definition.capabilities(prepared)).toEqual(['msa']);
});

test('letters outside the protein alphabet, no sequence and no format are refused in words', () => {
  const problems = (more: object) => definition.problems({ ...data, ...more }, noInputs, null);
  expect(problems({})).toEqual([]);
  expect(problems({ initial_protein_sequences: ['MKB'] })[0]).toMatchObject({
    field: 'initial_protein_sequences.0',
    detail: expect.stringContaining('Position 3: "B"'),
  });
  expect(problems({ initial_protein_sequences: [] })[0]?.field).toBe('initial_protein_sequences');
  expect(problems({ output_formats: [] })[0]).toEqual({
    field: 'output_formats',
    detail: 'Choose at least one output format.',
  });
  expect(problems({ output_formats: ['fasta'] })[0]?.detail).toContain('colabfold, chai, boltz');
});

test('the tabs are sequences and info, and the sequences are in the table', () => {
  const item = finishedItem('msa', data);
  expect(definition.tabs(item, new Map()).map(({ title }) => title)).toEqual(['sequences', 'info']);
  const [table] = definition.tables(item, new Map());
  expect(table?.columns.map(({ title }) => title)).toEqual(['Sequence', 'Kind', 'Length', 'Letters']);
  expect([...(table?.columns[3]?.values ?? [])]).toEqual(['MKTAYIAK', 'ACDX']);
  expect([...(table?.columns[1]?.values ?? [])]).toEqual(['Protein', 'Protein, cyclic']);
  expect(citationsOf(definition, data).map(({ id }) => id)).toContain('hmmer');
});
