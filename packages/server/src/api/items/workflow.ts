import {
  Attempt,
  Bundle,
  FormulaDrawings,
  ItemGraph,
  ItemValues,
  MethodReport,
  mostDrawn,
  SubmittedWorkflow,
  WorkflowContents,
  WorkflowItem,
  WorkflowSubmission,
  WorkflowUpdate,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { mostZipped } from '../../bundles/write-zips.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import { identicalItems } from '../../items/identical-items.ts';
import { valuesOfItem } from '../../items/item-values.ts';
import { itemFor, itemLog, storedItems, waitingNow } from '../../items/read-item.ts';
import { untilEnded } from '../../items/until-ended.ts';
import { acceptedMethods } from '../../queue/workers.ts';
import { convertingFor } from '../../services.ts';
import { attemptLog, listAttempts } from '../../store/attempts.ts';
import { deleteWorkflow } from '../../store/deletions.ts';
import { seesFolder } from '../../store/folders/folders.ts';
import { contentsSortNames, readWorkflowContents } from '../../store/workflow-contents.ts';
import { graphOf } from '../../store/workflow-sources.ts';
import { changeWorkflow, stopWorkflow } from '../../store/workflows/change-workflow.ts';
import { readWorkflows } from '../../store/workflows/read-workflows.ts';
import { basePathOf, withoutBasePath } from '../../wire/base-path.ts';
import { isUuid } from '../../wire/body.ts';
import { isOfNewerClient } from '../../wire/newer-client.ts';
import { Deleted, deleted, Text } from '../http/answers.ts';
import { noteRequested } from '../http/client-vocabulary.ts';
import { answeredUnchanged } from '../http/not-modified.ts';
import { choice, flag, uuidList } from '../http/parameter-kinds.ts';
import {
  byUuid,
  dates,
  mostReadTogether,
  name_contains,
  paging,
  sortedBy,
  statusCodes,
  statusList,
  structureFilters,
  tail,
} from '../http/parameters.ts';
import { type Route, readRoutes, route, withinProject } from '../http/route.ts';
import { tellCaller } from '../http/unknown-names.ts';
import { answerBundle, answerBundles } from './bundle.ts';
import { prepareLinked } from './chain/prepare-linked.ts';
import { withAfterOfData } from './chain/read-links.ts';
import { drawingsOf } from './drawings.ts';
import { prepareDraft } from './submission/draft.ts';
import { replacedInWords } from './submission/new-item.ts';
import { requireSource } from './submission/read-submission.ts';
import { submitOnce } from './submit-once.ts';

/** Settings of the examples: every set-up of Cuvette has the programs for them. */
export const conformersWithXtb = {
  conf_gen_mode: 'rapid',
  mso_mode: 'manual',
  multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb', tasks: ['optimize'] }] },
};

const Log = z.looseObject({ log: z.string() });

/** Submitting an item, stopping it, and what its attempts left. */
export const submitRoutes: Route[] = [
  route('POST /api/workflow', withinProject, {
    summary: 'Submits a workflow: it is checked and enters the queue',
    description:
      'Give `initial_molecule` or `initial_smiles`, and in `workflow_data` the settings that are not to be the default. `GET /api/methods` lists what this server can compute with; anything else is refused with a reason and the `field` that it is about. In the first seconds after a start, before the server’s worker has reported, a submission that cannot be judged yet is held for up to 20 seconds. Of a SMILES with undefined stereocentres or double bonds the first stereoisomer runs; `options.stereo` `each` makes one item for each, `refuse` refuses it. Where this server cannot run what was left out, or what the public Python client sends by itself, the nearest offer runs; `warnings` of the answer and the first message of the item say so (`options.substitute`: `defaults`, `on`, `off`). `identical` of the answer lists finished items of the project with the same input and versions; the item is computed again all the same, and can be stopped.',
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
    answer: SubmittedWorkflow,
    async handle({ services, db, account, reader, body, request }) {
      const submission = withAfterOfData(body);
      const stored = await submitOnce(services, account.id, request, async () => {
        const parent = submission.folder_uuid ?? account.root_folder_uuid;
        // A person sees the root of their default project, if their key is for all of them.
        const isOwn = submission.folder_uuid === null && !reader.project;
        if (!isUuid(parent) || !(isOwn || (await seesFolder(db.drizzle, reader, parent)))) {
          throw new HttpProblem(404, 'The folder was not found, or you have no access to it.', 'folder_uuid');
        }
        const source = submission.resubmitted_from_uuid;
        if (source !== null) await requireSource(services, reader, source);
        const items = submission.is_draft
          ? [await prepareDraft(convertingFor(services, reader), reader, submission, parent)]
          : await prepareLinked(convertingFor(services, reader), reader, submission, parent);
        if (!submission.is_draft) tellCaller(request, replacedInWords(items));
        noteRequested(request, items);
        return { parent, items };
      });
      const [first = ''] = stored.uuids;
      const isFresh = stored.isNew && !submission.is_draft;
      const identical = isFresh
        ? await identicalItems(services, reader, stored.items[0]?.parent ?? '', stored.items)
        : [];
      const [item] = isFresh ? await storedItems(services, reader, { uuids: [first], isNew: true }) : [];
      return {
        ...(item ?? (await itemFor(services, reader, first))),
        submitted_uuids: stored.uuids,
        ...(identical.length > 0 ? { identical } : {}),
      };
    },
  }),
  route('GET /api/methods', withinProject, {
    summary: 'Lists the methods, programs and elements that the workers of this server can compute with',
    description:
      'What a worker offers stays in the list for a day after it was last connected: such items wait for it. `workers` counts those that are connected.',
    answer: MethodReport,
    handle: ({ db }) => acceptedMethods(db.drizzle),
  }),
  route('POST /api/workflow/:uuid/stop', withinProject, {
    summary: 'Stops an item that is queued or running; what it has so far is kept',
    answer: WorkflowItem,
    handle: async ({ services, db, reader, uuid }) =>
      (await stopWorkflow(db, reader, uuid)) ? itemFor(services, reader, uuid) : null,
  }),
  route('GET /api/workflow/:uuid/attempts', withinProject, {
    summary: 'Lists the attempts of workers at an item with the ends of their logs',
    description: 'All at once: an item is tried again a few times only.',
    answer: z.array(Attempt),
    async handle({ services, db, reader, uuid }) {
      await itemFor(services, reader, uuid);
      const found = await listAttempts(db.drizzle, reader, uuid);
      return Promise.all(
        found.map(async ({ log_file, ...attempt }) => ({
          ...attempt,
          log_tail: log_file ? await services.files.tail(log_file, 8192) : '',
        })),
      );
    },
  }),
  route('GET /api/workflow/:uuid/attempts/:number/log', withinProject, {
    summary: 'Reads the log of one attempt, or the end of it',
    query: tail,
    answer: Log,
    async handle({ services, db, reader, uuid, params, query }) {
      const number = Number(params.number);
      const known = Number.isInteger(number) && number > 0 && number < 100 ? number : 0;
      const found = await attemptLog(db.drizzle, reader, uuid, known);
      if (!found) throw notFound('The attempt');
      return { log: found.log_file ? await services.files.tail(found.log_file, query.tail) : '' };
    },
  }),
];

/** What an item holds, for people and for everybody. */
export const itemRoutes: Route[] = [
  ...readRoutes('GET /workflow/:uuid', {
    summary: 'Reads {an|a shared} item with its settings, state and results',
    description:
      'Ask again every 10 s with If-None-Match while `object_status` is 0, 1 or 5: an unchanged item is answered 304. Under `/api/v3` the answer for an item that was submitted just now waits up to 4.5 s for its end.',
    answer: WorkflowItem,
    async handle({ services, db, reader, uuid, request, reply }) {
      const asked = withoutBasePath(basePathOf(services.config.publicUrl), request.originalUrl);
      if (isOfNewerClient(asked)) await untilEnded(services, reader, uuid, () => reply.raw.destroyed);
      return (await answeredUnchanged(db, reader, uuid, request, reply)) ? reply : itemFor(services, reader, uuid);
    },
  }),
  ...readRoutes('GET /workflow/:uuid/bundle', {
    summary: 'Reads {an|a shared} item with its calculations and files as one bundle',
    description:
      'The bundle can be imported on another server and shown by the widgets without any server. The zip holds the same with a README, molecules as XYZ, SDF and PDB files, tables as CSV, logs and references; hundreds of calculations share a few files. The `.eln` archive (RO-Crate, https://github.com/TheELNConsortium/TheELNFileFormat) holds these files with pictures, for eLabFTW and other notebooks. What has more than 64 MB as JSON is answered 413: take the zip. One bundle at a time is made. A zip that holds more than 1 GB cannot be imported whole; its README says so.',
    shown: ['format'],
    otherAnswers: {
      'application/zip': 'with `format=zip`, under a name to save it by.',
      'application/vnd.eln+zip': 'with `format=eln`, under a name to save it by.',
    },
    query: {
      format: choice(
        '`json` for one document, `zip` for a zip that a person can open, `eln` for an archive that laboratory notebooks import.',
        ['json', 'zip', 'eln'],
        {
          fallback: 'json',
          example: 'zip',
        },
      ),
    },
    answer: Bundle,
    handle: ({ services, reader, uuid, query, request, reply }) =>
      answerBundle(services, reader, uuid, query.format, { request, reply }),
  }),
  ...readRoutes('GET /workflow/:uuid/contents', {
    summary: 'Lists the calculations that {an|a shared} item made, page by page',
    query: {
      ...paging,
      name_contains,
      statuses: statusList(`Only calculations with these statuses, repeated or separated by commas: ${statusCodes}.`),
      ...dates,
      sort: sortedBy(contentsSortNames, 'position'),
      asc: flag('Ascending; true when left out for `position`, false for all else.'),
    },
    answer: WorkflowContents,
    handle: ({ db, reader, uuid, query }) => readWorkflowContents(db.drizzle, reader, uuid, query),
  }),
  ...readRoutes('GET /workflow/:uuid/graph', {
    summary: 'Reads what {an|a shared} item comes from, back to the first inputs, and what was made of it',
    description:
      'Links of the kind `after` are those of a submission (`after` and references to results), those of the kind `made_from` were made by hand (Use as input). What the caller cannot see is left out.',
    answer: ItemGraph,
    handle: ({ db, reader, uuid }) => graphOf(db.drizzle, reader, uuid),
  }),
  ...readRoutes('GET /workflow/:uuid/log', {
    summary: 'Reads the log of {an|a shared} item, or the end of it',
    query: tail,
    answer: Log,
    async handle({ services, reader, uuid, query }) {
      const log = await itemLog(services, reader, uuid, query.tail);
      return log === null ? null : { log };
    },
  }),
];

/** Several items at once, and the marks and places of one. */
export const listedItemRoutes: Route[] = [
  ...readRoutes('GET /workflow/:uuid/values', {
    summary: 'Reads the named numbers of {an|a shared} item with their units, ± and methods',
    description:
      'What a sentence can quote of a result, without its data: `value` is null where it was not computed, or not yet. Ask again after `poll_seconds` with If-None-Match.',
    answer: ItemValues,
    handle: async ({ services, db, reader, uuid, request, reply }) =>
      (await answeredUnchanged(db, reader, uuid, request, reply)) ? reply : valuesOfItem(services, reader, uuid),
  }),
  ...readRoutes('GET /workflow/read_workflows', {
    summary: `Reads up to ${mostReadTogether}{| shared} items at once, with their data and without their logs`,
    description: 'By their identifiers; what the caller cannot see is left out.',
    query: { uuids: uuidList('workflow', mostReadTogether) },
    answer: z.record(z.string(), WorkflowItem),
    handle: async ({ services, db, reader, query }) =>
      byUuid(await readWorkflows(db.drizzle, reader, [...new Set(query.uuids)], await waitingNow(services))),
  }),
  ...readRoutes('GET /workflow/drawings', {
    summary: `Draws the structural formulas of up to ${mostDrawn}{| shared} items, small`,
    description:
      'Lines and letters without markup, by the identifier of the item: null where the SMILES is too long for a small picture. Items without a SMILES, and those that the caller cannot see, are left out. With the filters of a search by structure it is the molecule that the search found, and what `substructure` matches has the colour `accent`.',
    shown: ['uuids', 'substructure'],
    query: { uuids: uuidList('workflow', mostDrawn), ...structureFilters },
    answer: FormulaDrawings,
    handle: ({ services, reader, query, request }) => drawingsOf(services, reader, query, request),
  }),
  route('GET /api/workflow/bundles', withinProject, {
    summary: 'Reads several items as one zip that holds the zip of each, or as one `.eln` archive',
    description:
      'An item that has become too large for a zip is left out, and the README says so. The zip can be imported whole, and each zip in it by itself.',
    query: {
      uuids: uuidList('workflow', mostZipped, {
        tooMany: `At most ${mostZipped} workflows go into one zip.`,
        distinct: true,
      }),
      format: choice('`zip`, or `eln` for an archive that laboratory notebooks import.', ['zip', 'eln'], {
        fallback: 'zip',
        example: 'eln',
      }),
    },
    type: 'application/zip',
    otherAnswers: { 'application/vnd.eln+zip': 'with `format=eln`.' },
    answer: Text,
    handle: ({ services, reader, query, request, reply }) =>
      answerBundles(services, reader, query.uuids, query.format, { request, reply }),
  }),
  route('POST /api/workflow/:uuid', withinProject, {
    summary: 'Changes the name, notes, marks or folder of an item; what is left out stays',
    description:
      'Settings and results are not changed here: `object_data` of the body is not used, and `warnings` says so. The settings of a draft are changed by `POST /api/workflow/{uuid}/update_draft`.',
    example: { name: 'Ibuprofen, rapid', starred: true },
    body: WorkflowUpdate,
    unusedKeys: {
      object_data:
        'The key "object_data" was not used: this call does not change settings or results. To change the settings of a draft, use POST /api/workflow/{uuid}/update_draft.',
    },
    emptyBody: {},
    answer: WorkflowItem,
    handle: async ({ services, db, reader, uuid, body }) =>
      (await changeWorkflow(db, reader, uuid, body)) ? itemFor(services, reader, uuid) : null,
  }),
  route('DELETE /api/workflow/:uuid', withinProject, {
    summary: 'Deletes an item, which can be restored for 30 days',
    answer: Deleted,
    handle: async ({ db, reader, uuid }) => deleted(await deleteWorkflow(db, reader, uuid)),
  }),
];
