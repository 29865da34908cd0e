import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from './config.ts';
import { fullRun } from './testing/load.ts';
import {
  attemptsOf,
  computeOf,
  endAll,
  type Product,
  type SeenItem,
  startProduct,
  until,
  untilStatus,
  workersOf,
} from './testing/product.ts';
import { call } from './testing/test-server.ts';

/** How long a step may take on a busy machine, in s. */
const patient = 600;

/** What an example of the product was computed from, and its protein. */
async function example(type: string): Promise<{ data: Record<string, unknown>; protein: unknown }> {
  const file = path.join(checkout, 'examples/results', `${type}.cuvette.json`);
  const { items, proteins } = JSON.parse(await readFile(file, 'utf8')) as {
    items: { object_data: Record<string, unknown> }[];
    proteins: Record<string, { data: unknown }>;
  };
  const data = items[0]?.object_data ?? {};
  const asked = String(data.target ?? data.protein_uuid);
  return { data, protein: proteins[asked]?.data };
}

/** Real dockings and a real dynamics, whose processes are killed in their middle: the next attempt goes on where the dead one stopped. */
describe.runIf(fullRun)('kill -9 during work on proteins', () => {
  let root = '';
  let server: Product & { address: string };

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-protein-kills-'));
    server = await startProduct(path.join(root, 'data'), root);
  });
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await server.exited;
    endAll();
    await rm(root, { recursive: true, force: true });
  });

  /** Submits a type with a protein of its own. */
  async function submit(
    type: string,
    of: (protein: string) => Record<string, unknown>,
    protein_data: unknown,
  ): Promise<string> {
    const protein = await call<{ uuid: string }>(server, 'POST', '/api/protein', {
      body: { name: type, protein_data },
    });
    expect(protein.status).toBe(201);
    const body = { name: type, workflow_type: type, workflow_data: of(protein.body.uuid) };
    const made = await call<SeenItem>(server, 'POST', '/api/workflow', { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.uuid;
  }

  const read = async (uuid: string) => (await call<SeenItem>(server, 'GET', `/api/workflow/${uuid}`)).body;

  test('of the compute process of a batch: what was docked is not docked again', { timeout: 1_800_000 }, async () => {
    const { data, protein } = await example('batch_docking');
    const { pocket, initial_smiles_list } = data;
    const uuid = await submit(
      'batch_docking',
      (target) => ({ target, pocket, initial_smiles_list, docking_settings: { ...(data.docking_settings as object) } }),
      protein,
    );
    const first = await until(
      'one compound is docked',
      async () => {
        const { object_status, object_data } = await read(uuid);
        expect(object_status).toBeLessThan(2);
        const scores = object_data.best_scores as number[] | undefined;
        return scores && scores.length > 0 ? scores : null;
      },
      patient,
    );
    expect(first.length).toBeLessThan(3);
    for (const pid of await computeOf(root)) process.kill(pid, 'SIGKILL');
    const done = await untilStatus(server, uuid, [2, 3, 4], patient);
    expect(done).toMatchObject({ object_status: 2, error: null });
    const scores = done.object_data.best_scores as number[];
    expect(scores).toHaveLength(3);
    expect(scores.slice(0, first.length)).toEqual(first);
    const [lost, second] = await attemptsOf(server, uuid);
    expect([lost?.status, lost?.signal, second?.status]).toEqual(['failed', 'SIGKILL', 'completed']);
  });

  test('of the worker during a dynamics: the frames that were sent stay, and the rest is simulated', {
    timeout: 1_800_000,
  }, async () => {
    const { data, protein } = await example('pose_analysis_md');
    const { initial_smiles, ligand_residue_name, water_buffer, nonbonded_cutoff } = data;
    const uuid = await submit(
      'pose_analysis_md',
      (protein_uuid) => ({
        protein_uuid,
        initial_smiles,
        ligand_residue_name,
        water_buffer,
        nonbonded_cutoff,
        protein_prune_cutoff: null,
        num_trajectories: 4,
        equilibration_time_ns: 0.0005,
        simulation_time_ns: 0.002,
        timestep_fs: 2,
      }),
      protein,
    );
    await until(
      'the first trajectory is there',
      async () => {
        const { object_status, object_data, error } = await read(uuid);
        expect(object_status, JSON.stringify(error)).toBeLessThan(2);
        const told = object_data.trajectories as { ligand_rmsd: number[] }[] | undefined;
        return told && told.length > 0 && (told[0]?.ligand_rmsd.length ?? 0) > 0;
      },
      patient,
    );
    const before = (await read(uuid)).object_data.trajectories as { ligand_rmsd: number[] }[];
    for (const pid of await workersOf(server.address)) process.kill(pid, 'SIGKILL');
    const done = await untilStatus(server, uuid, [2, 3, 4], patient);
    expect(done, JSON.stringify(done.error)).toMatchObject({ object_status: 2 });
    const after = done.object_data.trajectories as { ligand_rmsd: number[] }[];
    expect(after).toHaveLength(4);
    const kept = before[0]?.ligand_rmsd ?? [];
    expect(after[0]?.ligand_rmsd.slice(0, kept.length)).toEqual(kept);
    const [lost, second] = await attemptsOf(server, uuid);
    expect([lost?.status, second?.status]).toEqual(['lost', 'completed']);
  });
});
