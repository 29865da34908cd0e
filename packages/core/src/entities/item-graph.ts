import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';

/** An item of a graph: as much of it as a drawing shows. */
const GraphItem = z.object({
  uuid: z.string(),
  name: z.string(),
  object_type: z.string(),
  object_status: z.int(),
  smiles: optionalNull(z.string()),
});
export type GraphItem = z.infer<typeof GraphItem>;

/** That an item comes from another one. */
const GraphLink = z.object({
  /** The source. */
  from: z.string(),
  /** What the source was called when the link was made; it is shown where the source is gone. */
  from_name: z.string(),
  to: z.string(),
  /** `after`: by its submission; `made_from`: a person took a structure of the result by hand. */
  kind: z.enum(['after', 'made_from']),
  /** Results that are taken: the field that each is put at, and its path in the result. Empty where the item only waits. */
  taken: z.array(z.object({ field: z.string(), path: z.nullable(z.string()) })),
});
export type GraphLink = z.infer<typeof GraphLink>;

/** Answer of `GET /api/workflow/{uuid}/graph`: what an item comes from and what was made of it, as far as the reader may see it. */
export const ItemGraph = z.object({
  items: z.array(GraphItem),
  links: z.array(GraphLink),
  /** Sources that were deleted or that the reader may not see. */
  gone: z.array(z.object({ uuid: z.string(), name: z.string() })),
  /** Whether there are more items than these. */
  is_cut: z.boolean(),
});
export type ItemGraph = z.infer<typeof ItemGraph>;
