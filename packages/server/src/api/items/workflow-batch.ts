import {
  BatchFindings,
  BatchSummary,
  emptyOrName,
  mostInBatch,
  StructureMatch,
  SubmittedWorkflow,
  status,
  uuid,
  WorkflowItem,
  WorkflowSubmission,
} from '@cuvette/core/entities';
import { catalogue, loadWorkflow } from '@cuvette/core/workflows';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { aboutField, HttpProblem } from '../../errors.ts';
import { identicalItems } from '../../items/identical-items.ts';
import { listFound } from '../../items/list-items.ts';
import { findItem, itemFor, storedItems } from '../../items/read-item.ts';
import { convertingFor } from '../../services.ts';
import { deleteWorkflow } from '../../store/deletions.ts';
import { seesFolder } from '../../store/folders/folders.ts';
import { clearWorkflow, statusesOf } from '../../store/workflow-batches.ts';
import { stopWorkflow } from '../../store/workflows/change-workflow.ts';
import { check, isUuid } from '../../wire/body.ts';
import { Count, Done, done } from '../http/answers.ts';
import { noteRequested } from '../http/client-vocabulary.ts';
import { wholeNumber } from '../http/parameter-kinds.ts';
import { contents, statusCodes, typeList } from '../http/parameters.ts';
import { type Call, type Route, reads, route, withinProject } from '../http/route.ts';
import { tellCaller } from '../http/unknown-names.ts';
import { linkedBatch } from './chain/prepare-linked.ts';
import { requireNamed } from './named-things.ts';
import { findInBatch } from './submission/batch-findings.ts';
import { replacedInWords } from './submission/new-item.ts';
import { prepareSubmissions } from './submission/prepare.ts';
import { typeOfDraft } from './submission/read-submission.ts';
import { submitOnce } from './submit-once.ts';
import { conformersWithXtb } from './workflow.ts';

const mostRead = 100;

const optionalList = <T extends z.core.$ZodType>(entry: T) => z._default(z.nullable(z.array(entry)), null);
const BatchSubmission = z.object({
  names: optionalList(z.nullable(emptyOrName())),
  folder_uuid: WorkflowSubmission.shape.folder_uuid,
  workflow_type: WorkflowSubmission.shape.workflow_type,
  workflow_data: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
  max_credits: WorkflowSubmission.shape.max_credits,
  webhook_url: WorkflowSubmission.shape.webhook_url,
  options: WorkflowSubmission.shape.options,
  after: WorkflowSubmission.shape.after,
  /** Takes the batch without the structures that cannot be run; they are named in the answer's header. */
  skip_invalid: z._default(z.boolean(), false),
  /** Answers with identifiers and with what was left out, in place of whole items. */
  summary: z._default(z.boolean(), false),
  initial_molecules: optionalList(z.unknown()),
  initial_smileses: optionalList(z.string()),
  /** The list's own columns beside SMILES and names: their headings, and for each structure the text of each; the table of the batch keeps them. */
  columns: z._default(
    z.nullable(z.object({ headings: z.array(z.string()), rows: z.array(z.array(z.string())) })),
    null,
  ),
});
/** SMILES of a batch that is to be looked at before it is submitted. */
const BatchQuestion = z.object({
  workflow_type: WorkflowSubmission.shape.workflow_type,
  workflow_data: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
  initial_smileses: z.array(z.string()).check(z.minLength(1), z.maxLength(mostInBatch)),
  /** As of the submission that would follow. */
  options: WorkflowSubmission.shape.options,
  /** The same as `options.stereo` "each". */
  enumerate_stereo: z._default(z.boolean(), false),
});
const Uuids = z.object({ uuids: z.array(uuid).check(z.minLength(1), z.maxLength(mostInBatch)) });
/** Whole items, of which fewer are read at once. */
const ReadUuids = z.object({
  uuids: z.array(uuid).check(z.minLength(1), z.maxLength(mostRead)),
});

/** The field of one submission as the batch has it: `initial_smiles` of the second is `initial_smileses.1`, and so is a structure that a SMILES cannot be. */
function batchField(field: string, index: number, given: 'initial_smileses' | 'initial_molecules'): string {
  const lists: Record<string, string> = { name: 'names', initial_smiles: given, initial_molecule: given };
  const [first = '', ...rest] = field.split('.');
  return lists[first] ? [lists[first], index, ...rest].join('.') : field;
}

