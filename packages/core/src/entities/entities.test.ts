import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  Calculation,
  CalculationSummary,
  Folder,
  FolderContents,
  isCalculationFinished,
  isFinished,
  itemLabels,
  itemMessages,
  Molecule,
  modes,
  resolvedMode,
  Settings,
  status,
  statusName,
  statusPhrase,
  totalEnergies,
  WorkflowItem,
  withModeThresholds,
} from './index.ts';

const uuid = 'e0411d80-f685-5b60-aa05-be2229108bba';
const item = (more: object = {}) =>
  z.parse(WorkflowItem, {
    uuid,
    name: 'n',
    created_at: '2026-01-01T00:00:00Z',
    object_status: status.running,
    object_type: 'basic_calculation',
    parent_uuid: uuid,
    ...more,
  });
const codes = [0, 1, 2, 3, 4, 5, 6];

describe('status', () => {
  test('codes 0 to 6 with their names and phrases; awaiting queue is shown as queued', () => {
    expect(status).toEqual({ queued: 0, running: 1, completed: 2, failed: 3, stopped: 4, awaitingQueue: 5, draft: 6 });
    expect(codes.map(statusName)).toEqual(['Queued', 'Running', 'Completed', 'Failed', 'Stopped', 'Queued', 'Draft']);
    expect(codes.map(statusPhrase)).toEqual([
      'queued',
      'running',
      'completed',
      'failed',
      'stopped',
      'queued',
      'is saved as a draft',
    ]);
    expect([statusName(7), statusPhrase(-1)]).toEqual(['Unknown', 'has an unknown status']);
  });
  test('a workflow is finished when completed, failed or stopped', () => {
    expect(codes.filter(isFinished)).toEqual([2, 3, 4]);
  });
  test('a calculation is finished above 1', () => {
    expect(codes.filter(isCalculationFinished)).toEqual([2, 3, 4, 5, 6]);
  });
});

test('labels: Ancestor Shared only when not itself shared, Email When Complete only while unfinished', () => {
  expect(itemLabels(item())).toEqual(['Running']);
  expect(itemLabels(item({ stopping: true }))).toEqual(['Stopping']);
  // What has ended has been stopped, whatever was asked before.
  expect(itemLabels(item({ stopping: true, object_status: 2 }))).toEqual(['Completed']);
  expect(itemLabels(item({ public: true, ancestor_is_public: true }))).toEqual(['Running', 'Shared']);
  expect(itemLabels(item({ ancestor_is_public: true, starred: true }))).toEqual([
    'Running',
    'Ancestor Shared',
    'Starred',
  ]);
  for (const object_status of codes) {
    expect(itemLabels(item({ email_when_complete: true, object_status })).includes('Email When Complete')).toBe(
      !isFinished(object_status),
    );
  }
});

