import * as z from 'zod/mini';
import { AdminCall } from '../platform/admin.ts';
import { ClaimBody, Events, FilePart, Finish, Heartbeat, Register } from '../platform/worker.ts';
import { Done, type Operations } from './operation.ts';

const worker = { caller: 'worker' } as const;
const anybody = { caller: 'anybody' } as const;
const Health = z.looseObject({ ok: z.boolean() });

/** Workers, the command line, and what watches the server. */
export const workerOperations: Operations = {
  'POST /api/worker/register': {
    summary: 'Registers a worker with what its probe found',
    ...worker,
    body: Register,
    answer: z.looseObject({ worker: z.string(), heartbeat_seconds: z.number(), lease_seconds: z.number() }),
  },
  'POST /api/worker/claim': {
    summary: 'Asks for work, and waits for it up to 30 s',
    ...worker,
    body: ClaimBody,
    answer: z.looseObject({ job: z.nullable(z.looseObject({ attempt: z.string(), token: z.string() })) }),
  },
  'POST /api/worker/heartbeat': {
    summary: 'Extends the leases of attempts; the answer says which are to stop',
    ...worker,
    body: Heartbeat,
    answer: z.looseObject({ known: z.boolean(), attempts: z.array(z.looseObject({ attempt: z.string() })) }),
  },
  'POST /api/worker/events': { summary: 'Delivers what compute printed', ...worker, body: Events, answer: Done },
  'POST /api/worker/file': { summary: 'Delivers text of a log', ...worker, body: FilePart, answer: Done },
  'POST /api/worker/finish': { summary: 'Ends an attempt', ...worker, body: Finish, answer: Done },
  'POST /api/admin': {
    summary: 'Carries out "cuvette user" or "cuvette worker-key" while the server runs',
    caller: 'command line',
    body: AdminCall,
    answer: z.looseObject({ answer: z.string() }),
  },
  'GET /healthz': {
    summary: 'Tells that the server lives, whatever its database and files do',
    ...anybody,
    answer: Health,
  },
  'GET /readyz': {
    summary: 'Tells whether requests and work are accepted; 503 with the reason when not',
    ...anybody,
    answer: Health,
  },
  'GET /api/healthz': { summary: 'Tells the same as /healthz', ...anybody, answer: Health },
  'GET /metrics': {
    summary: 'Reads measurements in the Prometheus text format, with the token of CUVETTE_METRICS_TOKEN',
    ...anybody,
    type: 'text/plain; version=0.0.4',
    answer: z.string(),
  },
  'GET /api/openapi.json': {
    summary: 'Reads this description (OpenAPI 3.1)',
    ...anybody,
    answer: z.looseObject({ openapi: z.string() }),
  },
  'GET /api/docs': { summary: 'Shows this description as a page', ...anybody, type: 'text/html', answer: z.string() },
  'GET /api/docs/script.js': {
    summary: 'Reads the script that finds calls on the page',
    ...anybody,
    type: 'text/javascript',
    answer: z.string(),
  },
  'GET /api/schemas': {
    summary: 'Lists the workflow types with the addresses of their schemas',
    ...anybody,
    answer: z.looseObject({
      types: z.array(
        z.looseObject({
          workflow_type: z.string(),
          title: z.string(),
          summary: z.string(),
          settings: z.string(),
          results: z.string(),
        }),
      ),
    }),
  },
  'GET /api/schemas/:name': {
    summary: 'Reads the JSON Schema of the settings or the results of a workflow type',
    ...anybody,
    answer: z.looseObject({ $schema: z.string() }),
  },
  'GET /api/docs/style.css': {
    summary: 'Reads the look of the page',
    ...anybody,
    type: 'text/css',
    answer: z.string(),
  },
};
