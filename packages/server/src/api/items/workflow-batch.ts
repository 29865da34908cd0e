import { emptyOrName, uuid, WorkflowSubmission } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { requireAccount } from '../../auth/principal.ts';
import { aboutField, HttpProblem } from '../../errors.ts';
import { findItem, itemFor, storedItems, waitingNow } from '../../items/read-item.ts';
import { convertingFor, type Services } from '../../services.ts';
import { searchItems } from '../../store/contents.ts';
import { readFolder } from '../../store/folders.ts';
import { clearWorkflow, statusesOf } from '../../store/workflow-batches.ts';
import { check, isUuid } from '../../wire/body.ts';
import { contentsQuery, uuidOf, wholeNumber } from '../http/query.ts';
import { prepareSubmissions } from './submit.ts';
import { submitOnce } from './submit-once.ts';

const what = 'The workflow';

/** Most items of one call. */
const mostSubmitted = 500;
const mostRead = 100;

const optionalList = <T extends z.core.$ZodType>(entry: T) => z._default(z.nullable(z.array(entry)), null);
export const BatchSubmission = z.object({
  names: optionalList(z.nullable(emptyOrName())),
  folder_uuid: WorkflowSubmission.shape.folder_uuid,
  workflow_type: WorkflowSubmission.shape.workflow_type,
  workflow_data: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
  max_credits: WorkflowSubmission.shape.max_credits,
  options: WorkflowSubmission.shape.options,
  initial_molecules: optionalList(z.unknown()),
  initial_smileses: optionalList(z.string()),
});
export const Uuids = z.object({ uuids: z.array(uuid).check(z.minLength(1), z.maxLength(mostSubmitted)) });
/** Whole items, of which fewer are read at once. */
export const ReadUuids = z.object({
  uuids: z.array(uuid).check(z.minLength(1), z.maxLength(mostRead)),
});

const withinProject = { config: { withinProject: true } } as const;
const reads = { config: { reads: true, withinProject: true } } as const;

/** A query of items as it was asked, under the names that it was asked with. */
function askedOf(query: Record<string, unknown>, names: Record<string, string>) {
  try {
    return contentsQuery(query);
  } catch (error) {
    throw aboutField(error, (field) => names[field] ?? field);
  }
}

/** The field of one submission as the batch has it: `initial_smiles` of the second is `initial_smileses.1`, and so is a structure that a SMILES cannot be. */
function batchField(field: string, index: number, given: 'initial_smileses' | 'initial_molecules'): string {
  const lists: Record<string, string> = { name: 'names', initial_smiles: given, initial_molecule: given };
  const [first = '', ...rest] = field.split('.');
  return lists[first] ? [lists[first], index, ...rest].join('.') : field;
}

function missingOf(uuid: string, index: number): HttpProblem {
  return new HttpProblem(404, `The workflow ${uuid} was not found, or you have no access to it.`, `uuids.${index}`);
}

