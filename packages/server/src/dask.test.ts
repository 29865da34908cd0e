import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from './config.ts';
import { startDaskCluster } from './testing/dask-cluster.ts';
import { fullLoad, fullRun } from './testing/load.ts';
import { endAll, type Product, type SeenItem, startProduct, until, untilStatus } from './testing/product.ts';
import { slurmIsHere, startSlurm, type TestSlurm } from './testing/slurm.ts';
import { call } from './testing/test-server.ts';
import { checkDask } from './worker/cluster-bridge.ts';

/*
 * Jobs of a really started product whose pieces a Dask cluster takes: one of processes on this machine, and one that dask-jobqueue starts on a real Slurm of
 * one node, which this file starts (Debian's slurm-wlm, as root; elsewhere it is left out).
 */

const compute = path.join(checkout, 'packages/compute');
const python = process.env.CUVETTE_PYTHON ?? path.join(compute, '.venv/bin/python');
const slurmHere = fullRun && (await slurmIsHere());

test('a worker refuses a setting that describes no cluster, in a sentence', async () => {
  await expect(checkDask(python, 'scheduler:8786')).rejects.toThrow(/CUVETTE_DASK must be an address/);
});

/**
 * Submits a search of the conformers of hexane with their frequencies; each one is a piece of a second or so. The seed of each item is another: so many are
 * built at first that the lowest is always among them.
 */
async function submit(server: { address: string }): Promise<string> {
  const conf_gen_settings = {
    settings_type: 'etkdg',
    mode: 'manual',
    conf_opt_method: 'gfn_ff',
    num_initial_confs: 200,
    num_confs_considered: 16,
  };
  const optimization = { method: 'gfn2_xtb', tasks: ['optimize', 'frequencies'], mode: 'careful' };
  const body = {
    name: 'hexane',
    workflow_type: 'conformer_search',
    initial_smiles: 'CCCCCC',
    workflow_data: {
      conf_gen_settings,
      mso_mode: 'manual',
      multistage_opt_settings: { mode: 'manual', optimization_settings: [optimization] },
    },
  };
  const made = await call<SeenItem>(server, 'POST', '/api/workflow', { body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.uuid;
}

/** Waits for an item, and gives its data, its machines and the stages of its progress that were seen meanwhile. */
async function finished(server: { address: string }, uuid: string, seconds = 300) {
  const stages = new Set<string>();
  const end = untilStatus(server, uuid, [2, 3], seconds);
  const watching = until('it ends', async () => {
    const { body } = await call<SeenItem & { progress: { stage: string } | null }>(
      server,
      'GET',
      `/api/workflow/${uuid}`,
    );
    if (body.progress) stages.add(body.progress.stage);
    return body.object_status === 2 || body.object_status === 3;
  });
  const [item] = (await Promise.all([end, watching])) as unknown as [
    { object_status: number; object_data: { energies: number[] }; provenance: { machines: number | null } },
    unknown,
  ];
  expect(item.object_status).toBe(2);
  return { energies: item.object_data.energies, machines: item.provenance.machines, stages: [...stages] };
}

test.runIf(fullLoad)(
  'Dask workers that are killed 50 times lose and double nothing',
  async () => {
    const command = ['-m', 'pytest', '-q', 'tests/test_dask.py', '-k', 'again_and_again'];
    const env = { ...process.env, PYTHONPATH: 'src', CUVETTE_FULL: '1', CUVETTE_DASK_KILLS: '50' };
    await promisify(execFile)(python, command, { cwd: compute, env, timeout: 600_000 });
  },
  600_000,
);

describe.runIf(fullRun)('pieces on a Dask cluster', () => {
  let root = '';
  let alone = 0;
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-dask-'));
    await withProduct('alone', {}, async (server) => {
      const { energies, machines } = await finished(server, await submit(server));
      expect(machines).toBeNull();
      alone = energies[0] ?? 0;
    });
  });
  afterAll(async () => {
    endAll();
    await rm(root, { recursive: true, force: true });
  });

  async function withProduct(
    name: string,
    env: Record<string, string>,
    work: (server: Product & { address: string }) => Promise<void>,
  ): Promise<void> {
    const server = await startProduct(path.join(root, name), root, { CUVETTE_WORKERS: '1', ...env });
    try {
      await work(server);
    } finally {
      server.child.kill('SIGTERM');
      await server.exited;
    }
  }

  test('of processes on this machine: the progress and the item say so', async () => {
    const cluster = await startDaskCluster(python, 2);
    try {
      await withProduct('local', { CUVETTE_DASK: cluster.address }, async (server) => {
        const done = await finished(server, await submit(server));
        expect(done.energies[0]).toBeCloseTo(alone, 5);
        expect(done.machines).toBe(1);
        expect(done.stages.join('\n')).toMatch(
          /Optimizing conformers with GFN2-xTB: \d+ of \d+ conformers on 1 machine/,
        );
      });
    } finally {
      await cluster.stop();
    }
  });

  describe.runIf(slurmHere)('that dask-jobqueue starts on Slurm', () => {
    let slurm: TestSlurm;
    beforeAll(async () => {
      slurm = await startSlurm(path.join(root, 'slurm'));
    });
    afterAll(async () => {
      await slurm?.stop();
    });

    test('jobs of the batch system take the pieces, and end with the job', async () => {
      const file = path.join(root, 'dask.json');
      const options = {
        cores: 1,
        memory: '2GB',
        queue: 'main',
        walltime: '00:20:00',
        interface: 'lo',
        local_directory: root,
        log_directory: path.join(root, 'logs'),
        scheduler_options: { host: '127.0.0.1' },
      };
      await writeFile(file, JSON.stringify({ cluster: 'SLURMCluster', options, maximum_jobs: 2 }));
      await withProduct('slurm', { CUVETTE_DASK: file, ...slurm.env }, async (server) => {
        const uuid = await submit(server);
        let most = 0;
        const watching = until('Slurm has run jobs', async () => {
          most = Math.max(most, (await slurm.jobs()).filter(({ name }) => name === 'dask-worker').length);
          const { body } = await call<SeenItem>(server, 'GET', `/api/workflow/${uuid}`);
          return body.object_status > 1;
        });
        const [done] = await Promise.all([finished(server, uuid), watching]);
        expect(done.energies[0]).toBeCloseTo(alone, 5);
        expect(done.machines).toBe(1);
        expect(most).toBe(2);
        await until('no job of Slurm is left', async () => (await slurm.jobs()).length === 0);
      });
    });
  });
});
