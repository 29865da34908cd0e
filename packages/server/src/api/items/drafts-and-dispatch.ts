import {
  Dispatch,
  DispatchQuestion,
  DraftUpdate,
  isReference,
  SubmittedWorkflow,
  WorkflowItem,
  type WorkflowSubmission,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem, notFound } from '../../errors.ts';
import { identicalItems } from '../../items/identical-items.ts';
import { itemsWithHeadlines } from '../../items/list-items.ts';
import { itemFor, waitingNow } from '../../items/read-item.ts';
import { admitSubmitted } from '../../queue/admission.ts';
import { convertingFor } from '../../services.ts';
import { type Draft, enqueueDraft, lockDraft, setLikeDraft, storeDraft } from '../../store/drafts.ts';
import { removeCreditLimit } from '../../store/workflows/change-workflow.ts';
import { insertWorkflows } from '../../store/workflows/insert-workflows.ts';
import { listOwn } from '../../store/workflows/read-workflows.ts';
import { flag } from '../http/parameter-kinds.ts';
import { type Call, type Route, reads, route, withinProject } from '../http/route.ts';
import { tellCaller } from '../http/unknown-names.ts';
import { prepareLinked } from './chain/prepare-linked.ts';
import { readLinks, refuseCircle } from './chain/read-links.ts';
import { dispatchNow } from './dispatch.ts';
import { withoutLostSource } from './named-things.ts';
import { settledInWords } from './settled-settings.ts';
import { draftSmiles } from './submission/draft.ts';
import { refuseCrowded, refuseWebhook, requireSource, typeOfDraft } from './submission/read-submission.ts';

const what = 'The workflow';

/** Items in the side bar. */
const sidebarSize = 20;

/** Throws 409 where a draft became another between two looks at it. */
function refuseChanged(before: Draft, now: Draft): void {
  if (JSON.stringify(now.submission) === JSON.stringify(before.submission)) return;
  throw new HttpProblem(
    409,
    'The draft was changed at the same time by another call. Look at it, and send this again.',
  );
}

/** A changed draft whose input is still the result of another item, where the change gives no input: forms send none where they show none. */
function withKeptInput(before: WorkflowSubmission, changed: WorkflowSubmission): WorkflowSubmission {
  const isTaken = isReference(before.initial_molecule);
  const isGiven = (changed.initial_molecule ?? null) !== null || (changed.initial_smiles ?? null) !== null;
  return isTaken && !isGiven ? { ...changed, initial_molecule: before.initial_molecule } : changed;
}

const dispatch = {
  body: DispatchQuestion,
  emptyBody: {},
  answer: Dispatch,
  handle: ({ services, account, reader, body }: Call<'person', unknown, z.output<typeof DispatchQuestion>>) =>
    dispatchNow(services, reader, body, account.root_folder_uuid),
};

