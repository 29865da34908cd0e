import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { WorkflowItem } from '../../../entities/workflow-item.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import irc from './index.ts';

const cyanide = (x: number, energy: number | null = null) =>
  z.parse(Molecule, {
    charge: 0,
    multiplicity: 1,
    energy,
    atoms: [
      { atomic_number: 6, position: [0, 0, 0] },
      { atomic_number: 7, position: [0, 0, 1.19] },
      { atomic_number: 1, position: [x, 0, 0.5] },
    ],
  });
const inputs = { molecule: cyanide(1.2), smiles: null };
const gfn2 = { settings: { method: 'gfn2_xtb' } };

describe('submission', () => {
  test('the defaults of an empty form', () => {
    expect(irc.defaults()).toMatchObject({
      mode: 'manual',
      preopt: true,
      step_size: 0.05,
      max_irc_steps: 30,
      solvent: null,
    });
    expect(irc.limits({})).toMatchObject({ constraints: false, transitionState: true, periodic: false });
  });

  test('modes expand to their level; manual keeps the given one; what is prepared fits the public schema', () => {
    const prepared = (data: object) => irc.prepare(data as Record<string, unknown>, inputs);
    expect(prepared({ mode: 'rapid', solvent: 'water' })).toMatchObject({
      settings: { method: 'gfn2_xtb', engine: 'xtb', solvent_settings: { solvent: 'water', model: 'alpb' } },
    });
    expect(prepared({ mode: 'rapid', solvent: '' })).toMatchObject({ solvent: null });
    expect(prepared({ mode: 'careful' })).toMatchObject({ settings: { method: 'r2scan_3c', solvent_settings: null } });
    expect(prepared({ mode: 'meticulous', solvent: 'water' })).toMatchObject({
      settings: { method: 'wb97x_3c', solvent_settings: { model: 'cpcm' } },
    });
    const manual = prepared({ settings: { method: 'gfn2_xtb', solvent_settings: { solvent: 'toluene' } } });
    expect(manual).toMatchObject({
      mode: 'manual',
      solvent: null,
      settings: { method: 'gfn2_xtb', solvent_settings: { solvent: 'toluene', model: 'alpb' } },
    });
    for (const data of [{}, { mode: 'rapid' }, { mode: 'careful' }, { mode: 'meticulous' }, gfn2]) {
      const stored = { ...prepared(data), messages: [], initial_molecule: inputs.molecule };
      expect(differencesFromPublic('irc', stored)).toEqual({ unexpected: [], unused: [] });
    }
    expect(irc.capabilities(manual)).toEqual(['irc', 'xtb']);
  });

  test('reckless is not allowed, and a resubmission of one falls back to manual', () => {
    expect(irc.problems({ mode: 'reckless' }, inputs, null)).toEqual([
      {
        field: 'mode',
        detail: 'Change mode ("reckless"): this mode is not offered. Available: manual, rapid, careful, meticulous.',
      },
    ]);
    const { value, changes } = irc.resubmit({ mode: 'reckless' }, null);
    expect(value.mode).toBe('manual');
    expect(changes).toMatchObject([{ what: 'mode', kind: 'replaced', from: 'reckless', to: 'manual' }]);
  });

  test.each([
    [{ step_size: 0.2 }, 'step_size', 'The step size is between 0.001 and 0.1 Å; this is 0.2 Å.'],
    [{ step_size: 0.0005 }, 'step_size', 'The step size is between 0.001 and 0.1 Å; this is 0.0005 Å.'],
    [
      { settings: { method: 'gfn2_xtb', opt_settings: { constraints: [{ constraint_type: 'bond', atoms: [1, 2] }] } } },
      'settings.opt_settings.constraints',
      'An intrinsic reaction coordinate takes no constraints; remove them.',
    ],
    [{ settings: { method: 'skala' } }, 'settings.method', 'Skala does not offer gradient.'],
    [
      { solvent: 'water' },
      'solvent',
      'In manual mode the solvent is part of the settings (settings.solvent_settings). Choose it there and leave this one empty.',
    ],
    [{ mode: 'rapid', solvent: 'honey' }, 'solvent', 'The solvent "honey" is not known.'],
    [{ max_irc_steps: 0 }, 'max_irc_steps', 'max_irc_steps: must be at least 1 (found 0).'],
  ])('%j is refused', (data, field, detail) => {
    expect(irc.problems(data, inputs, null)).toEqual([{ field, detail }]);
  });

  test('the warning before submit has its exact title', () => {
    expect(irc.notices({}, inputs, null)).toMatchObject([
      { kind: 'warning', title: 'IRC Calculations Have a High Failure Rate' },
    ]);
    const [notice] = irc.notices({}, inputs, null);
    expect(notice?.body).toMatch(/transition state.*take long.*Give the result of a transition-state optimization/);
    expect(notice?.body).not.toContain('support');
  });

  test('a mode whose method is missing here is greyed, and manual mode is offered instead', () => {
    const report = z.parse(MethodReport, {
      workers: 1,
      capabilities: ['irc', 'xtb'],
      methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
    });
    const field = irc.fields.find(({ path }) => path === 'mode');
    const options = field?.kind === 'select' ? field.options({}, report) : [];
    expect(options.map(({ value, unavailable }) => [value, unavailable === undefined])).toEqual([
      ['manual', true],
      ['rapid', true],
      ['careful', false],
      ['meticulous', false],
    ]);
    const [offer] = irc.offers({ mode: 'careful' }, report);
    expect(offer).toMatchObject({ field: 'mode', action: 'Use GFN2-xTB in manual mode' });
    expect(irc.problems({ mode: 'careful' }, inputs, report)).toMatchObject([{ field: 'mode' }]);
    expect(irc.problems(offer?.apply({ mode: 'careful' }) ?? {}, inputs, report)).toEqual([]);
  });

  test('works to cite', () => {
    const ids = citationsOf(irc, gfn2).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['gfn2_xtb', 'irc', 'geometric']));
    expect(citationsOf(irc, { ...gfn2, preopt: false }).map(({ id }) => id)).not.toContain('geometric');
  });
});

