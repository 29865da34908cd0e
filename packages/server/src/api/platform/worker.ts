import { nameSchema, ProbeReport } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { requireWorker } from '../../auth/principal.ts';
import { HttpProblem } from '../../errors.ts';
import { ownAttempt } from '../../queue/attempts.ts';
import { claim, giveBack } from '../../queue/claim.ts';
import { finishAttempt, takeEvents, takeFilePart } from '../../queue/report.ts';
import { heartbeatSeconds, leaseSeconds } from '../../queue/rules.ts';
import { registerWorker, workerAlive, workerLeft } from '../../queue/workers.ts';
import type { Services } from '../../services.ts';
import { partBytes } from '../../store/item-files.ts';
import { check, isUuid } from '../../wire/body.ts';
import type { Claim } from '../../wire/claim.ts';

/** Results with long trajectories and many vibrational modes are large. */
const bodyLimit = 256 * 2 ** 20;

const identifier = z.string().check(z.refine(isUuid));
const attemptKey = { attempt: identifier, token: identifier };
export const Register = z.object({
  name: nameSchema(200),
  host: z.string().check(z.maxLength(200)),
  memory_mb: z.int().check(z.minimum(0)),
  gpus: z._default(z.int().check(z.minimum(0)), 0),
  /** Seconds that the worker will still live; null when it has no end in sight. */
  seconds: z._default(z.nullable(z.number()), null),
  report: ProbeReport,
});
export const ClaimBody = z.object({
  worker: identifier,
  memory_mb: z.int().check(z.minimum(0)),
  gpus: z.int().check(z.minimum(0)),
  seconds: z.nullable(z.number()),
  wait_seconds: z.number().check(z.minimum(0), z.maximum(30)),
});
export const Heartbeat = z.object({
  worker: identifier,
  attempts: z.array(z.object(attemptKey)),
  leaving: z._default(z.boolean(), false),
});
export const Events = z.object({ ...attemptKey, events: z.array(z.unknown()).check(z.maxLength(2000)) });
export const FilePart = z.object({ ...attemptKey, name: z.enum(['log']), text: z.string() });
export const FilePlace = z.object({
  ...attemptKey,
  file: identifier,
  position: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
});
export const Finish = z.object({
  ...attemptKey,
  outcome: z.enum(['completed', 'failed', 'stopped', 'released']),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  exit_code: z.nullable(z.int()),
  signal: z.nullable(z.string()),
  peak_memory_mb: z.nullable(z.number()),
  output_tail: z.string(),
});

/** What workers may call, and nothing else may: register, claim, heartbeat, events, file, file_part, finish. */
export function workerRoutes(app: FastifyInstance, services: Services): void {
  const { db, files, wake } = services;

  app.post('/api/worker/register', { bodyLimit }, async (request) => {
    const { embedded } = await requireWorker(request, services);
    const body = check(Register, request.body);
    const worker = await registerWorker(db, {
      name: body.name,
      host: body.host,
      memoryMb: body.memory_mb,
      gpus: body.gpus,
      seconds: body.seconds,
      serverId: embedded ? services.serverId : null,
      report: body.report,
    });
    wake.emit('registered');
    return { worker, heartbeat_seconds: heartbeatSeconds, lease_seconds: leaseSeconds };
  });

  app.post('/api/worker/claim', async (request, reply) => {
    await requireWorker(request, services);
    const body = check(ClaimBody, request.body);
    if (!(await workerAlive(db.drizzle, body.worker)))
      throw new HttpProblem(404, 'This worker is not registered here. Register again.');
    const asked = performance.now();
    // A worker that waits for work grows older meanwhile.
    const left = () => (body.seconds === null ? null : body.seconds - (performance.now() - asked) / 1000);
    const offer = { worker: body.worker, memoryMb: body.memory_mb, gpus: body.gpus };
    const next = () => claim(db, { ...offer, seconds: left() });
    return { job: await waitForWork(services, reply, body.wait_seconds, next) };
  });

  app.post('/api/worker/heartbeat', async (request) => {
    await requireWorker(request, services);
    const body = check(Heartbeat, request.body);
    if (body.leaving) {
      await workerLeft(db.drizzle, body.worker);
      return { known: true, attempts: [] };
    }
    const known = await workerAlive(db.drizzle, body.worker);
    const attempts = [];
    for (const key of body.attempts) {
      attempts.push(
        await db
          .transaction((tx) => ownAttempt(tx, key))
          .then(
            (owned) => ({ attempt: key.attempt, stop: owned.stop_requested, over: null }),
            (error: unknown) => {
              if (!(error instanceof HttpProblem)) throw error;
              return { attempt: key.attempt, stop: true, over: error.message };
            },
          ),
      );
    }
    return { known, attempts };
  });

  app.post('/api/worker/events', { bodyLimit }, async (request) => {
    await requireWorker(request, services);
    const { attempt, token, events } = check(Events, request.body);
    await takeEvents(db, files, { attempt, token }, events);
    return { ok: true };
  });

  app.post('/api/worker/file', { bodyLimit }, async (request) => {
    await requireWorker(request, services);
    const { attempt, token, text } = check(FilePart, request.body);
    await takeEvents(db, files, { attempt, token }, [{ event: 'log', text }]);
    return { ok: true };
  });

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: partBytes },
      (_r, body, done) => done(null, body),
    );
    scope.post('/api/worker/file_part', { bodyLimit: partBytes }, async (request) => {
      await requireWorker(request, services);
      const { attempt, token, file, position } = check(FilePlace, request.query);
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw new HttpProblem(422, 'The part has no bytes.');
      await takeFilePart(db, files, { attempt, token }, { uuid: file, position, bytes });
      return { ok: true };
    });
  });

  app.post('/api/worker/finish', { bodyLimit }, async (request) => {
    await requireWorker(request, services);
    const body = check(Finish, request.body);
    await finishAttempt(
      db,
      files,
      { attempt: body.attempt, token: body.token },
      {
        outcome: body.outcome,
        result: body.result,
        error: body.error,
        exitCode: body.exit_code,
        signal: body.signal,
        peakMemoryMb: body.peak_memory_mb,
        outputTail: body.output_tail,
      },
    );
    wake.emit('queued');
    return { ok: true };
  });

  /** Tries to claim, and while there is nothing waits for an item: woken at once by this server, after a second for others'. */
  async function waitForWork(
    { stopping }: Services,
    reply: FastifyReply,
    seconds: number,
    attempt: () => Promise<Claim | null>,
  ): Promise<Claim | null> {
    const end = Date.now() + seconds * 1000;
    let gone = false;
    reply.raw.on('close', () => {
      gone = true;
      wake.emit('queued');
    });
    for (;;) {
      if (gone) return null;
      const found = await attempt();
      if (found && gone) await giveBack(db, found);
      if (found || stopping() || Date.now() >= end) return found;
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          wake.off('queued', done);
          resolve();
        };
        const timer = setTimeout(done, Math.min(1000, Math.max(0, end - Date.now())));
        wake.on('queued', done);
      });
    }
  }
}
