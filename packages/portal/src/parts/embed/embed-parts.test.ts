import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { describe, expect, test } from 'vitest';
import { partsOf } from './embed-parts.ts';

/** Bundles that the widgets are tested with, as text. */
const fixtures = import.meta.glob<string>('../../../../widgets/src/results/fixtures/*.cuvette.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const uuid = '64add7c5-8053-4df1-99ee-caef5c2139e3';

/** The parts of a bundle's first item, before and after (so many steps of) its calculations were read. */
async function parts(name: string, change: object = {}, steps = 100) {
  const text = fixtures[`../../../../widgets/src/results/fixtures/${name}.cuvette.json`] ?? '';
  const bundle = Bundle.parse(JSON.parse(text));
  const item = WorkflowItem.parse({ ...bundle.items[0], ...change });
  const definition = await loadWorkflow(item.object_type);
  const molecules = new Map(
    Object.entries(bundle.calculations).map(([each, read]) => [each, read.molecules.slice(0, steps)]),
  );
  const besides = (read: typeof molecules) =>
    partsOf(item, definition, read).filter((part) => part === 'trajectory' || part === 'microstates');
  return { before: besides(new Map()), after: besides(molecules), all: partsOf(item, definition, molecules) };
}

describe('the dialog offers the player and the microstates', () => {
  test('of a macroscopic pKa that has microstates', async () => {
    expect((await parts('macropka')).after).toEqual(['microstates']);
    expect((await parts('macropka', { object_data: null })).after).toEqual([]);
    expect((await parts('macropka')).all).toEqual(['result', 'card', 'viewer', 'microstates', 'table', 'value']);
  });

  test('of a calculation with steps, once they are read', async () => {
    const { before, after } = await parts('basic-calculation');
    expect([before, after]).toEqual([[], ['trajectory']]);
    expect((await parts('water', {}, 1)).after).toEqual([]);
    expect((await parts('water', {}, 2)).after).toEqual(['trajectory']);
  });

  test('of structures that are one motion, not of conformers', async () => {
    const steps = { object_type: 'scan', object_data: { scan_points: [uuid, uuid.replace('6', '7')] } };
    expect((await parts('water', steps)).before).toEqual(['trajectory']);
    expect((await parts('water', { ...steps, object_data: { scan_points: [] } })).after).toEqual([]);
    expect((await parts('conformer-search')).after).toEqual([]);
  });

  test('of streamed trajectories', async () => {
    const streamed = (trajectories: object[]) => ({ object_type: 'pose_analysis_md', object_data: { trajectories } });
    expect((await parts('water', streamed([{ uuid, ligand_rmsd: [0, 0.1] }]))).before).toEqual(['trajectory']);
    expect((await parts('water', streamed([]))).before).toEqual([]);
  });
});
