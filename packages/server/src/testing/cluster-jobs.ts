import { setTimeout as sleep } from 'node:timers/promises';
import { type SeenItem, until } from './product.ts';
import { type Answer, call } from './test-server.ts';

/** Somebody who has one real job after the other computed, whose pieces go to a Dask cluster, while everything around it is killed. */
export interface ClusterJobs {
  /** Submits the next one when the last has ended, until it is stopped; never throws. */
  work(): Promise<void>;
  stop(): void;
  /** Waits until the pieces of a job are computed on the cluster. */
  untilOnCluster(): Promise<void>;
  /** Asks for every job that was acknowledged. What is wrong, as text. */
  check(): Promise<string[]>;
  /** Acknowledged submissions. */
  items: string[];
  /** Answers that no kill explains. */
  problems: string[];
}

/** Hexane: nuclear charges and positions in Å. A molecule, because these servers have no converter for SMILES. */
const hexane: [number, number, number, number][] = [
  [6, 2.83, 0.85, -0.34],
  [6, 1.83, 0.0, 0.43],
  [6, 0.45, 0.04, -0.22],
  [6, -0.56, -0.82, 0.56],
  [6, -1.93, -0.9, -0.11],
  [6, -2.66, 0.43, -0.16],
  [1, 2.94, 0.49, -1.37],
  [1, 2.51, 1.89, -0.38],
  [1, 3.81, 0.81, 0.14],
  [1, 2.19, -1.03, 0.47],
  [1, 1.76, 0.37, 1.46],
  [1, 0.1, 1.07, -0.27],
  [1, 0.52, -0.33, -1.25],
  [1, -0.67, -0.42, 1.58],
  [1, -0.16, -1.84, 0.66],
  [1, -1.83, -1.3, -1.12],
  [1, -2.55, -1.62, 0.45],
  [1, -2.75, 0.87, 0.84],
  [1, -3.68, 0.29, -0.55],
  [1, -2.15, 1.15, -0.81],
];

/** Its pieces are conformers, each of a second or so. */
const body = {
  name: 'hexane',
  workflow_type: 'conformer_search',
  initial_molecule: {
    charge: 0,
    multiplicity: 1,
    atoms: hexane.map(([atomic_number, ...position]) => ({ atomic_number, position })),
  },
  workflow_data: {
    conf_gen_settings: {
      settings_type: 'etkdg',
      mode: 'manual',
      conf_opt_method: 'gfn2_xtb',
      // The seed of each item is another: so many are built at first that the lowest is always among them.
      num_initial_confs: 200,
      num_confs_considered: 12,
    },
    mso_mode: 'manual',
    multistage_opt_settings: {
      mode: 'manual',
      optimization_settings: [{ method: 'gfn2_xtb', tasks: ['optimize', 'frequencies'], mode: 'careful' }],
    },
  },
};

/** Makes somebody with a key who works on the server that `server` gives: it may be another each time it is asked for. */
export function createClusterJobs(server: () => { address: string }, key: string): ClusterJobs {
  const items: string[] = [];
  const problems: string[] = [];
  let stopped = false;

  /** One call; null where its answer never came. An answer that is not `expected` is a problem. */
  const ask = async (method: string, path: string, expected: number, sent?: unknown) => {
    let answer: Answer<SeenItem>;
    try {
      answer = await call<SeenItem>(server(), method, path, sent === undefined ? { key } : { key, body: sent });
    } catch {
      return null;
    }
    if (answer.status === expected) return answer.body;
    problems.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return null;
  };
  const last = async (): Promise<SeenItem | null> => {
    const uuid = items.at(-1);
    return uuid === undefined ? null : ask('GET', `/api/workflow/${uuid}`, 200);
  };

  return {
    items,
    problems,
    async work() {
      while (!stopped) {
        const seen = await last();
        if (items.length === 0 || (seen !== null && seen.object_status > 1 && seen.object_status !== 5)) {
          const made = await ask('POST', '/api/workflow', 201, body);
          if (made) items.push(made.uuid);
        }
        await sleep(500);
      }
    },
    stop() {
      stopped = true;
    },
    async untilOnCluster() {
      let seen: SeenItem | null = null;
      try {
        await until('pieces of a job are computed on the Dask cluster', async () => {
          seen = await last();
          return seen?.object_status === 1 && / on 1 machine$/.test(seen.progress?.stage ?? '');
        });
      } catch (error) {
        const state = JSON.stringify({ items, seen, problem: problems.at(-1) });
        throw new Error(`The last conformer search does not get there: ${state}`, { cause: error });
      }
    },
    async check() {
      const wrong: string[] = [];
      const lowest = new Set<string>();
      for (const uuid of items) {
        const { body: item } = await call<SeenItem>(server(), 'GET', `/api/workflow/${uuid}`, { key });
        // As any item, one whose worker was lost too often has failed.
        if (item.object_status === 3 && item.error?.error_class === 'compute_lost') continue;
        if (item.object_status !== 2) {
          wrong.push(
            `The conformer search ${uuid} has the status ${item.object_status}: ${JSON.stringify(item.error)}`,
          );
          continue;
        }
        const energies = item.object_data.energies as number[];
        lowest.add((energies[0] ?? 0).toFixed(5));
        const calculations = item.calculation_uuids as string[];
        if (calculations.length < energies.length)
          wrong.push(
            `The conformer search ${uuid} has ${calculations.length} calculations of ${energies.length} conformers`,
          );
        const titles = new Set<string>();
        for (const calculation of calculations) {
          const found = await call<{ name: string }>(server(), 'GET', `/api/calculation/${calculation}`, { key });
          titles.add(found.body.name);
        }
        if (titles.size !== calculations.length) wrong.push(`Calculations of ${uuid} are there twice: ${[...titles]}`);
      }
      if (lowest.size === 0) wrong.push('No conformer search was completed');
      // Each computes the same molecule: what was interrupted ends with the same energy (Hartree) as what was not.
      if (lowest.size > 1) wrong.push(`The lowest energies differ: ${[...lowest].join(', ')}`);
      return wrong;
    },
  };
}