/** Description of `object_type`, by which scripts ask for one type. */
const oneType = {
  description: 'Only items of this workflow type.',
  example: 'conformer_search',
  schema: { type: 'string', maxLength: 500, enum: catalogue.map(({ type }) => type) },
};

/** The answer of a call that does something with several items. */
const Several = { ok: z.literal(true), done: Count, missing: z.array(z.string()) };

/** Header that names the structures of a batch that were left out, counted from 1. */
export const skippedHeader = 'x-cuvette-skipped';

/** Most refusals of a batch that are listed one by one. */
const mostListed = 20;

/** All structures of a batch that cannot be run, as one refusal at the field of the first. */
function severalProblems(refused: readonly HttpProblem[], count: number): HttpProblem {
  const [first] = refused;
  if (refused.length === 1 && first) return first;
  const sentences = refused.slice(0, mostListed).map(({ message }) => message);
  const more = refused.length > mostListed ? [`And ${refused.length - mostListed} more.`] : [];
  const words = `${refused.length} of ${count} structures cannot be run, so none was taken ("skip_invalid": true takes the others).`;
  return new HttpProblem(422, [words, ...sentences, ...more].join('\n'), first?.field ?? null);
}

/** Header that names the items of a call that were not found: both calls answer in shapes of clients that have no place for it. */
export const missingHeader = 'x-cuvette-missing';

/** Names those that were not found, or that the caller has no access to. Throws 404 where there is no other. */
function nameMissing(reply: FastifyReply, missing: readonly string[], found: number): void {
  if (missing.length > 0 && found === 0) {
    const words =
      missing.length === 1
        ? `The workflow ${missing[0]} was not found, or you have no access to it.`
        : `None of these ${missing.length} workflows was found, or you have no access to them.`;
    throw new HttpProblem(404, words, 'uuids.0');
  }
  reply.header(missingHeader, missing.join(', '));
}

/** Does something with each item that is there; the others are named. Throws 404 where none is there. */
async function forEach(
  reply: FastifyReply,
  uuids: readonly string[],
  act: (uuid: string) => Promise<boolean>,
): Promise<{ ok: true; done: number; missing: string[] }> {
  const missing: string[] = [];
  const all = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))];
  for (const uuid of all) if (!(await act(uuid))) missing.push(uuid);
  nameMissing(reply, missing, all.length - missing.length);
  return { ok: true, done: all.length - missing.length, missing };
}

/** What a list says of one of its structures in its own columns, as an option of the submission. */
function ownColumns(
  columns: z.output<typeof BatchSubmission>['columns'],
  index: number,
): { columns: [string, string][] } | null {
  const row = columns?.rows[index];
  if (!columns || !row) return null;
  const pairs = columns.headings.map((heading, place): [string, string] => [heading, row[place] ?? '']);
  return { columns: pairs.filter(([, text]) => text !== '') };
}

