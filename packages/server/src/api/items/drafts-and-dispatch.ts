import { DispatchQuestion, DraftUpdate, type WorkflowSubmission } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import { itemFor, waitingNow } from '../../items/read-item.ts';
import { admitSubmitted } from '../../queue/admission.ts';
import { convertingFor, type Services } from '../../services.ts';
import { attemptLog } from '../../store/attempts.ts';
import { type Draft, enqueueDraft, lockDraft, setLikeDraft, storeDraft } from '../../store/drafts.ts';
import { insertWorkflows, listOwn, removeCreditLimit } from '../../store/workflows.ts';
import { check } from '../../wire/body.ts';
import { tailIn } from '../http/log.ts';
import { uuidOf } from '../http/query.ts';
import { dispatchNow } from './dispatch.ts';
import { draftSmiles, prepareSubmission, refuseWebhook, requireSource, typeOfDraft } from './submit.ts';

const what = 'The workflow';
const withinProject = { config: { withinProject: true } } as const;
const reads = { config: { reads: true, withinProject: true } } as const;

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

/** The life of an item beside submitting and stopping: drafts, what would become of a submission, limits, attempts' logs. */
export function lifeRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services;

  const dispatch = async (request: FastifyRequest) => {
    const { account } = await requireAccount(request, services);
    return dispatchNow(services, account.id, check(DispatchQuestion, request.body ?? {}));
  };
  app.post('/api/workflow/will_be_dispatched', reads, dispatch);
  app.post('/api/workflow/dispatch_information', reads, dispatch);

  app.get('/api/workflow/sidebar_workflows', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const waiting = await waitingNow(services);
    const active = await listOwn(db.drizzle, reader, [0, 1, 5], sidebarSize, waiting);
    const rest = await listOwn(db.drizzle, reader, [2, 3, 4, 6], sidebarSize - active.length, waiting);
    return { workflows: [...active, ...rest] };
  });

  app.post('/api/workflow/:uuid/update_draft', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const body = check(DraftUpdate, request.body ?? {});
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
    const changed: WorkflowSubmission = { ...read.submission, ...given };
    // The structure converter is asked outside of any transaction; the draft may change meanwhile.
    const smiles = await draftSmiles(convertingFor(services, reader), changed);
    await db.transaction(async (tx) => {
      const now = await lockDraft(tx, reader, uuid, 'change');
      if (!now) throw notFound(what);
      refuseChanged(read, now);
      const set = { name: body.name ?? null, email: email_when_complete ?? null };
      await storeDraft(tx, uuid, { submission: changed, smiles, ...set });
    });
    return itemFor(services, reader, uuid);
  });

  app.post('/api/workflow/:uuid/submit_draft', withinProject, async (request) => {
    const { account, reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const read = await db.transaction((tx) => lockDraft(tx, reader, uuid, 'submit'));
    if (!read) throw notFound(what);
    const submission: WorkflowSubmission = { ...read.submission, name: read.name, is_draft: false };
    // The structure converter is asked outside of any transaction; the draft may change meanwhile, and is looked at again.
    const [first, ...others] = await prepareSubmission(convertingFor(services, reader), submission, read.parent);
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
      await admitSubmitted(tx, account.id, config.activePerPerson);
    });
    services.wake.emit('queued');
    const submitted_uuids = [uuid, ...others.map((item) => item.uuid)];
    return { ...(await itemFor(services, reader, uuid)), submitted_uuids };
  });

  app.post('/api/workflow/:uuid/remove_credit_limit', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    if (!(await removeCreditLimit(db, reader, uuid))) throw notFound(what);
    return itemFor(services, reader, uuid);
  });

  app.get('/api/workflow/:uuid/attempts/:number/log', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const number = Number((request.params as { number?: string }).number);
    const tail = tailIn(request.query);
    const known = Number.isInteger(number) && number > 0 && number < 100 ? number : 0;
    const found = await attemptLog(db.drizzle, reader, uuid, known);
    if (!found) throw notFound('The attempt');
    return { log: found.log_file ? await services.files.tail(found.log_file, tail) : '' };
  });
}
