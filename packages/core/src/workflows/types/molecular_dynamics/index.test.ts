import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Molecule } from '../../../entities/molecule.ts';
import { ItemProvenance } from '../../../entities/provenance.ts';
import { WorkflowItem } from '../../../entities/workflow-item.ts';
import { writtenMolecule } from '../../../entities/write-molecule.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { citationsOf } from '../../citations/citations.ts';
import dynamics from './index.ts';

const water = (more: object = {}) =>
  z.parse(Molecule, {
    charge: 0,
    multiplicity: 1,
    atoms: [
      { atomic_number: 8, position: [0, 0, 0.1173] },
      { atomic_number: 1, position: [0, 0.7572, -0.4692] },
      { atomic_number: 1, position: [0, -0.7572, -0.4692] },
    ],
    ...more,
  });
const cell = {
  lattice_vectors: [
    [9, 0, 0],
    [0, 9, 0],
    [0, 0, 9],
  ],
};
const mode = { frequency: 1600, reduced_mass: 1, force_constant: 1, displacements: [] };
const of = (molecule: Molecule) => ({ molecule, smiles: null });

describe('submission', () => {
  test('the defaults of an empty form', () => {
    expect(dynamics.defaults()).toMatchObject({
      mode: 'auto',
      settings: {
        ensemble: 'nvt',
        initialization: 'random',
        timestep: 1,
        num_steps: 500,
        save_interval: 10,
        temperature: 300,
        pressure: null,
        langevin_thermostat_timescale: 100,
        berendsen_barostat_timescale: 1000,
        confining_constraint: null,
        constraints: [],
      },
      calc_settings: { method: 'omol25_conserving_s', engine: 'omol25' },
    });
    expect(dynamics.limits({})).toMatchObject({ periodic: true });
    expect(dynamics.problems({}, of(water()), null)).toEqual([]);
  });

  test('what is prepared fits the public schema, with and without springs and a sphere', () => {
    const springs = [{ atoms: [1, 2], force_constant: 50, equilibrium: 1 }];
    for (const settings of [{}, { confining_constraint: { confining_radius: 4 }, constraints: springs }]) {
      const stored = dynamics.prepare({ settings }, of(water()));
      const whole = { ...stored, messages: [], initial_molecule: writtenMolecule(water()) };
      expect(differencesFromPublic('molecular_dynamics', whole)).toEqual({ unexpected: [], unused: [] });
      expect(stored).toMatchObject({ calc_engine: 'omol25', calc_settings: { mode: 'rapid' }, frames: [] });
      expect(dynamics.capabilities(stored)).toEqual(['molecular_dynamics', 'omol25']);
    }
    expect(
      dynamics.prepare({ settings: { confining_constraint: { confining_radius: 4 } } }, of(water())),
    ).toMatchObject({
      settings: { confining_constraint: { confining_radius: 4, force_constant: 10 } },
    });
  });

  test.each([
    [{ timestep: 0.4 }, 'timestep', 'The time step is between 0.5 and 5 fs; this is 0.4 fs.'],
    [{ timestep: 6 }, 'timestep', 'The time step is between 0.5 and 5 fs; this is 6 fs.'],
    [
      { num_steps: 100_010, save_interval: 10 },
      'save_interval',
      '10001 frames would be saved, at most 10000 are; save one every 11 steps or more.',
    ],
    [{ num_steps: 5 }, 'save_interval', 'No frame would be saved: one every 10 steps, of 5 steps.'],
    [{ ensemble: 'npt', pressure: 1 }, 'ensemble', 'NPT is for periodic systems only; this structure has no cell.'],
    [
      { initialization: 'quasiclassical' },
      'initialization',
      'Quasiclassical velocities need the frequencies of the structure; start from a calculation that computed them.',
    ],
    [{ initialization: 'read' }, 'initialization', 'The structure has no velocities to read; choose another start.'],
    [
      { constraints: [{ atoms: [1, 9], force_constant: 50, equilibrium: 1 }] },
      'constraints.0.atoms',
      'There is no atom 9: the molecule has 3 atoms.',
    ],
    [
      { constraints: [{ atoms: [2, 2], force_constant: 50, equilibrium: 1 }] },
      'constraints.0.atoms',
      'An atom occurs twice in the spring (2, 2).',
    ],
    [{ temperature: 0 }, 'temperature', expect.stringContaining('settings.temperature')],
  ])('%j is refused for a molecule', (settings, field, detail) => {
    expect(dynamics.problems({ settings }, of(water()), null)).toEqual([{ field: `settings.${field}`, detail }]);
  });

  test('what a structure carries makes the starts possible; 10 000 frames are just taken', () => {
    const passes = (settings: object, more: object) =>
      expect(dynamics.problems({ settings }, of(water(more)), null)).toEqual([]);
    passes({ initialization: 'quasiclassical' }, { vibrational_modes: [mode] });
    passes(
      { initialization: 'read' },
      {
        velocities: [
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
      },
    );
    passes({ ensemble: 'npt', pressure: 1 }, { cell });
    passes({ num_steps: 100_000, save_interval: 10 }, {});
  });

  test('a periodic system takes NPT with a pressure and no confining sphere', () => {
    const settings = { ensemble: 'npt', confining_constraint: { confining_radius: 4 } };
    expect(dynamics.problems({ settings }, of(water({ cell })), null)).toEqual([
      { field: 'settings.pressure', detail: 'NPT needs a pressure.' },
      {
        field: 'settings.confining_constraint',
        detail: 'A periodic system takes no confining sphere; remove it.',
      },
    ]);
  });

  test('NPT without a pressure is offered 1 atm, which is all that it lacks', () => {
    const data = { settings: { ensemble: 'npt' } };
    expect(dynamics.offers({ settings: { ensemble: 'nvt' } }, null)).toEqual([]);
    const [offer, ...more] = dynamics.offers(data, null);
    expect(offer).toMatchObject({ field: 'settings.pressure', text: 'NPT needs a pressure.', action: 'Use 1 atm' });
    expect(more).toEqual([]);
    const taken = offer?.apply(data) ?? {};
    expect(taken).toEqual({ settings: { ensemble: 'npt', pressure: 1 } });
    expect(dynamics.offers(taken, null)).toEqual([]);
    expect(dynamics.problems(taken, of(water({ cell })), null)).toEqual([]);
  });

  test('pressure and barostat are asked for NPT only', () => {
    const shown = (ensemble: string) =>
      dynamics.fields
        .filter((field) => field.shown?.({ settings: { ensemble } }) ?? true)
        .map(({ path }) => path)
        .filter((path) => /pressure|thermostat|barostat/.test(path));
    expect(shown('nve')).toEqual([]);
    expect(shown('nvt')).toEqual(['settings.langevin_thermostat_timescale']);
    expect(shown('npt')).toHaveLength(3);
  });

  test('works to cite', () => {
    const ids = citationsOf(dynamics, { calc_settings: { method: 'gfn2_xtb' } }).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['gfn2_xtb', 'langevin']));
    expect(ids).not.toContain('berendsen');
  });
});

