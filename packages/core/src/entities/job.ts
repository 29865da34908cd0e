import * as z from 'zod/mini';
import { Calculation } from './calculation.ts';
import { Message } from './message.ts';
import { ItemProvenance } from './provenance.ts';
import { ErrorClass, Progress } from './workflow-item.ts';

const data = z.record(z.string(), z.unknown());

/** What compute gets on its standard input: one attempt at one item. Results of steps that an earlier attempt finished stand in `steps`. */
export const Job = z.looseObject({
  protocol: z.literal(1),
  uuid: z.string(),
  attempt: z.int(),
  type: z.string(),
  data,
  options: z._default(z.looseObject({ enumerate_stereo: z._default(z.boolean(), false) }), { enumerate_stereo: false }),
  threads: z._default(z.int(), 1),
  seed: z._default(z.int(), 42),
  steps: z._default(z.record(z.string(), z.unknown()), {}),
});
export type Job = z.infer<typeof Job>;

/** One line that compute prints. */
export const JobEvent = z.discriminatedUnion('event', [
  z.extend(Progress, { event: z.literal('progress') }),
  z.looseObject({ event: z.literal('log'), text: z.string() }),
  z.looseObject({ event: z.literal('step'), key: z.string(), result: z.unknown() }),
  z.looseObject({ event: z.literal('calculation'), uuid: z.string(), calculation: Calculation }),
  z.looseObject({ event: z.literal('partial'), data }),
  z.looseObject({
    event: z.literal('result'),
    data,
    messages: z._default(z.array(Message), []),
    provenance: z.nullable(ItemProvenance),
  }),
  z.looseObject({
    event: z.literal('error'),
    error_class: ErrorClass,
    message: z.string(),
    detail: z._default(z.nullable(z.string()), null),
    field: z._default(z.nullable(z.string()), null),
  }),
]);
export type JobEvent = z.infer<typeof JobEvent>;
