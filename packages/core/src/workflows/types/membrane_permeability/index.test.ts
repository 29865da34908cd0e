import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import { substituted } from '../../parts/levels/substitution.ts';
import permeability from './index.ts';

const report = (...more: string[]) =>
  z.parse(MethodReport, { workers: 1, capabilities: ['membrane_permeability', ...more], methods: {} });
const smiles = { molecule: null, smiles: 'CCO' };
const molecule = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0] },
    { atomic_number: 1, position: [0.96, 0, 0] },
    { atomic_number: 1, position: [-0.24, 0.93, 0] },
  ],
});
const sent = { initial_smiles: 'CCO', membrane_permeability_method: 'chemprop_ohlsson2025', energy_profile: [] };

test('the default of the public client is replaced where PyPermm is, and refused in a sentence where it is not', () => {
  const here = report('pypermm');
  const { data, replacements } = substituted(permeability, sent, here);
  expect(data).toMatchObject({ membrane_permeability_method: 'pypermm' });
  expect(replacements.map(({ text }) => text)).toEqual([
    'Chemprop (Ohlsson 2025) is not installed here; computed with PyPermm',
  ]);
  expect(permeability.problems(data, smiles, here)).toEqual([]);
  expect(permeability.capabilities(permeability.prepare(data, smiles))).toEqual(['membrane_permeability', 'pypermm']);
  const details = permeability.problems({ ...sent, membrane_permeability_method: 'pypermm' }, smiles, report());
  expect(details.map(({ detail }) => detail).join()).toMatch(/PyPermm on a worker, which takes Python 3.12/);
});

test('a structure goes to PyPermm alone, and only with elements that it knows', () => {
  const given = { molecule, smiles: null };
  const fields = (data: object, inputs: object) =>
    permeability
      .problems(data as never, inputs as never, report('pypermm', 'chemprop_permeability'))
      .map(({ field }) => field);
  expect(fields({ membrane_permeability_method: 'pypermm' }, given)).toEqual([]);
  expect(fields({ membrane_permeability_method: 'chemprop_ohlsson2025' }, given)).toEqual([
    'membrane_permeability_method',
  ]);
  const silane = { ...molecule, atoms: [{ atomic_number: 14, position: [0, 0, 0] }] };
  expect(fields({ membrane_permeability_method: 'pypermm' }, { molecule: silane, smiles: null })).toHaveLength(1);
});

test('what is written fits the public schema, with a table of membranes and the profile', () => {
  const data = {
    ...{ initial_smiles: 'CCO', membrane_permeability_method: 'pypermm', caco_2_logP: -4.5, blm_logP: -2.1 },
    ...{
      pampa_logP: -3.2,
      plasma_logP: -3.9,
      bbb_logP: -3.4,
      energy_profile: [
        [-10, 0.5],
        [10, 0.5],
      ],
    },
  };
  expect(differencesFromPublic('membrane_permeability', data, [])).toEqual({ unexpected: [], unused: [] });
  const item = finishedItem('membrane_permeability', data);
  const [table, profile] = permeability.tables(item, new Map());
  expect(table?.columns.map(({ values }) => [...values])).toEqual([
    ['Blood-brain barrier', 'Caco-2 cells', 'PAMPA', 'Black lipid membrane', 'Plasma membrane'],
    [-3.4, -4.5, -3.2, -2.1, -3.9],
  ]);
  expect(profile?.columns.map(({ title, unit, values }) => [title, unit, ...values])).toEqual([
    ['Distance from the middle', 'Å', -10, 10],
    ['Transfer energy', 'kcal/mol', 0.5, 0.5],
  ]);
  expect(permeability.values(item, new Map())[0]).toMatchObject({
    path: 'bbb_logP',
    value: -3.4,
    remark: 'no accuracy is known',
    method: 'PyPermm',
  });
  expect(citationsOf(permeability, {}).map(({ id }) => id)).toEqual(['pypermm', 'permm']);
});
