import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { useTemplate } from '../testing/databases.ts';
import { finishedItem } from '../testing/finished-item.ts';
import { fullRun } from '../testing/load.ts';
import { call, startTestServer } from '../testing/test-server.ts';

let data = '';
let server: RunningServer;
beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
  await useTemplate(data);
  server = await startTestServer({ data, databaseUrl: null });
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const molecule = {
  charge: 0,
  multiplicity: 1,
  atoms: Array.from({ length: 50 }, (_, index) => ({ atomic_number: 6, position: [index * 1.5, 0.25, -0.125] })),
};

test.runIf(fullRun)('others are answered while a large document is brought in, whether it fits or not', async () => {
  const uuid = await finishedItem(server, { type: 'scan', data: {} });
  const { body: bundle } = await call(server, 'GET', `/api/workflow/${uuid}/bundle`);
  const frames = Array.from({ length: 100 }, () => molecule);
  const calculation = { molecules: frames, status: 2, name: 'path', settings: {} };
  const calculations = Object.fromEntries(Array.from({ length: 25 }, () => [randomUUID(), calculation]));
  const fits = JSON.stringify({ ...bundle, calculations });
  expect(fits.length).toBeGreaterThan(5_000_000);
  const last = fits.lastIndexOf('"atomic_number":6');
  const misfit = `${fits.slice(0, last)}"atomic_number":"six"${fits.slice(last + 17)}`;
  for (const [document, status] of [
    [fits, 201],
    [misfit, 422],
  ] as const) {
    let over = false;
    const imported = call(server, 'POST', '/api/workflow/import', { body: document }).finally(() => {
      over = true;
    });
    let answered = 0;
    while (!over) {
      expect((await fetch(new URL('/api/session', server.address))).status).toBe(200);
      if (!over) answered += 1;
    }
    const answer = await imported;
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(status);
    // Parsed and checked at once, it would let hardly anybody through before its own answer.
    expect(answered).toBeGreaterThan(10);
  }
});
