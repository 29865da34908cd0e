import { methodExtensions } from '@cuvette/core/methods';
import { expect, test } from 'vitest';
import { water } from '../testing/water.ts';
import { olderData, publicData } from './public-data.ts';

const item = (object_type: string, object_data: Record<string, unknown>) => ({
  object_type,
  object_data,
  object_status: 2,
});
const level = (method: string) => ({ method, tasks: ['energy'] });

test('a replaced method says what was requested; what ran is in the message that the item has already', () => {
  const messages = [{ type: 'info', title: 'Replaced', body: 'OMol25 is not installed here; computed with GFN2-xTB.' }];
  const shown = publicData(item('basic_calculation', { settings: level('gfn2_xtb'), messages }), {
    'settings.method': 'omol25_conserving_s',
    'settings.engine': null,
  });
  expect(shown).toMatchObject({ settings: { method: 'omol25_conserving_s' }, messages });
});

test('lists stay those that ran, for the results are of them', () => {
  const ran = { solubility_method: 'esol_crippen', solvents: ['O'], temperatures: [298.15], messages: [] };
  const requested = { solubility_method: 'fastsolv', solvents: ['CCO', 'CC#N'], temperatures: [273.15] };
  const shown = publicData(item('solubility', ran), requested);
  expect(shown).toMatchObject({ solubility_method: 'fastsolv', solvents: ['O'], temperatures: [298.15] });
});

test.each(methodExtensions.filter(({ enumeration }) => enumeration !== 'method'))(
  '$value of $type is never sent under its own name, and never silently',
  ({ type, enumeration, value, title }) => {
    const shown = publicData(item(type, { [enumeration]: value }), {});
    expect(JSON.stringify({ ...shown, messages: [] })).not.toContain(value);
    expect(JSON.stringify(shown?.messages)).toContain(JSON.stringify(title).slice(1, -1));
  },
);

test('a level that the public models do not know gives way to the default, with a message in front', () => {
  const chain = { optimization_settings: [level('mmff94')] };
  const shown = publicData(item('conformer_search', { multistage_opt_settings: chain, messages: [] }), {});
  expect(JSON.stringify(shown?.multistage_opt_settings)).not.toContain('mmff94');
  expect(shown?.messages).toMatchObject([{ type: 'info', body: expect.stringMatching(/^Computed with MMFF94, /) }]);
});

test('a permeability has the one input that its method takes: the SMILES that was sent, or the structure', () => {
  const molecule = { ...water, smiles: 'O' };
  const ran = { initial_molecule: molecule, membrane_permeability_method: 'pypermm', bbb_logP: -3.4 };
  const requested = { membrane_permeability_method: 'chemprop_ohlsson2025' };
  const ofSmiles = publicData(item('membrane_permeability', ran), requested);
  expect(ofSmiles).toMatchObject({ ...requested, initial_smiles: 'O', bbb_logP: -3.4 });
  expect(ofSmiles).not.toHaveProperty('initial_molecule');
  const ofStructure = publicData(item('membrane_permeability', { ...ran, initial_smiles: '' }), {});
  expect(ofStructure).toMatchObject(ran);
  expect(ofStructure).not.toHaveProperty('initial_smiles');
});

test('missing numbers are left out where numbers are wanted', () => {
  const descriptors = { ABC: 7.5, SpMax: null, charges: [0.1, null] };
  const kept = { ABC: 7.5, charges: [0.1, null] };
  expect(publicData(item('descriptors', { descriptors }), {})).toMatchObject({ descriptors: kept });
  expect(publicData(item('descriptors', { descriptors }), {})?.descriptors).not.toHaveProperty('SpMax');
  expect(olderData(item('descriptors', { descriptors, mode: 'auto' }))).toEqual({ descriptors: kept, mode: 'rapid' });
});
