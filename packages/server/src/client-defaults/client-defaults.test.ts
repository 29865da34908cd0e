import { expect, test } from 'vitest';
import { clientDefaults, defaultsOf, knownClients } from './client-defaults.ts';

test('each capture says which client it is of', () => {
  expect(clientDefaults.map(({ client }) => client)).toEqual(knownClients);
});

test('what either client sends by itself is a default, and so is what was left out', () => {
  const isDefault = defaultsOf('basic_calculation');
  const level = (method: string, more: object = {}) => ({ settings: { method, tasks: ['energy'], ...more } });
  for (const method of ['uma_m_omol', 'omol25_conserving_s', 'OMOL25_CONSERVING_S']) {
    expect(isDefault('settings.method', level(method)), method).toBe(true);
    expect(isDefault('settings.engine', level(method, { engine: 'omol25' })), method).toBe(true);
  }
  expect(isDefault('settings.method', {})).toBe(true);
  expect(isDefault('settings.method', level('gfn2_xtb'))).toBe(false);
  expect(isDefault('settings.method', level('aimnet2_wb97md3'))).toBe(false);
});

test('the name of a default with another basis set, correction or solvent model is a choice', () => {
  const isDefault = defaultsOf('electronic_properties');
  const level = (more: object) => ({ settings: { method: 'b97_3c', basis_set: { name: 'def2-mTZVP' }, ...more } });
  expect(isDefault('settings.method', level({}))).toBe(true);
  expect(isDefault('settings.method', level({ basis_set: { name: 'def2-SVP' } }))).toBe(false);
  expect(isDefault('settings.method', level({ corrections: ['d4'] }))).toBe(false);
  const solvent = (model: string) => ({
    multistage_opt_settings: {
      singlepoint_settings: { method: 'g_xtb', solvent_settings: { solvent: 'water', model } },
    },
  });
  const place = 'multistage_opt_settings.singlepoint_settings.solvent_settings.model';
  expect(defaultsOf('strain')(place, solvent('cpcmx'))).toBe(true);
  expect(defaultsOf('strain')(place, solvent('smd'))).toBe(false);
});

test('a mode is a default only where the client sends it unasked; what it fills in beside a chosen mode is nobody’s choice', () => {
  const isDefault = defaultsOf('redox_potential');
  expect(isDefault('mode', { mode: 'rapid' })).toBe(true);
  expect(isDefault('mode', { mode: 'careful' })).toBe(false);
  const chosen = { mode: 'careful', multistage_opt_settings: { singlepoint_settings: { method: 'wb97x_3c' } } };
  expect(isDefault('multistage_opt_settings.singlepoint_settings.method', { ...chosen, mode: 'rapid' })).toBe(false);
});
