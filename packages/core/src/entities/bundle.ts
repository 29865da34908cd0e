import * as z from 'zod/mini';
import { Calculation } from './calculation.ts';
import { optionalNull } from './scalars.ts';
import { WorkflowItem } from './workflow-item.ts';

/**
 * A large file of an item. Its bytes are in the document (`base64`), beside it (`address`, relative to the document), or nowhere
 * (`left_out` says why).
 */
export const BundleFile = z.looseObject({
  media_type: z.string(),
  workflow_uuid: z._default(z.string(), ''),
  name: z._default(z.string(), ''),
  kind: z._default(z.string(), ''),
  bytes: z._default(z.int(), 0),
  details: z._default(z.record(z.string(), z.unknown()), {}),
  base64: z.optional(z.string()),
  address: z.optional(z.string()),
  left_out: z.optional(z.string()),
});
export type BundleFile = z.infer<typeof BundleFile>;

/** The one JSON document (`*.cuvette.json`) that holds a result whole: widgets read it without a server, another server imports it. */
export const Bundle = z.looseObject({
  format: z.literal('cuvette-bundle'),
  version: z.literal(1),
  created_at: z.string(),
  /** Address and version of the server that wrote it. */
  server: optionalNull(z.looseObject({ address: optionalNull(z.string()), version: optionalNull(z.string()) })),
  items: z.array(WorkflowItem),
  calculations: z.record(z.string(), Calculation),
  proteins: z._default(z.record(z.string(), z.unknown()), {}),
  files: z._default(z.record(z.string(), BundleFile), {}),
});
export type Bundle = z.infer<typeof Bundle>;
