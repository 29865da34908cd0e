import * as z from 'zod/mini';
import { IdenticalItem } from './identical-item.ts';
import { emptyOrName } from './name.ts';
import { optionalNull, uuid } from './scalars.ts';
import { Awaited, WorkflowSubmission } from './workflow-bodies.ts';

/**
 * Body of `POST /api/workflow/{uuid}/update_draft`: what is missing stays, and so do settings and flags that are null. The folder is changed by
 * moving.
 */
export const DraftUpdate = z.partial(
  z.object({
    name: z.nullable(emptyOrName()),
    workflow_type: WorkflowSubmission.shape.workflow_type,
    workflow_data: z.nullable(z.record(z.string(), z.unknown())),
    initial_molecule: z.unknown(),
    initial_smiles: z.nullable(z.string()),
    after: Awaited.def.innerType,
    max_credits: z.nullable(z.int().check(z.positive())),
    resubmitted_from_uuid: z.nullable(uuid),
    email_when_complete: z.nullable(z.boolean()),
    webhook_url: z.nullable(z.string().check(z.maxLength(2000))),
    options: WorkflowSubmission.shape.options.def.innerType,
  }),
);
export type DraftUpdate = z.infer<typeof DraftUpdate>;

/** Body of `POST /api/workflow/will_be_dispatched`: a submission as far as it is known; the structure may be missing. */
export const DispatchQuestion = z.object({
  workflow_type: z.string(),
  workflow_data: z._default(z.nullable(z.record(z.string(), z.unknown())), {}),
  initial_molecule: optionalNull(z.unknown()),
  initial_smiles: optionalNull(z.string()),
  max_credits: optionalNull(z.number()),
  options: WorkflowSubmission.shape.options,
  /** The folder that it would go to, in whose project an identical item is looked for; null is the root folder. */
  folder_uuid: optionalNull(uuid),
});

/** What would become of a submission at this moment; of the first item, where it would become several. */
export const Dispatch = z.object({
  /** True when it (of several items, at least the first) would enter the queue at once and a connected worker can run it. */
  to_be_dispatched: z.boolean(),
  /** The same as text. */
  reason: z.string(),
  /** Field of the submission that is in the way, where one does. */
  field: z.nullable(z.string()),
  /** Its place in the queue (1 is next); null where it would not be dispatched. */
  queue_position: z.nullable(z.int()),
  /** Connected workers that can run it, and how many of them have nothing to do. */
  workers: z.array(z.object({ name: z.string(), host: z.string(), idle: z.boolean() })),
  /** Host of the first of these workers; empty when there is none. */
  compute_hardware: z.string(),
  /** Minutes that it would run; null where nothing is known to estimate it from, and where it would not be dispatched. */
  time_estimate_min: z.nullable(z.number()),
  /** What the estimate is based on. */
  estimate_basis: z.nullable(z.string()),
  /** Finished items of the project with the same input and versions, whose results can be opened instead. */
  identical: z._default(z.array(IdenticalItem), []),
});
export type Dispatch = z.infer<typeof Dispatch>;