/** Submits a batch. Throws 404, 422, 429. */
async function submitBatch({
  services,
  db,
  account,
  reader,
  body,
  request,
  reply,
}: Call<'person', unknown, z.output<typeof BatchSubmission>>) {
  const { names, initial_molecules: molecules, initial_smileses: smiles } = body;
  if ((molecules === null) === (smiles === null)) {
    throw new HttpProblem(422, 'Give either initial_molecules or initial_smileses.', 'initial_smileses');
  }
  const count = molecules?.length ?? smiles?.length ?? 0;
  if (count === 0 || count > mostInBatch) {
    throw new HttpProblem(422, `A batch has 1 to ${mostInBatch} structures; this one has ${count}.`);
  }
  if (body.columns && body.columns.rows.length !== count) {
    const words = `columns has ${body.columns.rows.length} rows for ${count} structures; give a row for each structure.`;
    throw new HttpProblem(422, words, 'columns.rows');
  }
  // Clients warn of a list of names that does not fit, and promise such names instead.
  const named = names?.length === count ? names : null;
  const skipped: { index: number; detail: string }[] = [];
  const stored = await submitOnce(services, account.id, request, async () => {
    // All its submissions name the same proteins: what is wrong with those is no fault of one structure.
    const definition = await typeOfDraft(body.workflow_type);
    const parent = body.folder_uuid ?? account.root_folder_uuid;
    if (!isUuid(parent) || !(await seesFolder(db.drizzle, reader, parent))) {
      throw new HttpProblem(404, 'The folder was not found, or you have no access to it.', 'folder_uuid');
    }
    const { workflow_data, link } = await linkedBatch(services, reader, body, parent);
    if (definition) await requireNamed(services, reader, definition, workflow_data);
    const given = smiles === null ? 'initial_molecules' : 'initial_smileses';
    const submissions = Array.from({ length: count }, (_, index) =>
      check(WorkflowSubmission, {
        name: named?.[index] ?? `Batch Workflow ${index + 1}`,
        folder_uuid: parent,
        workflow_type: body.workflow_type,
        workflow_data,
        initial_molecule: molecules?.[index] ?? null,
        initial_smiles: smiles?.[index] ?? null,
        max_credits: body.max_credits,
        webhook_url: body.webhook_url,
        options: { ...body.options, ...ownColumns(body.columns, index) },
      }),
    );
    const refused: HttpProblem[] = [];
    const batches = await prepareSubmissions(convertingFor(services, reader), submissions, parent, (error, index) => {
      const about = aboutField(error, (field) => batchField(field, index, given));
      // What is no fault of a structure is about all of them.
      if (!(about instanceof HttpProblem) || about.status >= 500) return about;
      const refusal = new HttpProblem(
        about.status,
        `Structure ${index + 1} of ${count}: ${about.message}`,
        about.field,
      );
      if (refusal.status !== 422) return refusal;
      refused.push(refusal);
      skipped.push({ index, detail: about.message });
      return null;
    });
    const items = batches.flat().map(link);
    tellCaller(request, replacedInWords(items));
    noteRequested(request, items);
    if (refused.length > 0 && !(body.skip_invalid && items.length > 0)) throw severalProblems(refused, count);
    return { parent, items };
  });
  reply.header(skippedHeader, skipped.map(({ index }) => index + 1).join(', '));
  const identical = await identicalItems(services, reader, stored.items[0]?.parent ?? '', stored.items);
  if (body.summary) return { uuids: stored.uuids, skipped, identical } satisfies BatchSummary;
  const items = await storedItems(services, reader, stored);
  return items.map((item) => {
    const own = identical.filter(({ submitted_uuid }) => submitted_uuid === item.uuid);
    return own.length > 0 ? { ...item, identical: own } : item;
  });
}

/** Submitting, checking, reading, counting, stopping and deleting many items at once. */
export const batchRoutes: Route[] = [
  route('POST /api/workflow/batch_submit', withinProject, {
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
    answer: z.union([z.array(SubmittedWorkflow), BatchSummary]),
    handle: submitBatch,
  }),
  route('POST /api/workflow/batch_check', reads, {
    summary: 'Checks up to 1000 SMILES and lists what keeps them from running',
    description:
      'Nothing is stored. Each SMILES is judged by the rules of the type with these settings, as far as the SMILES alone shows it. Of open stereo the first isomer would run (`runs`), unless `options.stereo` is "each" or "refuse".',
    example: { workflow_type: 'solubility', initial_smileses: ['CC(=O)Oc1ccccc1C(=O)O', '[Na+].[Cl-]'] },
    body: BatchQuestion,
    answer: BatchFindings,
    async handle({ services, reader, body }) {
      const { workflow_type, workflow_data, initial_smileses, enumerate_stereo, options } = body;
      const converting = convertingFor(services, reader);
      const stereo = enumerate_stereo || options.enumerate_stereo ? 'each' : options.stereo;
      return { results: await findInBatch(converting, workflow_type, workflow_data ?? {}, initial_smileses, stereo) };
    },
  }),
  route('POST /api/workflow/batch_retrieve', reads, {
    summary: 'Reads several items at once',
    description: 'Those that are not there are named in `X-Cuvette-Missing`; 404 where none is.',
    headers: ['X-Cuvette-Missing'],
    body: ReadUuids,
    answer: z.array(WorkflowItem),
    async handle({ services, reader, body: { uuids }, reply }) {
      const items = [];
      const missing = [];
      for (const uuid of uuids) {
        const item = await findItem(services, reader, uuid.toLowerCase());
        if (item) items.push(item);
        else missing.push(uuid);
      }
      nameMissing(reply, missing, items.length);
      return items;
    },
  }),
  route('POST /api/workflow/batch_status', reads, {
    summary: 'Counts how many of the named items have which status',
    description: `The answer counts by status code: ${statusCodes}. Those that are not there are named in \`X-Cuvette-Missing\`; 404 where none is.`,
    headers: ['X-Cuvette-Missing'],
    body: Uuids,
    answer: z.record(z.string(), Count),
    async handle({ db, reader, body, reply }) {
      const uuids = body.uuids.map((uuid) => uuid.toLowerCase());
      const found = await statusesOf(db.drizzle, reader, uuids);
      const known = new Set(found.map(({ uuid }) => uuid));
      nameMissing(
        reply,
        uuids.filter((uuid) => !known.has(uuid)),
        found.length,
      );
      const counts: Record<string, number> = {};
      for (const { object_status } of found) counts[object_status] = (counts[object_status] ?? 0) + 1;
      return counts;
    },
  }),
  route('POST /api/workflow/batch_stop', withinProject, {
    summary: 'Stops several items; finished ones stay as they are',
    description: 'Those that are not there are named under `missing`; 404 where none is.',
    headers: ['X-Cuvette-Missing'],
    body: Uuids,
    answer: z.looseObject(Several),
    handle: ({ db, reader, body, reply }) => forEach(reply, body.uuids, (uuid) => stopWorkflow(db, reader, uuid)),
  }),
  // By DELETE, so that a key that may not delete cannot do so here.
  route('DELETE /api/workflow', withinProject, {
    summary: 'Deletes several items; each can be restored',
    description: 'Those that are not there are named under `missing`; 404 where none is.',
    headers: ['X-Cuvette-Missing'],
    body: Uuids,
    answer: z.looseObject({ ...Several, deletion_uuids: z.array(z.string()) }),
    async handle({ db, reader, body, reply }) {
      const deletion_uuids: string[] = [];
      const answer = await forEach(reply, body.uuids, async (uuid) => {
        const deletion = await deleteWorkflow(db, reader, uuid);
        if (deletion !== null) deletion_uuids.push(deletion);
        return deletion !== null;
      });
      return { ...answer, deletion_uuids };
    },
  }),
];

