import { describe, expect, test } from 'vitest';
import type { MethodReport } from '../entities/method-report.ts';
import { leastMemory } from '../methods/memory.ts';
import type { WorkflowInputs } from './definition.ts';
import { loadWorkflow } from './index.ts';

const report: MethodReport = { workers: 1, capabilities: [], methods: {} };
const chain = (count: number): WorkflowInputs => ({
  smiles: null,
  molecule: {
    charge: 0,
    multiplicity: 1,
    atoms: Array.from({ length: count }, (_, index) => ({ atomic_number: 2, position: [index * 3, 0, 0] })),
  } as NonNullable<WorkflowInputs['molecule']>,
});
const resourcesOf = async (type: string, data: Record<string, unknown>, inputs: WorkflowInputs) => {
  const definition = await loadWorkflow(type);
  if (!definition) throw new Error(`There is no ${type}.`);
  return definition.resources(data, inputs, report);
};

describe('what a run needs of a machine', () => {
  test.each([
    [33, 113.0],
    [99, 124.8],
    [297, 237.9],
    [594, 618.8],
  ])('memory of a GFN2-xTB single point of %i atoms is what was measured: %f MB', (atoms, megabytes) => {
    expect(Math.abs((leastMemory('gfn2_xtb', atoms) ?? 0) - megabytes)).toBeLessThan(1.5);
  });

  test('what nobody measured or timed is null and needs nothing; a structure that is not known needs nothing either', async () => {
    const unknown = { memory_mb: null, gpus: 0, seconds: null };
    expect(await resourcesOf('basic_calculation', { settings: { method: 'pbe0' } }, chain(9))).toEqual(unknown);
    const none = { molecule: null, smiles: null };
    expect(await resourcesOf('basic_calculation', { settings: { method: 'gfn2_xtb' } }, none)).toEqual(unknown);
    expect(await resourcesOf('admet', {}, chain(9))).toEqual(unknown);
  });

  test('the largest of several levels counts', async () => {
    const levels = [{ method: 'mmff94' }, { method: 'gfn2_xtb' }];
    const data = { mso_mode: 'manual', multistage_opt_settings: { mode: 'manual', optimization_settings: levels } };
    expect((await resourcesOf('conformer_search', data, chain(1000))).memory_mb).toBe(leastMemory('gfn2_xtb', 1000));
  });

  test('a GPU for programs that run on GPUs alone, and for no others', async () => {
    const gpus = async (type: string, data: Record<string, unknown>) => (await resourcesOf(type, data, chain(3))).gpus;
    const level = (engine: string) => ({ settings: { method: 'b3lyp', engine } });
    expect(await gpus('basic_calculation', level('gpu4pyscf'))).toBe(1);
    expect(await gpus('basic_calculation', level('pyscf'))).toBe(0);
    expect(await gpus('protein_cofolding', { model: 'chai_1r' })).toBe(1);
    expect(await gpus('protein_cofolding', { model: 'boltz_2' })).toBe(0);
  });
});
