import * as z from 'zod/mini';
import { forgivingEnum } from './scalars.ts';

/** A note that a workflow leaves for the person: what happened, with a short heading. */
export const Message = z.looseObject({
  type: forgivingEnum(['error', 'warning', 'info']),
  title: z.string(),
  body: z.string(),
});
export type Message = z.infer<typeof Message>;
