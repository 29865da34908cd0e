import { nameSchema, ProbeReport, WorkerSandbox } from '@cuvette/core/entities';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { ownAttempt } from '../../queue/attempts.ts';
import { claim, giveBack } from '../../queue/claim.ts';
import { whyDenied } from '../../queue/denied-workers.ts';
import { finishAttempt, takeEvents, takeFilePart } from '../../queue/report.ts';
import { heartbeatSeconds, leaseSeconds } from '../../queue/rules.ts';
import { registerWorker, workerAlive, workerLeft } from '../../queue/workers.ts';
import type { Services } from '../../services.ts';
import { partBytes } from '../../store/item-files.ts';
import { isUuid } from '../../wire/body.ts';
import type { Claim } from '../../wire/claim.ts';
import { Done, done } from '../http/answers.ts';
import { checked } from '../http/parameter-kinds.ts';
import { type Route, route, worker } from '../http/route.ts';

const identifier = z.string().check(z.refine(isUuid));
const attemptKey = { attempt: identifier, token: identifier };
/** Bytes of the attempt's log by the last answer that the worker had; workers of older versions do not send it. */
const log_bytes = z.optional(z.int().check(z.minimum(0)));
const Register = z.object({
  name: nameSchema(200),
  host: z.string().check(z.maxLength(200)),
  memory_mb: z.int().check(z.minimum(0)),
  gpus: z._default(z.int().check(z.minimum(0)), 0),
  /** Seconds until the worker ends; null when it has no end. */
  seconds: z._default(z.nullable(z.number()), null),
  report: ProbeReport,
  /** What shuts jobs in there; workers of older versions do not send it. */
  sandbox: z._default(z.nullable(WorkerSandbox), null),
});
const ClaimBody = z.object({
  worker: identifier,
  memory_mb: z.int().check(z.minimum(0)),
  gpus: z.int().check(z.minimum(0)),
  seconds: z.nullable(z.number()),
  wait_seconds: z.number().check(z.minimum(0), z.maximum(30)),
});
const Heartbeat = z.object({
  worker: identifier,
  attempts: z.array(z.object(attemptKey)),
  leaving: z._default(z.boolean(), false),
});
const Events = z.object({ ...attemptKey, events: z.array(z.unknown()).check(z.maxLength(2000)), log_bytes });
const FilePart = z.object({ ...attemptKey, name: z.enum(['log']), text: z.string() });
const Finish = z.object({
  ...attemptKey,
  outcome: z.enum(['completed', 'failed', 'stopped', 'released']),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  exit_code: z.nullable(z.int()),
  signal: z.nullable(z.string()),
  peak_memory_mb: z.nullable(z.number()),
  output_tail: z.string(),
  log_bytes,
});

const text = { type: 'string' };
const part = {
  attempt: checked('The attempt, as the claim named it.', identifier, text),
  token: checked('The token of the attempt, as the claim gave it.', identifier, text),
  file: checked('The identifier that the worker gave the file.', identifier, text),
  position: checked(
    'Which part this is, counted from 0.',
    z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
    { type: 'integer', minimum: 0, maximum: 100_000 },
  ),
};