describe('results', () => {
  const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  const frame = (index: number, potential_energy: number, calculation: string | null) => ({
    index,
    calculation_uuid: calculation,
    pressure: 1,
    temperature: 300 + index,
    volume: 729,
    potential_energy,
    kinetic_energy: 2,
    energy: potential_energy + 2,
  });
  const item = (molecule: Molecule) =>
    z.parse(WorkflowItem, {
      uuid: id(9),
      parent_uuid: id(8),
      created_at: '2026-01-01T00:00:00Z',
      name: 'Water',
      object_type: 'molecular_dynamics',
      object_status: 2,
      object_data: {
        initial_molecule: molecule,
        settings: { timestep: 0.5, save_interval: 20 },
        frames: [frame(0, -3181, id(1)), frame(1, -3180.5, null), frame(2, -3179, id(3))],
      },
    });

  test('tabs, structures and the frames by time', () => {
    const run = item(water());
    expect(dynamics.tabs(run, new Map())).toEqual([
      { id: 'frames', title: 'MD Frames' },
      { id: 'info', title: 'info' },
    ]);
    expect(dynamics.structures(run).map(({ name }) => name)).toEqual(['Step 1', 'Step 3']);
    const [table] = dynamics.tables(run, new Map());
    const column = (name: string) => [...(table?.columns.find((each) => each.id === name)?.values ?? [])];
    expect(column('time')).toEqual([0, 10, 20]);
    expect(column('temperature')).toEqual([300, 301, 302]);
    expect(column('relative_potential_energy')).toEqual([0, 0.5, 2]);
    expect(column('total_energy')).toEqual([-3179, -3178.5, -3177]);
    expect(table?.columns.filter(({ unit }) => unit === 'kcal/mol')).toHaveLength(4);
    expect(table?.structures).toEqual([id(1), null, id(3)]);
  });

  test('mean temperature, drift of the energy, and the distances of each pair of elements', () => {
    const run = item(water());
    const values = new Map(dynamics.values(run, new Map()).map(({ path, value }) => [path, value]));
    expect(values.get('mean_temperature')).toBe(301);
    // 2 kcal/mol in 0.02 ps, over three atoms.
    expect(values.get('energy_drift')).toBeCloseTo(100 / 3 / 627.509474, 6);
    const pairs = [
      { pair: 'H–H', values: [0, 2] },
      { pair: 'H–O', values: [4, 0] },
    ];
    const provenance = z.parse(ItemProvenance, {
      radial_distribution: { quantity: 'density', distances: [0.95, 1.5], pairs },
    });
    const table = dynamics.tables({ ...run, provenance }, new Map())[1];
    expect(table).toMatchObject({ id: 'radial_distribution', length: 4 });
    expect([...(table?.columns.find(({ id }) => id === 'radial')?.values ?? [])]).toEqual([0, 2, 4, 0]);
  });

  test('pressure and volume stand for periodic systems only', () => {
    const columns = (molecule: Molecule) =>
      dynamics.tables(item(molecule), new Map())[0]?.columns.map((column) => [column.id, column.unit]);
    expect(columns(water())).not.toContainEqual(['volume', 'Å³']);
    expect(columns(water({ cell }))).toEqual(
      expect.arrayContaining([
        ['pressure', 'atm'],
        ['volume', 'Å³'],
      ]),
    );
  });

  test('a finished item fits the public schema as it is, and a fresh one has no frames', () => {
    const run = item(water());
    expect(dynamics.misfits(run.object_data)).toEqual([]);
    const stored = dynamics.prepare({ settings: { timestep: 0.5 } }, of(water()));
    const whole = {
      ...stored,
      messages: [],
      initial_molecule: writtenMolecule(water()),
      frames: run.object_data?.frames,
    };
    expect(differencesFromPublic('molecular_dynamics', whole)).toEqual({ unexpected: [], unused: [] });
    const fresh = { ...run, object_data: { initial_molecule: water() } };
    expect(dynamics.tables(fresh, new Map())[0]).toMatchObject({ length: 0, empty: 'No frame has been saved yet.' });
    expect(dynamics.structures(fresh).map(({ name }) => name)).toEqual(['Initial Structure']);
  });
});
