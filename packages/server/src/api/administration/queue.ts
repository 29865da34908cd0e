import { QueuePage, WorkerDuties } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem, notFound } from '../../errors.ts';
import { waitingNow } from '../../items/read-item.ts';
import { decide, drain, readQueue, workerDuties } from '../../queue/decisions.ts';
import { Done, done } from '../http/answers.ts';
import { paging } from '../http/parameters.ts';
import { person, type Route, route } from '../http/route.ts';
import { onlyAdministrators } from './only-administrators.ts';

const Reason = z.string().check(z.trim(), z.maxLength(500));
const Priority = z.object({ priority: z.int().check(z.minimum(-10), z.maximum(10)), reason: z._default(Reason, '') });
const Hold = z.object({ hold: z.boolean(), reason: z._default(Reason, '') });
const Drain = z.object({ drain: z.boolean(), reason: z._default(Reason, '') });

/** What waits and what works: the queue with its order, and the workers. */
export const queueRoutes: Route[] = [
  route('GET /api/administration/queue', person, {
    summary: 'Lists what waits on this server with the reason why, page by page; for administrators',
    description: '`people` counts what each person has running and waiting.',
    query: paging,
    answer: QueuePage,
    admit: onlyAdministrators,
    handle: async ({ services, db, query }) => readQueue(db.drizzle, await waitingNow(services), query),
  }),
  route('POST /api/administration/queue/:uuid/priority', person, {
    summary: 'Gives an item that waits another priority, with a reason; for administrators',
    description: 'From -10 to 10; higher ones go first, whoever they belong to. 0 is usual and needs no reason.',
    body: Priority,
    example: { priority: 5, reason: 'Needed for the group meeting' },
    answer: Done,
    admit: onlyAdministrators,
    async handle({ services, db, uuid, body: { priority, reason } }) {
      if (priority !== 0 && reason === '') throw new HttpProblem(422, 'Give the reason of the priority.', 'reason');
      if ((await decide(db.drizzle, uuid, { priority, reason })) === null) return null;
      services.wake.emit('queued');
      return done;
    },
  }),
  route('POST /api/administration/queue/:uuid/hold', person, {
    summary: 'Holds an item that waits, with a reason, or releases it; for administrators',
    description: 'An item that is held is not handed out. Its page shows the reason.',
    body: Hold,
    example: { hold: true, reason: 'Waits for the new licence' },
    answer: Done,
    admit: onlyAdministrators,
    async handle({ services, db, uuid, body: { hold, reason } }) {
      if (hold && reason === '') throw new HttpProblem(422, 'Give the reason why it is held.', 'reason');
      if ((await decide(db.drizzle, uuid, { hold: hold ? reason : null })) === null) return null;
      services.wake.emit('queued');
      return done;
    },
  }),
  route('GET /api/administration/workers', person, {
    summary: 'Lists what the workers do and did: items that run, ended attempts, errors; for administrators',
    description:
      'Beside `GET /api/workers`, which has what each can do. `attempts` counts those of the last seven days.',
    answer: WorkerDuties,
    admit: onlyAdministrators,
    handle: async ({ db }) => ({ workers: await workerDuties(db.drizzle) }),
  }),
  route('POST /api/workers/:uuid/drain', person, {
    summary: 'Has a worker finish what it computes and take no more, or take items again; for administrators',
    description: 'The worker is its name on its machine, also after a new start.',
    body: Drain,
    example: { drain: true, reason: 'New memory on Friday' },
    answer: Done,
    admit: onlyAdministrators,
    async handle({ services, db, uuid, body: { drain: drained, reason } }) {
      const name = await drain(db.drizzle, uuid, { drained, reason: reason === '' ? null : reason });
      if (name === null) throw notFound('The worker');
      services.wake.emit('queued');
      return done;
    },
  }),
];
