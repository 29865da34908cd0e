import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { accountByEmail, createAccount } from '../store/users.ts';
import { insertWorkflows } from '../store/workflows/insert-workflows.ts';
import { plainItem } from '../testing/add-items.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { startTestServer } from '../testing/test-server.ts';
import { claim } from './claim.ts';
import { finishAttempt } from './report.ts';
import { registerWorker } from './workers.ts';

const ending = { exitCode: 0, signal: null, peakMemoryMb: null, outputTail: '' };
const result = { event: 'result', data: {}, messages: [], provenance: null };

onBothDatabases('fair share between people', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
  });
  afterAll(() => server.stop());

  async function submit(email: string, count: number): Promise<string[]> {
    const { db } = server.services;
    const account = (await accountByEmail(db.drizzle, email)) ?? (await createAccount(db, email));
    const items = Array.from({ length: count }, () => plainItem(account.root_folder_uuid ?? ''));
    await insertWorkflows(db.drizzle, account.id, account.root_folder_uuid ?? '', items);
    return items.map(({ uuid }) => uuid);
  }

  async function workers(count: number): Promise<string[]> {
    const { db } = server.services;
    const made: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const report = { name: `w${index}`, host: 'h', memoryMb: 1000, serverId: null, report: probeReport };
      made.push(await registerWorker(db, report));
    }
    return made;
  }

  test('one item of one person does not wait for the thousand of another, with eight workers and with one', async () => {
    const { db, files } = server.services;
    const ann = new Set(await submit('ann@example.org', 1000));
    const [first = '', ...others] = await workers(8);
    const take = async (worker: string) => {
      const found = await claim(db, { worker, ...roomy });
      if (!found) throw new Error('Nothing to claim.');
      return found;
    };
    const end = (found: Awaited<ReturnType<typeof take>>) =>
      finishAttempt(db, files, found, { ...ending, outcome: 'completed', result });
    const running = new Map<string, Awaited<ReturnType<typeof take>>>();
    for (const worker of [first, ...others]) running.set(worker, await take(worker));
    expect([...running.values()].every(({ job }) => ann.has(job.uuid))).toBe(true);
    // All eight workers are busy with Ann's; the next that is free takes Ben's only item, which came after a thousand.
    const [ben] = await submit('ben@example.org', 1);
    await end(running.get(first) as Awaited<ReturnType<typeof take>>);
    const next = await take(first);
    expect(next.job.uuid).toBe(ben);
    await end(next);
    for (const worker of others) await end(running.get(worker) as Awaited<ReturnType<typeof take>>);
    // With one worker people take turns, although nobody has anything running when it asks.
    const bens = new Set(await submit('ben@example.org', 3));
    const order: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const found = await take(first);
      order.push(bens.has(found.job.uuid) ? 'ben' : 'ann');
      await end(found);
    }
    expect(order.filter((who) => who === 'ben')).toHaveLength(3);
    expect(order.slice(0, 2)).toContain('ben');
    expect(order.join(' ')).not.toContain('ann ann');
  });
});