describe('fields', () => {
  test('of a workflow item', () => {
    for (const field of (
      'uuid name created_at updated_at started_at completed_at elapsed credits_charged email_when_complete is_free ' +
      'max_credits notes object_data object_logfile object_status object_type parent_uuid starred public ' +
      'run_by_username resubmitted_from_uuid smiles calculation_uuids'
    ).split(' ')) {
      expect(item(), field).toHaveProperty(field);
    }
    expect(() => item({ object_status: 'Running' })).toThrow();
    expect(item({ smiles: 'CCO', calculation_uuids: [uuid] })).toMatchObject({
      smiles: 'CCO',
      calculation_uuids: [uuid],
    });
  });
  test('messages, initial molecule and SMILES in the data of an item', () => {
    const messages = [{ type: 'warning', title: 't', body: 'b' }];
    const data = { messages, initial_molecule: { atoms: [] }, initial_smiles: 'C' };
    expect(itemMessages(item({ object_data: data }))).toEqual(messages);
    expect(item({ object_data: data }).object_data).toEqual(data);
    expect(itemMessages(item({ object_data: { messages: [{ type: 'x' }] } }))).toEqual([]);
    expect(itemMessages(item())).toEqual([]);
  });
  test('of a calculation and its settings', () => {
    const settings = z.parse(Settings, {
      method: 'b3lyp',
      engine: 'psi4',
      mode: 'Careful',
      corrections: ['D3BJ'],
      tasks: ['optimize'],
      basis_set: { name: '6-31G(d)', overrides: [{ name: 'x', atoms: [1] }] },
      solvent_settings: { solvent: 'water', model: 'cpcm' },
      opt_settings: {
        constraints: [{ constraint_type: 'bond', atoms: [1, 2] }],
        transition_state: true,
        optimize_cell: true,
      },
    });
    expect(settings).toMatchObject({
      mode: 'careful',
      corrections: ['d3bj'],
      basis_set: { name: '6-31G(d)', overrides: [{ name: 'x', atoms: [1] }] },
      solvent_settings: { solvent: 'water', model: 'cpcm' },
      opt_settings: { constraints: [{ constraint_type: 'bond' }], transition_state: true, optimize_cell: true },
    });
    expect(z.parse(CalculationSummary, { uuid, workflow_uuid: uuid, status: 2, settings })).toMatchObject({
      workflow_uuid: uuid,
      status: 2,
    });
    expect(z.parse(Calculation, { molecules: [], settings }).settings.method).toBe('b3lyp');
  });
  test('of a molecule; the totals are derived', () => {
    const molecule = z.parse(Molecule, {
      charge: 0,
      multiplicity: 1,
      smiles: '[He]',
      energy: -2.9,
      atoms: [{ atomic_number: 2, position: [0, 0, 0] }],
      cell: {
        lattice_vectors: [
          [3, 0, 0],
          [0, 3, 0],
          [0, 0, 3],
        ],
      },
      zero_point_energy: 0.1,
      thermal_energy_corr: 0.2,
      thermal_enthalpy_corr: 0.3,
      thermal_free_energy_corr: -0.4,
    });
    expect(molecule.cell?.is_periodic).toEqual([true, true, true]);
    const totals = totalEnergies(molecule);
    expect(totals.zeroPoint).toBeCloseTo(-2.8, 12);
    expect(totals.thermal).toBeCloseTo(-2.7, 12);
    expect(totals.enthalpy).toBeCloseTo(-2.6, 12);
    expect(totals.freeEnergy).toBeCloseTo(-3.3, 12);
    expect(totalEnergies({ ...molecule, energy: null }).freeEnergy).toBeNull();
  });
  test('of a folder and a page of its contents', () => {
    const folder = z.parse(Folder, { uuid, name: 'f' });
    expect(folder).toMatchObject({
      is_root: false,
      parent_uuid: null,
      public: false,
      ancestor_is_public: false,
      notes: '',
      starred: false,
      project_uuid: null,
    });
    const contents = {
      items: [
        { type: 'folder', data: folder },
        { type: 'workflow', data: item() },
      ],
      num_pages: 3,
    };
    expect(z.parse(FolderContents, contents).items.map(({ type }) => type)).toEqual(['folder', 'workflow']);
    expect(z.safeParse(FolderContents, { ...contents, num_pages: undefined }).success).toBe(false);
  });
});

test('the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own', () => {
  expect(modes).toEqual(['auto', 'reckless', 'rapid', 'careful', 'meticulous', 'debug', 'manual']);
  expect(resolvedMode('auto')).toBe('rapid');
  const thresholds = (mode: (typeof modes)[number]) => {
    const own = { energy_threshold: 1, max_gradient_threshold: 2, rms_gradient_threshold: 3 };
    const { opt_settings } = withModeThresholds(z.parse(Settings, { mode, opt_settings: own }));
    return [opt_settings.energy_threshold, opt_settings.max_gradient_threshold, opt_settings.rms_gradient_threshold];
  };
  expect(thresholds('reckless')).toEqual([0.00002, 0.007, 0.006]);
  expect(thresholds('rapid')).toEqual([0.00005, 0.005, 0.0035]);
  expect(thresholds('careful')).toEqual([0.000001, 0.0009, 0.0006]);
  expect(thresholds('meticulous')).toEqual([0.000001, 0.00003, 0.00002]);
  expect(thresholds('debug')).toEqual([0.000001, 0.000004, 0.000002]);
  expect(thresholds('manual')).toEqual([1, 2, 3]);
});