describe('results', () => {
  const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  const item = z.parse(WorkflowItem, {
    uuid: id(9),
    parent_uuid: id(8),
    created_at: '2026-01-01T00:00:00Z',
    name: 'HCN',
    object_type: 'irc',
    object_status: 2,
    object_data: {
      ...gfn2,
      initial_molecule: inputs.molecule,
      starting_TS: id(0),
      irc_forward: [id(1), id(2)],
      irc_backward: [id(3), id(4)],
    },
  });
  const molecules = new Map([
    [id(0), [cyanide(1.2, -5.4)]],
    [id(1), [cyanide(1.25, -5.41)]],
    [id(2), [cyanide(1.3, -5.42)]],
    [id(3), [cyanide(1.15, -5.405)]],
  ]);

  test('structures run from the far backward end over the transition state to the far forward end', () => {
    expect(irc.structures(item).map(({ id: calculation, name }) => [calculation, name])).toEqual([
      [id(4), 'IRC Backward Step 2'],
      [id(3), 'IRC Backward Step 1'],
      [id(0), 'Transition State'],
      [id(1), 'IRC Forward Step 1'],
      [id(2), 'IRC Forward Step 2'],
    ]);
    expect(irc.tabs(item, molecules)).toEqual([
      { id: 'irc', title: 'IRC' },
      { id: 'info', title: 'info' },
    ]);
  });

  test('energies are relative to the transition state, the path is measured; what was not read is blank', () => {
    const [table] = irc.tables(item, molecules);
    const column = (name: string) => [...(table?.columns.find((each) => each.id === name)?.values ?? [])];
    expect(column('step')).toEqual([-2, -1, 0, 1, 2]);
    expect(column('relative_energy')).toEqual([
      Number.NaN,
      expect.closeTo(-3.138, 3),
      0,
      expect.closeTo(-6.275, 3),
      expect.closeTo(-12.55, 2),
    ]);
    expect(column('path_length')).toEqual([
      Number.NaN,
      expect.closeTo(-0.05),
      0,
      expect.closeTo(0.05),
      expect.closeTo(0.1),
    ]);
    expect(table?.structures).toEqual([id(4), id(3), id(0), id(1), id(2)]);
    // An IRC has no single points to refine with: another method follows the path.
    expect(written(table?.notes)).toEqual([
      expect.stringMatching(/^GFN2-xTB is not designed for barriers.*Follow the path with r²SCAN-3c/),
    ]);
    const fresh = { ...item, object_data: { initial_molecule: inputs.molecule } };
    expect(irc.tables(fresh, molecules)[0]).toMatchObject({
      length: 0,
      empty: 'No step of the path has finished yet.',
    });
    expect(irc.structures(fresh).map(({ name }) => name)).toEqual(['Initial Structure']);
  });
});
