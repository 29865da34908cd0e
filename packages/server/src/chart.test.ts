import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from './config.ts';
import type { RunningServer } from './serve.ts';
import { onEmbedded } from './testing/databases.ts';
import { fullRun } from './testing/load.ts';
import { call, ownerKey, startTestServer } from './testing/test-server.ts';

/** The Helm chart, rendered by Helm's own code, with the kinds of Kubernetes and of KEDA checked against their schemas. */
const run = promisify(execFile);
const python = path.join(checkout, 'packages/server/.venv/bin/python');
const folder = path.join(checkout, 'deploy/helm');
const token = 'the-token-of-the-demand-of-tests';

interface PodSpec {
  securityContext: object;
  containers: { securityContext: object; readinessProbe: { httpGet: { path: string } }; env: object[] }[];
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    template?: { spec: PodSpec };
    rollout?: object;
    triggers?: { metadata: { url: string; valueLocation: string; targetValue: string; authMode: string } }[];
  };
}

/** The manifests of the chart with these values. */
async function render(values: object, chart = path.join(folder, 'cuvette')): Promise<Manifest[]> {
  const script = path.join(folder, 'render_chart.py');
  const { stdout } = await run(python, [script, chart, JSON.stringify(values)]);
  return JSON.parse(stdout);
}

const least = { database: { existingSecret: 'postgres' } };
const withWorkers = { ...least, demand: { existingSecret: 'demand' }, workers: { keySecret: 'worker' } };
const one = (manifests: Manifest[], kind: string): Manifest => {
  const found = manifests.filter((manifest) => manifest.kind === kind);
  expect(found, kind).toHaveLength(1);
  return found[0] as Manifest;
};

describe.runIf(fullRun)('the Helm chart', () => {
  test('a server without rights on a read-only root file system, and no workers without a key', async () => {
    const manifests = await render(least);
    expect(manifests.map(({ kind }) => kind).sort()).toEqual(['Deployment', 'PersistentVolumeClaim', 'Service']);
    const spec = one(manifests, 'Deployment').spec.template?.spec;
    const [container] = spec?.containers ?? [];
    expect(spec?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container?.readinessProbe.httpGet.path).toBe('/readyz');
  });

  test('PostgreSQL may come from its operator, files from a bucket', async () => {
    const bucket = { bucket: 's3://results/lab', bucketSecret: 'bucket' };
    const manifests = await render({ database: { operator: { enabled: true } }, storage: bucket });
    const database = one(manifests, 'Cluster').metadata.name;
    const [container] = one(manifests, 'Deployment').spec.template?.spec.containers ?? [];
    expect(container?.env).toContainEqual({
      name: 'DATABASE_URL',
      valueFrom: { secretKeyRef: { name: `${database}-app`, key: 'uri' } },
    });
    expect(container?.env).toContainEqual({ name: 'CUVETTE_FILES', value: 's3://results/lab' });
  });

  test('what is missing or is no name is refused in words', async () => {
    await expect(render({})).rejects.toThrow('Set database.existingSecret');
    await expect(render({ ...least, workers: { keySecret: 'worker' } })).rejects.toThrow('Set demand.existingSecret');
    const pool = { name: 'a; rm -rf /', cores: 1, memory: '1Gi', maxReplicas: 1 };
    await expect(render({ ...withWorkers, workers: { keySecret: 'w', pools: [pool] } })).rejects.toThrow(
      "'/workers/pools/0/name'",
    );
  });

  test.each([
    ['strategy: accurate', 'strateg: accurate', "'strateg' was unexpected"],
    ['strategy: gradual', 'strategy: 1', "1 is not one of ['gradual', 'immediate']"],
    ['backoffLimit: 0', 'backoffLimits: 0', "'backoffLimits' was unexpected"],
    ['valueLocation: slots', 'valueLocaton: slots', 'KEDA reads no trigger like this'],
    ['parameter: token', 'key_: token', "'key_' was unexpected"],
  ])('a chart that says %s as %s is refused', async (right, wrong, words) => {
    const copy = await mkdtemp(path.join(tmpdir(), 'cuvette-chart-'));
    try {
      await cp(path.join(folder, 'cuvette'), copy, { recursive: true });
      const file = path.join(copy, 'templates/workers.yaml');
      const text = await readFile(file, 'utf8');
      expect(text).toContain(right);
      await writeFile(file, text.replace(right, wrong));
      await expect(render(withWorkers, copy)).rejects.toThrow(words);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });

  onEmbedded('read as KEDA reads it', (place) => {
    let server: RunningServer;
    beforeAll(async () => {
      server = await startTestServer(place(), { CUVETTE_DEMAND_TOKEN: token, CUVETTE_TEST_RECIPES: '1' });
    });
    afterAll(() => server.stop());

    test('the trigger of a pool counts what waits for its capability', async () => {
      const pools = ['', 'xtb', 'dft'].map((capability, index) => ({
        name: `pool${index}`,
        capability,
        cores: 1,
        memory: '1Gi',
        maxReplicas: 5,
      }));
      const manifests = await render({ ...withWorkers, workers: { keySecret: 'worker', pools } });
      const body = { name: 'waits', workflow_type: 'test_sleep', workflow_data: { seconds: 0 } };
      expect((await call(server, 'POST', '/api/workflow', { key: ownerKey, body })).status).toBe(201);
      // The test recipe needs nothing; no worker is here that would let a real type be submitted.
      await server.services.db.drizzle.execute(
        sql`UPDATE workflow SET requirements = ARRAY['xtb'] WHERE name = 'waits'`,
      );
      const counts: number[] = [];
      for (const { spec } of manifests.filter(({ kind }) => kind === 'ScaledJob')) {
        expect(spec.rollout).toEqual({ strategy: 'gradual' });
        const trigger = spec.triggers?.[0]?.metadata;
        expect(trigger).toMatchObject({ authMode: 'bearer', targetValue: '1' });
        const { pathname, search } = new URL(trigger?.url ?? '');
        const answer = await fetch(new URL(pathname + search, server.address), {
          headers: { authorization: `Bearer ${token}` },
        });
        counts.push(((await answer.json()) as Record<string, number>)[trigger?.valueLocation ?? ''] as number);
      }
      expect(counts).toEqual([1, 1, 0]);
    });
  });
});
