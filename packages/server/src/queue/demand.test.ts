import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { rows } from '../store/database/database.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { probeReport } from '../testing/probe-report.ts';
import { addPerson, call, ownerKey, startTestServer } from '../testing/test-server.ts';
import type { Demand } from './demand.ts';
import { registerWorker } from './workers.ts';

const token = 'a-token-for-the-demand-of-tests';

/** What `cuvette pilots` and KEDA read. */
onBothDatabases('the demand for workers', (place) => {
  let server: RunningServer;
  const demand = (query = '', authorization = `Bearer ${token}`) =>
    call<Demand & { detail?: string }>(server, 'GET', `/api/platform/demand${query}`, {
      key: null,
      headers: { authorization },
    });
  const submit = async (name: string, key = ownerKey): Promise<string> => {
    const body = { name, workflow_type: 'test_sleep', workflow_data: { seconds: 0 } };
    return String((await call(server, 'POST', '/api/workflow', { key, body })).body.uuid);
  };
  const need = (uuid: string, capability: string, memory: number | null, seconds: number | null) =>
    rows(
      server.services.db.drizzle,
      sql`UPDATE workflow SET requirements = ARRAY[${capability}::text], memory_mb = ${memory}::int, seconds_needed = ${seconds}::float8 WHERE uuid = ${uuid}::uuid`,
    );

  beforeAll(async () => {
    server = await startTestServer(place(), { CUVETTE_DEMAND_TOKEN: token, CUVETTE_TEST_RECIPES: '1' });
  });
  afterAll(() => server.stop());

  test('it is for whoever has its token, which opens nothing else', async () => {
    for (const authorization of ['', 'Bearer wrong', `Basic ${token}`]) {
      expect((await demand('', authorization)).status).toBe(401);
    }
    const metrics = await call(server, 'GET', '/metrics', { key: null, headers: { authorization: `Bearer ${token}` } });
    expect(metrics.status).toBe(404);
    const items = await call(server, 'GET', '/api/workflow', {
      key: null,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(items.status).toBe(401);
  });

  test('it counts what waits by capability, size and person, and names the workers', async () => {
    expect((await demand()).body).toMatchObject({ slots: 0, running: 0, groups: [] });
    const other = await addPerson(server, 'second@example.org');
    for (const seconds of [100, 104, 900]) await need(await submit('a'), 'xtb', 2000, seconds);
    await need(await submit('b', other), 'xtb', 1500, 101);
    await need(await submit('c'), 'dft', null, null);

    await registerWorker(server.services.db, {
      name: 'pilot',
      host: 'node1',
      memoryMb: 8000,
      serverId: null,
      report: probeReport,
    });
    const { body } = await demand();
    expect(body.slots).toBe(5);
    const seen = body.groups.map(({ requirements, memory_mb, seconds_needed, slots }) => ({
      requirements,
      memory_mb,
      seconds_needed,
      slots,
    }));
    expect(seen).toHaveLength(4);
    expect(seen).toContainEqual({ requirements: ['xtb'], memory_mb: 2000, seconds_needed: 100, slots: 2 });
    expect(seen).toContainEqual({ requirements: ['xtb'], memory_mb: 2000, seconds_needed: 900, slots: 1 });
    expect(seen).toContainEqual({ requirements: ['xtb'], memory_mb: 1500, seconds_needed: 101, slots: 1 });
    expect(seen).toContainEqual({ requirements: ['dft'], memory_mb: null, seconds_needed: null, slots: 1 });
    expect(new Set(body.groups.map(({ person }) => person)).size).toBe(2);
    expect(body.workers).toMatchObject([
      { name: 'pilot', host: 'node1', connected: true, busy: false, memory_mb: 8000, gpus: 0 },
    ]);

    // The number at `slots` is what a KEDA trigger metrics-api reads.
    expect((await demand('?capability=xtb')).body.slots).toBe(4);
    expect((await demand('?capability=dft')).body).toMatchObject({ slots: 1, groups: [{ requirements: ['dft'] }] });
    expect((await demand('?capability=stored_protein_preparation')).body.slots).toBe(0);
    expect((await demand('?capability=%27%3B+DROP+TABLE+workflow')).body.slots).toBe(0);
  });
});
