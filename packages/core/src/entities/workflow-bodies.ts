import * as z from 'zod/mini';
import { OwnColumns } from './batch.ts';
import { emptyOrName, Name } from './name.ts';
import { mostAwaited } from './result-reference.ts';
import { optionalNull, uuid } from './scalars.ts';

/** What is replaced where this server cannot run it: defaults (left out, or what the public client sends by itself), choices too, or nothing. */
export const substitutions = ['defaults', 'on', 'off'] as const;
export type Substitution = (typeof substitutions)[number];

/** How open stereo is handled: the first isomer in canonical order runs, each as an item of its own, or it is refused. */
export const stereoChoices = ['first', 'each', 'refuse'] as const;

/** Items that a submission waits for; null, as clients send what they leave open, is none. */
export const Awaited = z._default(
  z.pipe(
    z.nullable(z.array(uuid).check(z.maxLength(mostAwaited))),
    z.transform((uuids) => uuids ?? []),
  ),
  [],
);

/** Body of `POST /api/workflow`. Unknown keys are dropped. */
export const WorkflowSubmission = z.object({
  name: optionalNull(emptyOrName()),
  folder_uuid: optionalNull(uuid),
  workflow_type: z.string(),
  /** Settings of the type; null, as scripts send it, leaves all at their defaults. */
  workflow_data: z._default(
    z.pipe(
      z.nullable(z.record(z.string(), z.unknown())),
      z.transform((data) => data ?? {}),
    ),
    {},
  ),
  /** A molecule, or a reference to a result of another item (`ResultReference`), which any setting may be, too. */
  initial_molecule: optionalNull(z.unknown()),
  initial_smiles: optionalNull(z.string()),
  /** Items that must have completed before it begins; those whose results it takes are among them without being named. */
  after: Awaited,
  /** Minutes of computing after which the item is stopped; null: no limit. Without billing a credit is a minute. */
  max_credits: optionalNull(z.int().check(z.positive())),
  /** The item whose settings were taken over; one that the person can read. */
  resubmitted_from_uuid: optionalNull(uuid),
  /** Kept without being run. */
  is_draft: z._default(z.boolean(), false),
  email_when_complete: z._default(z.boolean(), false),
  /** Called when the item has ended. */
  webhook_url: optionalNull(z.string().check(z.maxLength(2000))),
  options: z.prefault(
    z.object({
      /** What the row of a list says of the structure beside its SMILES and its name; the table of a batch keeps it. */
      columns: z.optional(OwnColumns),
      /** The same as `stereo: 'each'`. */
      enumerate_stereo: z._default(z.boolean(), false),
      /** It answers the question of `resubmitted_from_uuid` by another method: both are shown side by side, and neither is the newer result of the other. */
      second_opinion: z.optional(z.boolean()),
      /** How a SMILES with undefined stereocentres or double bonds is handled. */
      stereo: z._default(z.enum(stereoChoices), 'first'),
      /** What is replaced by the nearest offer where this server cannot run it; true is `on`, false `off`, null follows the server's setting. */
      substitute: z.optional(z.nullable(z.union([z.boolean(), z.enum(substitutions)]))),
    }),
    {},
  ),
});
export type WorkflowSubmission = z.infer<typeof WorkflowSubmission>;
export type WorkflowSubmissionInput = z.input<typeof WorkflowSubmission>;

/** Body of `POST /api/workflow/{uuid}`: what an owner may change; what is missing stays. */
export const WorkflowUpdate = z.object({
  name: z.optional(Name),
  notes: z.optional(z.string().check(z.maxLength(1_000_000))),
  /** The notes that these replace, as they were read: refused where others are there by now. Left out, they replace whatever is there. */
  notes_before: z.optional(z.string().check(z.maxLength(1_000_000))),
  starred: z.optional(z.boolean()),
  public: z.optional(z.boolean()),
  email_when_complete: z.optional(z.boolean()),
  /** Null leaves it where it is. */
  parent_uuid: z.optional(z.nullable(uuid)),
});
export type WorkflowUpdate = z.infer<typeof WorkflowUpdate>;
