import {
  Attempt,
  Bundle,
  Calculation,
  CalculationSummary,
  FolderQuery,
  MethodReport,
  Molecule,
  MoveWorkflows,
  WorkflowContents,
  WorkflowItem,
  WorkflowSubmission,
  WorkflowUpdate,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { sortNames } from '../../store/contents.ts';
import { contentsSortNames } from '../../store/workflow-contents.ts';
import { BatchSubmission, Uuids } from '../workflow-batch.ts';
import { Count, Deleted, Done, marks, type Operations, paging, tail } from './operation.ts';

const Log = z.looseObject({ log: z.string() });
const Molecules = z.array(Molecule);
const frequencies = { return_frequencies: z.optional(z.boolean()) };
const { name_contains, statuses, object_types, created_after, created_before, updated_after, updated_before } =
  FolderQuery.shape;
const dates = { created_after, created_before, updated_after, updated_before };
const UnderItem = z.object({
  ...paging,
  name_contains,
  statuses,
  ...dates,
  sort: z.optional(z.enum(contentsSortNames)),
  asc: z.optional(z.boolean()),
});
const ManyMolecules = z.record(z.string(), Molecules);
const ManyQuery = z.object({ uuids: z.array(z.string()).check(z.minLength(1), z.maxLength(25)), ...frequencies });

/** The reading calls of items and calculations, for whoever sees them (`/api`) and for everybody (`/api/shared`). */
const reading = (prefix: string, shared: { caller: 'anybody' } | object, ending: string): Operations => ({
  [`GET ${prefix}/workflow/:uuid`]: { summary: `An item${ending}`, ...shared, answer: WorkflowItem },
  [`GET ${prefix}/workflow/:uuid/bundle`]: {
    summary: `An item${ending} with its calculations and files, as one document; with format=zip as a zip that a person can open`,
    ...shared,
    query: z.object({ format: z.optional(z.enum(['json', 'zip'])) }),
    answer: Bundle,
  },
  [`GET ${prefix}/workflow/:uuid/contents`]: {
    summary: `One page of what stands under an item${ending}, filtered and sorted: the calculations that it made`,
    ...shared,
    query: UnderItem,
    answer: WorkflowContents,
  },
  [`GET ${prefix}/workflow/:uuid/log`]: {
    summary: `The log of an item${ending}, or the last bytes of it`,
    ...shared,
    query: z.object(tail),
    answer: Log,
  },
  [`GET ${prefix}/calculation/read_molecules`]: {
    summary: `Molecules of up to 25 calculations${ending}, by uuid; what cannot be seen is left out`,
    ...shared,
    query: ManyQuery,
    answer: ManyMolecules,
  },
  [`GET ${prefix}/calculation/:uuid`]: {
    summary: `A calculation${ending} without its molecules`,
    ...shared,
    answer: CalculationSummary,
  },
  [`GET ${prefix}/calculation/:uuid/molecules`]: {
    summary: `The molecules of a calculation${ending}, the last one final`,
    ...shared,
    query: z.object(frequencies),
    answer: Molecules,
  },
  [`GET ${prefix}/calculation/:uuid/stjames`]: {
    summary: `A calculation${ending}, whole`,
    ...shared,
    answer: Calculation,
  },
  [`GET ${prefix}/calculation/:uuid/logfile`]: {
    summary: `The log of a calculation${ending}, or the end of it`,
    ...shared,
    query: z.object(tail),
    answer: z.looseObject({ logfile: z.string() }),
  },
});

/** Items (workflows) and their calculations. */
export const itemOperations: Operations = {
  'GET /api/methods': { summary: 'What the workers of this server can do', answer: MethodReport },
  'POST /api/workflow': {
    summary: 'Submits an item; the workflow types, their settings and results are in the documentation of each type',
    body: WorkflowSubmission,
    status: 201,
    answer: WorkflowItem,
  },
  'GET /api/workflow': {
    summary:
      'One page of the items that one may see, filtered and sorted (newest first unless asked), without their data',
    query: z.object({
      ...paging,
      ...marks,
      parent_uuid: z.optional(z.uuid()),
      project_uuid: z.optional(z.uuid()),
      object_status: z.optional(z.int().check(z.minimum(0), z.maximum(6))),
      object_type: z.optional(z.string().check(z.maxLength(500))),
      statuses,
      object_types,
      ...dates,
      sort: z.optional(z.enum(sortNames)),
      asc: z.optional(z.boolean()),
    }),
    answer: z.looseObject({ workflows: z.array(WorkflowItem), num_pages: Count }),
  },
  ...reading('/api', {}, ''),
  ...reading('/api/shared', { caller: 'anybody' }, ' that is shared'),
  'POST /api/workflow/:uuid': {
    summary: 'Changes an item: name, notes, marks, folder',
    body: WorkflowUpdate,
    bodyOptional: true,
    answer: WorkflowItem,
  },
  'DELETE /api/workflow/:uuid': { summary: 'Deletes an item; it can be restored for 30 days', answer: Deleted },
  'POST /api/workflow/:uuid/stop': { summary: 'Stops an item', answer: WorkflowItem },
  'GET /api/workflow/:uuid/attempts': { summary: 'The attempts at an item, with their logs', answer: z.array(Attempt) },
  'POST /api/workflow/move_workflows': {
    summary: 'Moves items to a folder: all, or none',
    body: MoveWorkflows,
    answer: Done,
  },
  'POST /api/workflow/batch_submit': {
    summary: 'Submits up to 500 items of one type: all, or none',
    body: BatchSubmission,
    status: 201,
    answer: z.array(WorkflowItem),
  },
  'POST /api/workflow/batch_retrieve': { summary: 'Several items at once', body: Uuids, answer: z.array(WorkflowItem) },
  'POST /api/workflow/batch_status': {
    summary: 'How many of these items have which status',
    body: Uuids,
    answer: z.record(z.string(), Count),
  },
  'DELETE /api/workflow/:uuid/delete_workflow_data': {
    summary: 'Throws the results of a finished item away; its input stays',
    answer: Done,
  },
};
