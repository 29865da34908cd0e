import {
  Attempt,
  BatchFindings,
  BatchSummary,
  Bundle,
  Calculation,
  CalculationSummary,
  FolderQuery,
  FormulaDrawings,
  ItemValues,
  MethodReport,
  Molecule,
  MoveWorkflows,
  mostDrawn,
  WorkflowContents,
  WorkflowItem,
  WorkflowSubmission,
  WorkflowUpdate,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { mostZipped } from '../../bundles/write-zips.ts';
import { orderNames } from '../../store/contents.ts';
import { contentsSortNames } from '../../store/workflow-contents.ts';
import { statusCodes } from '../description/parameters.ts';
import { mostReadTogether } from '../http/query.ts';
import { BatchQuestion, BatchSubmission, ReadUuids, Uuids } from '../items/workflow-batch.ts';
import { Count, Deleted, Done, marks, type Operations, oneOf, paging, readBy, Text, tail } from './operation.ts';

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
const reading = (prefix: '/api' | '/api/shared'): Operations => ({
  [`GET ${prefix}/workflow/:uuid`]: {
    summary: `Reads ${oneOf('item', prefix)} with its settings, state and results`,
    description:
      'Ask again every 10 s with If-None-Match while `object_status` is 0, 1 or 5: an unchanged item is answered 304.',
    ...readBy(prefix),
    answer: WorkflowItem,
  },
  [`GET ${prefix}/workflow/:uuid/bundle`]: {
    summary: `Reads ${oneOf('item', prefix)} with its calculations and files as one bundle`,
    description:
      'The bundle can be imported on another server and shown by the widgets without any server. The zip holds the same with a README, molecules as XYZ, SDF and PDB files, tables as CSV, logs and references; hundreds of calculations share a few files. What has more than 64 MB as JSON is answered 413: take the zip. One bundle at a time is made. A zip that holds more than 1 GB cannot be imported whole; its README says so.',
    ...readBy(prefix),
    shown: ['format'],
    otherAnswers: { 'application/zip': 'with `format=zip`, under a name to save it by.' },
    query: z.object({ format: z.optional(z.enum(['json', 'zip'])) }),
    answer: Bundle,
  },
  [`GET ${prefix}/workflow/:uuid/values`]: {
    summary: `Reads the named numbers of ${oneOf('item', prefix)} with their units, ± and methods`,
    description:
      'What a sentence can quote of a result, without its data: `value` is null where it was not computed, or not yet. Ask again after `poll_seconds` with If-None-Match.',
    ...readBy(prefix),
    answer: ItemValues,
  },
  [`GET ${prefix}/workflow/read_workflows`]: {
    summary: `Reads up to ${mostReadTogether}${prefix === '/api' ? '' : ' shared'} items at once, with their data and without their logs`,
    description: 'By their identifiers; what the caller cannot see is left out.',
    ...readBy(prefix),
    parameters: { uuids: { description: `The items, repeated or separated by commas; at most ${mostReadTogether}.` } },
    query: z.object({ uuids: z.array(z.string()).check(z.minLength(1), z.maxLength(mostReadTogether)) }),
    answer: z.record(z.string(), WorkflowItem),
  },
  [`GET ${prefix}/workflow/drawings`]: {
    summary: `Draws the structural formulas of up to ${mostDrawn}${prefix === '/api' ? '' : ' shared'} items, small`,
    description:
      'Lines and letters without markup, by the identifier of the item: null where the SMILES is too long for a small picture. Items without a SMILES, and those that the caller cannot see, are left out.',
    ...readBy(prefix),
    parameters: {
      uuids: { description: `The items, repeated or separated by commas; at most ${mostDrawn}.` },
    },
    query: z.object({ uuids: z.array(z.string()).check(z.minLength(1), z.maxLength(mostDrawn)) }),
    answer: FormulaDrawings,
  },
  [`GET ${prefix}/workflow/:uuid/contents`]: {
    summary: `Lists the calculations that ${oneOf('item', prefix)} made, page by page`,
    ...readBy(prefix),
    parameters: {
      sort: { default: 'position', example: undefined },
      asc: { description: 'Ascending; true when left out for `position`, false for all else.', default: undefined },
      statuses: {
        description: `Only calculations with these statuses, repeated or separated by commas: ${statusCodes}.`,
      },
    },
    query: UnderItem,
    answer: WorkflowContents,
  },
  [`GET ${prefix}/workflow/:uuid/log`]: {
    summary: `Reads the log of ${oneOf('item', prefix)}, or the end of it`,
    ...readBy(prefix),
    query: z.object(tail),
    answer: Log,
  },
  [`GET ${prefix}/calculation/read_molecules`]: {
    summary: `Reads the molecules of up to 25${prefix === '/api' ? '' : ' shared'} calculations at once`,
    description:
      'The answer has the molecules by the identifier of their calculation; what the caller cannot see is left out.',
    ...readBy(prefix),
    query: ManyQuery,
    answer: ManyMolecules,
  },
  [`GET ${prefix}/calculation/read_calculations`]: {
    summary: `Reads up to ${mostReadTogether}${prefix === '/api' ? '' : ' shared'} calculations at once, without their molecules`,
    description: 'By their identifiers; what the caller cannot see is left out.',
    ...readBy(prefix),
    parameters: {
      uuids: { description: `The calculations, repeated or separated by commas; at most ${mostReadTogether}.` },
    },
    query: z.object({ uuids: z.array(z.string()).check(z.minLength(1), z.maxLength(mostReadTogether)) }),
    answer: z.record(z.string(), CalculationSummary),
  },
  [`GET ${prefix}/calculation/:uuid`]: {
    summary: `Reads ${oneOf('calculation', prefix)} without its molecules`,
    ...readBy(prefix),
    answer: CalculationSummary,
  },
  [`GET ${prefix}/calculation/:uuid/molecules`]: {
    summary: `Reads the molecules of ${oneOf('calculation', prefix)} in the order of the steps; the last is the final one`,
    ...readBy(prefix),
    query: z.object(frequencies),
    answer: Molecules,
  },
  [`GET ${prefix}/calculation/:uuid/stjames`]: {
    summary: `Reads ${oneOf('calculation', prefix)} with its settings, molecules and properties`,
    ...readBy(prefix),
    answer: Calculation,
  },
  [`GET ${prefix}/calculation/:uuid/logfile`]: {
    summary: `Reads the log of ${oneOf('calculation', prefix)}, or the end of it`,
    ...readBy(prefix),
    query: z.object(tail),
    answer: z.looseObject({ logfile: z.string() }),
  },
});

/** Settings of the examples: every set-up of Cuvette has the programs for them. */
const conformersWithXtb = {
  conf_gen_mode: 'rapid',
  mso_mode: 'manual',
  multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb', tasks: ['optimize'] }] },
};

/** Items (workflows) and their calculations. */
export const itemOperations: Operations = {
  'POST /api/workflow': {
    summary: 'Submits a workflow: it is checked and enters the queue',
    description:
      'Give `initial_molecule` or `initial_smiles`, and in `workflow_data` the settings that are not to be the default. `GET /api/methods` lists what this server can compute with; anything else is refused in words with the `field` that it is about. In the first seconds after a start, before the server’s worker has reported, what cannot be judged yet is answered with 503 and `Retry-After`: send it again. With `options.enumerate_stereo` a SMILES with undefined stereocentres makes one item for each stereoisomer.',
    more: { url: '/api/schemas', description: 'Workflow types with the JSON Schemas of their settings and results' },
    example: {
      name: 'Ibuprofen conformers',
      workflow_type: 'conformer_search',
      initial_smiles: 'CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O',
      workflow_data: conformersWithXtb,
    },
    body: WorkflowSubmission,
    status: 201,
    once: true,
    answer: WorkflowItem,
  },
  'GET /api/methods': {
    summary: 'Lists the methods, programs and elements that the connected workers can compute with',
    answer: MethodReport,
  },
  'GET /api/workflow': {
    summary: 'Lists the items that you may see, page by page, without their data',
    description: 'Newest first unless sorted otherwise.',
    shown: ['page', 'size', 'statuses'],
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
      sort: z.optional(z.enum(orderNames)),
      asc: z.optional(z.boolean()),
      count: z.optional(z.boolean()),
    }),
    answer: z.looseObject({
      workflows: z.array(WorkflowItem),
      num_pages: Count,
      total: z.optional(Count),
      unread: z.optional(Count),
    }),
  },
  ...reading('/api'),
  ...reading('/api/shared'),
  'GET /api/shared/workflow/:uuid/badge.svg': {
    summary: 'Draws a small picture of a shared item: type, name, and its main number or its status',
    description: 'For places that take pictures only, such as Markdown. It is made anew with each state of the item.',
    caller: 'anybody',
    type: 'image/svg+xml',
    tagged: true,
    answer: Text,
  },
  'POST /api/workflow/:uuid': {
    summary: 'Changes the name, notes, marks or folder of an item; what is left out stays',
    example: { name: 'Ibuprofen, rapid', starred: true },
    body: WorkflowUpdate,
    bodyOptional: true,
    answer: WorkflowItem,
  },
  'DELETE /api/workflow/:uuid': { summary: 'Deletes an item, which can be restored for 30 days', answer: Deleted },
  'POST /api/workflow/:uuid/stop': {
    summary: 'Stops an item that is queued or running; what it has so far is kept',
    answer: WorkflowItem,
  },
  'GET /api/workflow/:uuid/attempts': {
    summary: 'Lists the attempts of workers at an item with the ends of their logs',
    description: 'All at once: an item is tried again a few times only.',
    answer: z.array(Attempt),
  },
  'POST /api/workflow/move_workflows': {
    summary: 'Moves items to a folder: all of them, or none',
    body: MoveWorkflows,
    answer: Done,
  },
  'GET /api/workflow/bundles': {
    summary: 'Reads several items as one zip that holds the zip of each',
    description:
      'An item that has become too large for a zip is left out, and the README says so. The zip can be imported whole, and each zip in it by itself.',
    query: z.object({ uuids: z.array(z.string()).check(z.minLength(1), z.maxLength(mostZipped)) }),
    type: 'application/zip',
    answer: Text,
  },
  'POST /api/workflow/batch_submit': {
    summary: 'Submits up to 1000 workflows of one type with the same settings: all of them, or none',
    description:
      'A batch with structures that cannot be run is refused with all of them named; with `skip_invalid` the others are taken, and `X-Cuvette-Skipped` counts those left out from 1. With `summary` the answer names the items by their identifiers only, and each structure that was left out with its reason.',
    headers: ['X-Cuvette-Skipped'],
    example: {
      workflow_type: 'conformer_search',
      workflow_data: conformersWithXtb,
      names: ['Aspirin', 'Caffeine'],
      initial_smileses: ['CC(=O)Oc1ccccc1C(=O)O', 'Cn1cnc2c1c(=O)n(C)c(=O)n2C'],
    },
    body: BatchSubmission,
    status: 201,
    once: true,
    answer: z.union([z.array(WorkflowItem), BatchSummary]),
  },
  'POST /api/workflow/batch_check': {
    summary: 'Says of up to 1000 SMILES what stands in the way of running them',
    description:
      'Nothing is stored. Each SMILES is judged by the rules of the type with these settings, as far as the SMILES alone shows it.',
    example: { workflow_type: 'solubility', initial_smileses: ['CC(=O)Oc1ccccc1C(=O)O', '[Na+].[Cl-]'] },
    body: BatchQuestion,
    answer: BatchFindings,
  },
  'POST /api/workflow/batch_retrieve': {
    summary: 'Reads several items at once',
    description: 'Those that are not there are named in `X-Cuvette-Missing`; 404 where none is.',
    headers: ['X-Cuvette-Missing'],
    body: ReadUuids,
    answer: z.array(WorkflowItem),
  },
  'POST /api/workflow/batch_status': {
    summary: 'Counts how many of the named items have which status',
    description: `The answer counts by status code: ${statusCodes}. Those that are not there are named in \`X-Cuvette-Missing\`; 404 where none is.`,
    headers: ['X-Cuvette-Missing'],
    body: Uuids,
    answer: z.record(z.string(), Count),
  },
  'POST /api/workflow/batch_stop': {
    summary: 'Stops several items; finished ones stay as they are',
    description: 'Those that are not there are named under `missing`; 404 where none is.',
    headers: ['X-Cuvette-Missing'],
    body: Uuids,
    answer: z.looseObject({ ok: z.literal(true), done: Count, missing: z.array(z.string()) }),
  },
  'DELETE /api/workflow': {
    summary: 'Deletes several items; each can be restored',
    description: 'Those that are not there are named under `missing`; 404 where none is.',
    headers: ['X-Cuvette-Missing'],
    body: Uuids,
    answer: z.looseObject({
      ok: z.literal(true),
      done: Count,
      missing: z.array(z.string()),
      deletion_uuids: z.array(z.string()),
    }),
  },
  'DELETE /api/workflow/:uuid/delete_workflow_data': {
    summary: 'Throws the results of a finished item away for good; its input stays',
    answer: Done,
  },
};
