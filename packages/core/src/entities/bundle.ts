import * as z from 'zod/mini';
import { Calculation } from './calculation.ts';
import { WorkflowItem } from './workflow-item.ts';

/** The one JSON document (`*.cuvette.json`) that holds a result whole: widgets read it without a server, another server imports it. */
export const Bundle = z.looseObject({
  format: z.literal('cuvette-bundle'),
  version: z.literal(1),
  created_at: z.string(),
  items: z.array(WorkflowItem),
  calculations: z.record(z.string(), Calculation),
  proteins: z._default(z.record(z.string(), z.unknown()), {}),
  /** Files by name: text inlined, or an address relative to the document. */
  files: z._default(z.record(z.string(), z.looseObject({ media_type: z.string() })), {}),
});
export type Bundle = z.infer<typeof Bundle>;