/** What workers may call, and nothing else may: register, claim, heartbeat, events, file, file_part, finish. */
export const workerRoutes: Route[] = [
  route('POST /api/worker/register', worker, {
    summary: 'Registers a worker with what its probe found',
    body: Register,
    answer: z.looseObject({ worker: z.string(), heartbeat_seconds: z.number(), lease_seconds: z.number() }),
    async handle({ services: { serverId, wake }, db, embedded, body: { memory_mb, ...known } }) {
      const registered = await registerWorker(db, {
        ...known,
        memoryMb: memory_mb,
        serverId: embedded ? serverId : null,
      });
      wake.emit('registered');
      return { worker: registered, heartbeat_seconds: heartbeatSeconds, lease_seconds: leaseSeconds };
    },
  }),
  route('POST /api/worker/claim', worker, {
    summary: 'Asks for work, and waits for it up to 30 s',
    body: ClaimBody,
    answer: z.looseObject({
      job: z.nullable(z.looseObject({ attempt: z.string(), token: z.string() })),
      denied: z.nullable(z.string()),
    }),
    async handle({ services, db, body, reply }) {
      if (!(await workerAlive(db.drizzle, body.worker)))
        throw new HttpProblem(404, 'This worker is not registered here. Register again.');
      const denied = await whyDenied(db.drizzle, body.worker);
      if (denied !== null) return { job: null, denied };
      const asked = performance.now();
      // A worker that waits for work grows older meanwhile.
      const left = () => (body.seconds === null ? null : body.seconds - (performance.now() - asked) / 1000);
      const offer = { worker: body.worker, memoryMb: body.memory_mb, gpus: body.gpus };
      const next = () => claim(db, { ...offer, seconds: left() });
      const job = await waitForWork(services, reply, body.wait_seconds, next);
      return { job: job && { ...job }, denied: null };
    },
  }),
  route('POST /api/worker/heartbeat', worker, {
    summary: 'Extends the leases of attempts; the answer says which are to stop',
    body: Heartbeat,
    answer: z.looseObject({ known: z.boolean(), attempts: z.array(z.looseObject({ attempt: z.string() })) }),
    async handle({ db, body }) {
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
    },
  }),
  route('POST /api/worker/events', worker, {
    summary: 'Delivers what compute printed',
    body: Events,
    answer: z.looseObject({ ok: z.boolean(), log_bytes: z.nullable(z.number()) }),
    handle: async ({ services: { files }, db, body: { events, log_bytes: known, ...key } }) => ({
      ok: true,
      log_bytes: await takeEvents(db, files, key, events, known),
    }),
  }),
  route('POST /api/worker/file', worker, {
    summary: 'Delivers text of a log',
    body: FilePart,
    answer: Done,
    async handle({ services: { files }, db, body: { attempt, token, text } }) {
      await takeEvents(db, files, { attempt, token }, [{ event: 'log', text }]);
      return done;
    },
  }),
  route('POST /api/worker/file_part', worker, {
    summary: 'Delivers one part of a large file; its "file" event follows the last part',
    otherBodies: { 'application/octet-stream': 'The bytes of the part, at most 8 MB.' },
    bodiesAs: { 'application/octet-stream': 'buffer' },
    bodyLimit: partBytes,
    query: part,
    answer: Done,
    async handle({ services: { files }, db, query: { attempt, token, file, position }, request: { body: bytes } }) {
      if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw new HttpProblem(422, 'The part has no bytes.');
      await takeFilePart(db, files, { attempt, token }, { uuid: file, position, bytes });
      return done;
    },
  }),
  route('POST /api/worker/finish', worker, {
    summary: 'Ends an attempt',
    body: Finish,
    answer: Done,
    async handle({ services: { files, wake }, db, body: { attempt, token, outcome, result, error, ...ended } }) {
      const { exit_code: exitCode, signal, peak_memory_mb: peakMemoryMb, output_tail: outputTail } = ended;
      const ending = { outcome, result, error, exitCode, signal, peakMemoryMb, outputTail };
      await finishAttempt(db, files, { attempt, token }, ending, ended.log_bytes);
      wake.emit('queued');
      return done;
    },
  }),
];

/** Tries to claim, and while there is nothing waits for an item: woken at once by this server, after a second for others'. */
async function waitForWork(
  { stopping, wake, db }: Services,
  reply: FastifyReply,
  seconds: number,
  attempt: () => Promise<Claim | null>,
): Promise<Claim | null> {
  const end = performance.now() + seconds * 1000;
  let gone = false;
  reply.raw.on('close', () => {
    gone = true;
    wake.emit('queued');
  });
  for (;;) {
    if (gone) return null;
    const found = await attempt();
    if (found && gone) await giveBack(db, found);
    if (found || stopping() || performance.now() >= end) return found;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        wake.off('queued', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(1000, Math.max(0, end - performance.now())));
      wake.on('queued', done);
    });
  }
}