/** One page of all items that a person sees. */
export const pageRoute: Route = route('GET /api/workflow', withinProject, {
  summary: 'Lists the items that you may see, page by page, without their data',
  description: 'Newest first unless sorted otherwise.',
  shown: ['page', 'size', 'statuses'],
  query: {
    ...contents,
    // Scripts ask for one status and one type.
    object_status: wholeNumber(`Only items with this status: ${statusCodes}.`, [0, 6], { example: 2 }),
    object_type: { ...typeList, ...oneType },
  },
  answer: z.looseObject({
    workflows: z.array(WorkflowItem),
    num_pages: Count,
    total: z.optional(Count),
    unread: z.optional(Count),
    matches: z.optional(z.record(z.string(), StructureMatch)),
  }),
  async handle({ services, reader, query: { object_status, object_type, ...query } }) {
    const { items, num_pages, total, unread, matches } = await listFound(services, reader, {
      ...query,
      statuses: object_status === undefined ? query.statuses : [object_status],
      object_types: object_type.length > 0 ? object_type : query.object_types,
    });
    return {
      workflows: items.flatMap((one) => (one.type === 'workflow' ? [one.data] : [])),
      num_pages,
      ...(total === undefined ? {} : { total }),
      ...(unread === undefined ? {} : { unread }),
      ...(matches === undefined ? {} : { matches }),
    };
  },
});

/** Throws the results of an item away. */
export const clearRoute: Route = route('DELETE /api/workflow/:uuid/delete_workflow_data', withinProject, {
  summary: 'Deletes the results of a finished item permanently; its input is kept',
  answer: Done,
  async handle({ services, db, reader, uuid }) {
    const { object_data, object_type, object_status } = await itemFor(services, reader, uuid);
    const results = new Set(Object.keys((await loadWorkflow(object_type))?.results.shape ?? {}));
    const kept = Object.fromEntries(Object.entries(object_data ?? {}).filter(([key]) => !results.has(key)));
    if (await db.transaction((tx) => clearWorkflow(tx, reader, uuid, kept))) return done;
    throw new HttpProblem(
      409,
      object_status === status.draft
        ? 'The workflow is a draft: it has not run, so it has no results to delete. Delete the draft itself if you do not need it.'
        : 'The workflow is not finished. Stop it first; then its data can be deleted.',
    );
  },
});
