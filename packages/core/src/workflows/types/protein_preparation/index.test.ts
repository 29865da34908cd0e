import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem, noInputs } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import { substituted } from '../../parts/levels/substitution.ts';
import definition from './index.ts';

const protein = '20cb6204-7d1d-4dd2-a05c-85edaf373ccc';
const made = '126cfd8c-ebc7-581f-b131-4d076eb7e0f4';
const here = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['protein_preparation', 'stored_protein_preparation'],
  methods: {},
});

describe('settings', () => {
  test('what the public client sends: PDBFixer builds in place of Boltz-2, and all of it fits the public schema', () => {
    const sent = {
      protein,
      add_missing_method: 'boltz_2',
      cap_residues: 'ace_nme',
      protonation_method: 'openmm',
      pH: 7.4,
    };
    const { data, replacements } = substituted(definition, sent, here);
    expect(replacements.map(({ text }) => text)).toEqual(['Boltz-2 is not installed here; computed with PDBFixer']);
    expect(definition.problems(data, noInputs, here)).toEqual([]);
    const prepared = definition.prepare(data, noInputs, here);
    expect(prepared).toMatchObject({
      add_missing_method: 'pdbfixer',
      retain_non_polymer: { NA: null, CL: null, MG: null },
    });
    expect(definition.capabilities(prepared)).toEqual(['protein_preparation', 'stored_protein_preparation']);
    expect(differencesFromPublic('protein_preparation', { ...prepared, prepared_protein: made })).toEqual({
      unexpected: [],
      unused: [],
    });
  });
  test('an empty choice of the form is none', () => {
    expect(definition.prepare({ protein, add_missing_method: '', cap_residues: '' }, noInputs)).toMatchObject({
      add_missing_method: null,
      cap_residues: null,
    });
  });
  const details = (data: WorkflowData) =>
    definition
      .problems({ protein, add_missing_method: 'pdbfixer', ...data }, noInputs, here)
      .map(({ field, detail }) => `${field}: ${detail}`);
  test('what does not go together is refused with its field', () => {
    expect(details({})).toEqual([]);
    expect(definition.problems({}, noInputs, null).map(({ field }) => field)).toContain('protein');
    expect(details({ add_missing_method: null })[0]).toMatch(/^cap_residues: Caps are built with what is missing/);
    expect(details({ pH: 15 })).toEqual(['pH: The pH must be from 0 to 14, not 15.']);
    expect(details({ sequence_overrides: { A: ' ' } })).toEqual([
      'sequence_overrides.A: The sequence of chain A is empty.',
    ]);
    expect(details({ protonation_method: 'protonate_utils', cap_residues: null })[0]).toMatch(
      /^protonation_method: .*PROPKA/,
    );
    expect(details({ add_missing_method: 'boltz_2' })[0]).toMatch(
      /^add_missing_method: Boltz-2 cannot .* Choose PDBFixer\.$/,
    );
  });
});

describe('results', () => {
  const preparation = {
    after: { residues: 14, hydrogens: 120, heterogens: 1, waters: 0 },
    added_hydrogens: 120,
    built_residues: [{ residue: 'A.61', name: 'ASN' }],
    caps: [
      { residue: 'A.55', name: 'ACE' },
      { residue: 'A.68', name: 'NME' },
    ],
    open_gaps: [{ residues: 'B.3 to B.40', count: 38, reason: 'a loop of more than 20 residues cannot be guessed' }],
    added_atoms: [{ residue: 'A.58', name: 'GLU', atoms: ['CD', 'OE1', 'OE2'] }],
    removed: {
      waters: 3,
      heterogens: Array.from({ length: 22 }, (_, n) => ({ residue: `A.${300 + n}`, name: 'SO4' })),
    },
    titration: [{ residue: 'A.58', name: 'GLU', pka: 4.5, state: 'GLU', chosen: 'pka' }],
  };
  const item = finishedItem(
    'protein_preparation',
    { protein, prepared_protein: made },
    { provenance: { preparation } },
  );
  test('the report lists what was done, and the states with their pKa', () => {
    const [changes, states] = definition.tables(item, new Map());
    const rows = [0, 1, 2, 3, 4, 5, 6].map((row) => changes?.columns.map(({ values }) => values[row]));
    expect(rows).toEqual([
      ['Residues built', 1, 'ASN A.61'],
      ['Ends capped', 2, 'ACE A.55, NME A.68'],
      ['Gaps left open', 1, 'B.3 to B.40: a loop of more than 20 residues cannot be guessed'],
      ['Heavy atoms added', 3, 'GLU A.58 (CD, OE1, OE2)'],
      ['Hydrogens added', 120, null],
      ['Ligands and ions removed', 22, expect.stringMatching(/SO4 A\.319 and 2 more$/)],
      ['Waters removed', 3, null],
    ]);
    expect(states?.columns.map(({ values }) => values[0])).toEqual(['GLU A.58', 4.5, 'GLU', 'pKa in this structure']);
  });
  test('the new protein is shown, with the given one beside it, and the headline says what was built', () => {
    expect(definition.structures(item).map(({ id, name }) => [id, name])).toEqual([
      [made, 'Prepared protein'],
      [protein, 'Before preparation'],
    ]);
    expect(definition.headline(item, new Map(), () => null)).toMatchObject({
      values: [
        { of: 'number_of_residues', unit: 'residues' },
        { of: 'added_hydrogens', title: 'Hydrogens added at pH 7.4' },
      ],
      sentence: 'One missing residue and 3 other heavy atoms were built. One gap stays open.',
    });
    expect(definition.values(item, new Map()).map(({ path, value }) => [path, value])).toEqual([
      ['number_of_residues', 14],
      ['added_hydrogens', 120],
      ['built_residues', 1],
      ['added_heavy_atoms', 3],
    ]);
    expect(citationsOf(definition, { protonation_method: 'propka_3' }).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['pdbfixer', 'openmm', 'propka']),
    );
  });
});
