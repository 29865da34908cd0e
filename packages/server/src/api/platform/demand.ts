import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { readDemand } from '../../queue/demand.ts';
import { bearsToken } from '../http/bearer.ts';
import { text } from '../http/parameter-kinds.ts';
import { anybody, type Route, route } from '../http/route.ts';

const Group = z.looseObject({
  requirements: z.array(z.string()),
  memory_mb: z.nullable(z.int()),
  gpus: z.int(),
  seconds_needed: z.nullable(z.number()),
  person: z.nullable(z.string()),
  slots: z.int(),
  oldest_seconds: z.number(),
});
const Worker = z.looseObject({
  name: z.string(),
  host: z.string(),
  connected: z.boolean(),
  busy: z.boolean(),
  person: z.nullable(z.string()),
  denied: z.nullable(z.string()),
  capabilities: z.array(z.string()),
  memory_mb: z.int(),
  gpus: z.int(),
  seen_seconds: z.number(),
});
const Demand = z.looseObject({
  slots: z.int(),
  running: z.int(),
  groups: z.array(Group),
  workers: z.array(Worker),
});

/**
 * For whoever starts workers: `cuvette pilots` on a batch system, KEDA on Kubernetes. It has a token of its own, which opens nothing else, because it
 * lies in the settings of other programs; without it there is no answer, for the numbers tell how much people work.
 */
export const demandRoutes: Route[] = [
  route('GET /api/platform/demand', anybody, {
    summary: 'Counts what waits for a worker, with the token of CUVETTE_DEMAND_TOKEN',
    description:
      '`slots` is the number of items that wait, `running` of those that run. `groups` are the waiting items by what they need: `memory_mb` and `seconds_needed` are the least that one of a group needs, null where that is not known. `workers` are those of the last hour. KEDA reads `slots` (trigger `metrics-api`, `valueLocation: slots`, `authMode: bearer`).',
    query: { capability: text('Only what needs this capability of a worker.', 'dft') },
    answer: Demand,
    async handle({ services: { config }, db, query: { capability }, request, reply }) {
      if (config.demandToken === null) {
        throw new HttpProblem(404, 'The demand is not switched on: set CUVETTE_DEMAND_TOKEN on the server.');
      }
      if (!bearsToken(request, config.demandToken)) {
        throw new HttpProblem(401, 'Send the token of CUVETTE_DEMAND_TOKEN (Authorization: Bearer).');
      }
      reply.header('cache-control', 'no-store');
      return readDemand(db.drizzle, capability ?? null);
    },
  }),
];