/** Lists of items: one page of all, submitting, reading and counting many at once, and throwing results away. */
export function workflowBatchRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.get('/api/workflow', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const query = request.query as Record<string, unknown>;
    wholeNumber(query, 'object_status', 0, 0, 6);
    // Scripts ask for one status and one type; the rest is the query of a folder's contents.
    const { object_status, object_type, statuses, object_types, ...rest } = query;
    const asked = askedOf(
      { ...rest, statuses: object_status ?? statuses, object_types: object_type ?? object_types },
      object_type === undefined ? {} : { object_types: 'object_type' },
    );
    const waiting = await waitingNow(services);
    const { items, num_pages } = await searchItems(db.drizzle, reader, asked, waiting, services.counts);
    return { workflows: items.flatMap((one) => (one.type === 'workflow' ? [one.data] : [])), num_pages };
  });

  app.post('/api/workflow/batch_submit', withinProject, async (request, reply) => {
    const { account, reader } = await requireAccount(request, services);
    const body = check(BatchSubmission, request.body);
    const { names, initial_molecules: molecules, initial_smileses: smiles } = body;
    if ((molecules === null) === (smiles === null)) {
      throw new HttpProblem(422, 'Give either initial_molecules or initial_smileses.', 'initial_smileses');
    }
    const count = molecules?.length ?? smiles?.length ?? 0;
    if (count === 0 || count > mostSubmitted) {
      throw new HttpProblem(422, `A batch has 1 to ${mostSubmitted} structures; this one has ${count}.`);
    }
    // Clients warn of a list of names that does not fit, and promise such names instead.
    const named = names?.length === count ? names : null;
    const uuids = await submitOnce(services, account.id, request, async () => {
      const parent = body.folder_uuid ?? account.root_folder_uuid;
      if (!isUuid(parent) || !(await readFolder(db.drizzle, reader, parent))) {
        throw new HttpProblem(404, 'The folder was not found, or you have no access to it.', 'folder_uuid');
      }
      const given = smiles === null ? 'initial_molecules' : 'initial_smileses';
      const submissions = Array.from({ length: count }, (_, index) =>
        check(WorkflowSubmission, {
          name: named?.[index] ?? `Batch Workflow ${index + 1}`,
          folder_uuid: parent,
          workflow_type: body.workflow_type,
          workflow_data: body.workflow_data,
          initial_molecule: molecules?.[index] ?? null,
          initial_smiles: smiles?.[index] ?? null,
          max_credits: body.max_credits,
          options: body.options,
        }),
      );
      const batches = await prepareSubmissions(convertingFor(services, reader), submissions, parent, (error, index) => {
        const about = aboutField(error, (field) => batchField(field, index, given));
        // What is no fault of a structure is about all of them.
        if (!(about instanceof HttpProblem) || about.status >= 500) return about;
        return new HttpProblem(about.status, `Structure ${index + 1} of ${count}: ${about.message}`, about.field);
      });
      return { parent, items: batches.flat() };
    });
    reply.code(201);
    return storedItems(services, reader, uuids);
  });

  app.post('/api/workflow/batch_retrieve', reads, async (request) => {
    const { reader } = await requireAccount(request, services);
    const { uuids } = check(ReadUuids, request.body);
    const items = [];
    for (const [index, uuid] of uuids.entries()) {
      const item = await findItem(services, reader, uuid.toLowerCase());
      if (!item) throw missingOf(uuid, index);
      items.push(item);
    }
    return items;
  });

  app.post('/api/workflow/batch_status', reads, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuids = check(Uuids, request.body).uuids.map((uuid) => uuid.toLowerCase());
    const found = await statusesOf(db.drizzle, reader, uuids);
    const known = new Set(found.map(({ uuid }) => uuid));
    const missing = uuids.findIndex((uuid) => !known.has(uuid));
    if (missing >= 0) throw missingOf(uuids[missing] ?? '', missing);
    const counts: Record<string, number> = {};
    for (const { object_status } of found) counts[object_status] = (counts[object_status] ?? 0) + 1;
    return counts;
  });

  app.delete('/api/workflow/:uuid/delete_workflow_data', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const { object_data, object_type, object_status } = await itemFor(services, reader, uuid);
    const results = new Set(Object.keys((await loadWorkflow(object_type))?.results.shape ?? {}));
    const kept = Object.fromEntries(Object.entries(object_data ?? {}).filter(([key]) => !results.has(key)));
    if (!(await db.transaction((tx) => clearWorkflow(tx, reader, uuid, kept)))) {
      const detail =
        object_status === 6
          ? 'The workflow is a draft: it has not run, so it has no results to delete. Delete the draft itself if you do not need it.'
          : 'The workflow is not finished. Stop it first; then its data can be deleted.';
      throw new HttpProblem(409, detail);
    }
    return { ok: true };
  });
}
