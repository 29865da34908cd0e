/**
 * Many workers in one process, for tests of the server under load: each registers, claims, reports, sends heartbeats and delivers through the code of
 * real workers, and sleeps where a real one computes. Started with the server's address, the number of workers and the file for what was timed (one JSON
 * line per job); the worker key comes as CUVETTE_WORKER_KEY. Ends on SIGTERM, after the jobs that run.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Calculation } from '@cuvette/core/entities';
import { Delivery } from '../worker/delivery.ts';
import { createServerClient, type ServerClient } from '../worker/server-client.ts';
import { computed } from './finished-item.ts';
import { probeReport } from './probe-report.ts';

/** One job of a simulated worker; moments in milliseconds since 1970. */
export interface SimulatedJob {
  uuid: string;
  worker: number;
  /** From the call for work to its answer. */
  claimMs: number;
  claimedAt: number;
  /** What the job itself took. */
  seconds: number;
  deliveredAt: number;
}

/** How often a job reports how far it is. */
const reportMs = 2000;

const reports = { ...probeReport, capabilities: [...probeReport.capabilities, 'test_sleep'] };
const none = { exit_code: 0, signal: null, peak_memory_mb: 40, output_tail: '' };

/** One calculation as recipes deliver it; every job has it under an identifier of its own. */
function calculationOf(uuid: string): Record<string, unknown> {
  const [calculation] = Object.values(computed('water').calculations) as Calculation[];
  return { ...calculation, name: uuid, logfile: `Computed for ${uuid}\n` };
}

async function work(client: ServerClient, number: number, file: string, signal: AbortSignal): Promise<void> {
  const { worker, heartbeat_seconds: heartbeatSeconds } = await client.register({
    name: `simulated-${number}`,
    seconds: null,
    report: reports,
    host: `node-${number}`,
    memory_mb: 8000,
    gpus: 0,
    sandbox: { shut_in: false, text: 'Simulated.' },
  });
  let running: { attempt: string; token: string } | null = null;
  const beats = new AbortController();
  const beating = (async () => {
    while (!beats.signal.aborted) {
      await sleep(heartbeatSeconds * 1000, undefined, { signal: beats.signal }).catch(() => {});
      if (!beats.signal.aborted) await client.heartbeat({ worker, attempts: running ? [running] : [] }).catch(() => {});
    }
  })();
  while (!signal.aborted) {
    const asked = performance.now();
    const offer = { worker, memory_mb: 8000, gpus: 0, seconds: null, wait_seconds: 20 };
    const { job: claimed } = await client.claim(offer, signal).catch(async () => {
      // The server is away or busy, or the wait was ended.
      await sleep(500);
      return { job: null };
    });
    const claimMs = performance.now() - asked;
    const claimedAt = Date.now();
    if (!claimed) continue;
    const { attempt, token, job } = claimed;
    running = { attempt, token };
    const seconds = Number((job.data as { seconds?: number }).seconds ?? 0);
    const delivery = new Delivery(client, running, (reason) => console.error(`${job.uuid}: ${reason}`));
    delivery.add({ event: 'log', text: `Attempt ${job.attempt} of a simulated worker` });
    const began = performance.now();
    for (let left = seconds * 1000; left > 0; left = seconds * 1000 - (performance.now() - began)) {
      const done = 1 - left / (seconds * 1000);
      delivery.add({ event: 'progress', stage: 'Sleeping', done: 0, total: 1, percent: Math.floor(100 * done) });
      await sleep(Math.min(left, reportMs));
    }
    const computedFor = (performance.now() - began) / 1000;
    const uuid = `cccccccc${job.uuid.slice(8)}`;
    delivery.add({ event: 'calculation', uuid, calculation: calculationOf(job.uuid) });
    const result = { event: 'result', data: { ran: job.uuid, attempt: job.attempt }, messages: [], provenance: null };
    const taken = await delivery.finish({ ...none, outcome: 'completed', result });
    running = null;
    if (!taken) continue;
    const line: SimulatedJob = {
      uuid: job.uuid,
      worker: number,
      claimMs,
      claimedAt,
      seconds: computedFor,
      deliveredAt: Date.now(),
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
  beats.abort();
  await beating;
  await client.heartbeat({ worker, attempts: [], leaving: true }).catch(() => {});
}

if (import.meta.main) {
  const [server = '', count = '1', file = ''] = process.argv.slice(2);
  const client = createServerClient(server, process.env.CUVETTE_WORKER_KEY ?? '');
  const leaving = new AbortController();
  process.once('SIGTERM', () => leaving.abort());
  await Promise.all(Array.from({ length: Number(count) }, (_, number) => work(client, number, file, leaving.signal)));
}