/** The life of an item beside submitting and stopping: drafts, what would become of a submission, limits. */
export const draftRoutes: Route[] = [
  route('POST /api/workflow/will_be_dispatched', reads, {
    summary: 'Estimates what would happen to a submission now: place in the queue, workers that can run it, time',
    description:
      'Nothing is stored. The structure may be missing. `identical` lists finished items of the project that had the same input and ran with the versions that the workers have now; the project is that of `folder_uuid`.',
    example: { workflow_type: 'conformer_search', initial_smiles: 'CCO' },
    ...dispatch,
  }),
  route('POST /api/workflow/dispatch_information', reads, {
    summary: 'Answers the same as will_be_dispatched, under the name that newer Python clients use',
    ...dispatch,
  }),
  route('GET /api/workflow/sidebar_workflows', withinProject, {
    summary: 'Lists your own items for a sidebar: those under way, then those that changed last, 20 in all',
    description:
      'Without drafts: up to 20 that are under way, then the 20 that ended last, however many drafts and running items there are.',
    query: { drafts: flag('Whether drafts are among them.', true) },
    answer: z.looseObject({ workflows: z.array(WorkflowItem) }),
    async handle({ services, db, reader, query: { drafts } }) {
      const waiting = await waitingNow(services);
      const active = await listOwn(db.drizzle, reader, [0, 1, 5], sidebarSize, waiting);
      const rest = drafts
        ? await listOwn(db.drizzle, reader, [2, 3, 4, 6], sidebarSize - active.length, waiting)
        : await listOwn(db.drizzle, reader, [2, 3, 4], sidebarSize, waiting);
      return { workflows: await itemsWithHeadlines(services, [...active, ...rest]) };
    },
  }),
  route('POST /api/workflow/:uuid/update_draft', withinProject, {
    summary: 'Changes a draft; what is left out stays',
    body: DraftUpdate,
    emptyBody: {},
    answer: WorkflowItem,
    async handle({ services, db, reader, uuid, body, request }) {
      if (body.webhook_url) refuseWebhook(services, body.webhook_url);
      if (body.workflow_type !== undefined) await typeOfDraft(body.workflow_type);
      if (body.resubmitted_from_uuid) await requireSource(services, reader, body.resubmitted_from_uuid);
      const { workflow_data, email_when_complete, ...others } = body;
      const given = Object.fromEntries(
        Object.entries({
          ...others,
          // Neither has a meaning as null: clients send that for what they leave open.
          workflow_data: workflow_data ?? undefined,
          email_when_complete: email_when_complete ?? undefined,
        }).filter(([, value]) => value !== undefined),
      );
      const read = await db.transaction((tx) => lockDraft(tx, reader, uuid, 'change'));
      if (!read) throw notFound(what);
      const merged = withKeptInput(read.submission, { ...read.submission, ...given });
      const definition = await typeOfDraft(merged.workflow_type);
      if (definition) refuseCrowded(definition, merged.workflow_data);
      const settled = definition?.settled(merged.workflow_data);
      tellCaller(request, settledInWords(settled?.changes ?? []));
      const changed = { ...merged, workflow_data: settled?.value ?? merged.workflow_data };
      // The structure converter is asked outside of any transaction; the draft may change meanwhile.
      const links = await readLinks(services, reader, changed, read.parent, false);
      await refuseCircle(services, uuid, changed);
      const smiles = await draftSmiles(convertingFor(services, reader), changed);
      await db.transaction(async (tx) => {
        const now = await lockDraft(tx, reader, uuid, 'change');
        if (!now) throw notFound(what);
        refuseChanged(read, now);
        const set = { name: body.name ?? null, email: email_when_complete ?? null };
        await storeDraft(tx, uuid, { submission: changed, smiles, sources: links?.sources ?? [], ...set });
      });
      return itemFor(services, reader, uuid);
    },
  }),
  route('POST /api/workflow/:uuid/submit_draft', withinProject, {
    summary: 'Submits a draft: it is checked now and enters the queue',
    answer: SubmittedWorkflow,
    async handle({ services, db, account, reader, uuid, request }) {
      const read = await db.transaction((tx) => lockDraft(tx, reader, uuid, 'submit'));
      if (!read) throw notFound(what);
      const workflow_data = await withoutLostSource(services, reader, read.submission.workflow_data);
      const submission: WorkflowSubmission = { ...read.submission, workflow_data, name: read.name, is_draft: false };
      const settled = (await typeOfDraft(submission.workflow_type))?.settled(workflow_data);
      tellCaller(request, settledInWords(settled?.changes ?? []));
      // The structure converter is asked outside of any transaction; the draft may change meanwhile, and is looked at again.
      await refuseCircle(services, uuid, submission);
      const [first, ...others] = await prepareLinked(convertingFor(services, reader), reader, submission, read.parent);
      await db.transaction(async (tx) => {
        const now = await lockDraft(tx, reader, uuid, 'submit');
        if (!now || !first) throw notFound(what);
        refuseChanged(read, now);
        await enqueueDraft(tx, uuid, account.id, first);
        if (!(await insertWorkflows(tx, account.id, now.parent, others))) throw notFound('The folder');
        await setLikeDraft(
          tx,
          uuid,
          others.map((item) => item.uuid),
        );
        const own = [uuid, ...others.map((item) => item.uuid)];
        await admitSubmitted(tx, account.id, own, { limit: services.config.activePerPerson });
      });
      services.wake.emit('queued');
      const submitted_items = [{ ...first, uuid }, ...others];
      const identical = await identicalItems(services, reader, read.parent, submitted_items);
      const submitted_uuids = [uuid, ...others.map((item) => item.uuid)];
      return {
        ...(await itemFor(services, reader, uuid)),
        submitted_uuids,
        ...(identical.length > 0 ? { identical } : {}),
      };
    },
  }),
  route('POST /api/workflow/:uuid/remove_credit_limit', withinProject, {
    summary: 'Takes the runtime limit (`max_credits`) off an item that has not ended',
    answer: WorkflowItem,
    handle: async ({ services, db, reader, uuid }) =>
      (await removeCreditLimit(db, reader, uuid)) ? itemFor(services, reader, uuid) : null,
  }),
];
