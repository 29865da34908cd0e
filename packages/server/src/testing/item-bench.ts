import type { WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { claim } from '../queue/claim.ts';
import { finishAttempt } from '../queue/report.ts';
import { registerWorker } from '../queue/workers.ts';
import { rows } from '../store/database/database.ts';
import type { TestPlace } from './databases.ts';
import { probeReport, roomy } from './probe-report.ts';
import { call, startTestServer } from './test-server.ts';

/** Data of a calculation and of a conformer search that the method of every worker can run. */
export const gfn2 = { settings: { method: 'gfn2_xtb' }, tasks: ['energy'] };
export const manualSearch = {
  conf_gen_mode: 'rapid',
  mso_mode: 'manual',
  multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb' }] },
};

const ending = { exitCode: 0, signal: null, peakMemoryMb: null, outputTail: '' };
const result = { event: 'result', data: { answer: 42 }, messages: [], provenance: null };

/**
 * A server where one person may have two items queued or running, with one worker, "bench", that takes and ends items only
 * when a test says so.
 */
export async function itemBench(place: TestPlace) {
  const server = await startTestServer(place, { CUVETTE_ACTIVE_PER_PERSON: '2' });
  const { db, files } = server.services;
  const worker = await registerWorker(db, {
    name: 'bench',
    host: 'h',
    memoryMb: roomy.memoryMb,
    serverId: null,
    report: { ...probeReport, startup_seconds: 4 },
  });
  /** Keeps the worker in the list of the living, however long a test takes. */
  const seen = () => rows(db.drizzle, sql`UPDATE worker SET last_seen_at = now() + interval '1 hour'`);
  await seen();
  return {
    server,
    worker,
    seen,
    item: async (uuid: string) => (await call<WorkflowItem>(server, 'GET', `/api/workflow/${uuid}`)).body,
    submit: (body: Record<string, unknown>) =>
      call<WorkflowItem>(server, 'POST', '/api/workflow', { body: { workflow_type: 'test_sleep', ...body } }),
    post: (path: string, body: unknown = {}) => call<WorkflowItem>(server, 'POST', `/api/workflow/${path}`, { body }),
    take: async () => {
      const found = await claim(db, { worker, ...roomy });
      if (!found) throw new Error('Nothing to claim.');
      // The claim was a sign of life from now on only.
      await rows(
        db.drizzle,
        sql`UPDATE worker SET last_seen_at = now() + interval '1 hour' WHERE uuid = ${worker}::uuid`,
      );
      return found;
    },
    finish: (found: NonNullable<Awaited<ReturnType<typeof claim>>>, outcome: 'completed' | 'stopped' = 'completed') =>
      finishAttempt(db, files, found, { ...ending, outcome, result }),
    clear: () => rows(db.drizzle, sql`DELETE FROM workflow`),
  };
}
