import { WorkflowSubmission, WorkflowUpdate } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import { itemFor } from '../../items/read-item.ts';
import { methodReport } from '../../queue/workers.ts';
import { convertingFor, type Services } from '../../services.ts';
import { listAttempts } from '../../store/attempts.ts';
import { deleteWorkflow } from '../../store/deletions.ts';
import { readFolder } from '../../store/folders/folders.ts';
import { changeWorkflow, stopWorkflow } from '../../store/workflows.ts';
import { check, isUuid } from '../../wire/body.ts';
import { answerLog } from '../http/log.ts';
import { answeredUnchanged } from '../http/not-modified.ts';
import { uuidOf } from '../http/query.ts';
import { answerBundle, answerBundles } from './bundle.ts';
import { drawingReads } from './drawings.ts';
import { itemValueReads } from './item-values.ts';
import { itemsTogetherReads } from './read-many.ts';
import { prepareDraft, prepareSubmission, requireSource } from './submit.ts';
import { submitOnce } from './submit-once.ts';
import { workflowContents } from './workflow-contents.ts';

const what = 'The workflow';

/** Open to keys of one project: each looks through the caller's eyes before it does anything. */
const withinProject = { config: { withinProject: true } } as const;

/** Items of the signed-in person: submit, read, change, stop, delete, and what belongs to them. */
export function workflowRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const own = async (request: FastifyRequest) => (await requireAccount(request, services)).reader;
  itemValueReads(app, services, '/api', own);
  workflowContents(app, services, '/api', own);
  drawingReads(app, services, '/api', own);
  itemsTogetherReads(app, services, '/api', own);

  app.get('/api/methods', withinProject, async (request) => {
    await requireAccount(request, services);
    return methodReport(db.drizzle);
  });

  app.post('/api/workflow', withinProject, async (request, reply) => {
    const { account, reader } = await requireAccount(request, services);
    const submission = check(WorkflowSubmission, request.body);
    const submitted_uuids = await submitOnce(services, account.id, request, async () => {
      const parent = submission.folder_uuid ?? account.root_folder_uuid;
      if (!isUuid(parent) || !(await readFolder(db.drizzle, reader, parent))) {
        throw new HttpProblem(404, 'The folder was not found, or you have no access to it.', 'folder_uuid');
      }
      const source = submission.resubmitted_from_uuid;
      if (source !== null) await requireSource(services, reader, source);
      const items = submission.is_draft
        ? [await prepareDraft(convertingFor(services, reader), submission, parent)]
        : await prepareSubmission(convertingFor(services, reader), submission, parent);
      return { parent, items };
    });
    reply.code(201);
    return { ...(await itemFor(services, reader, submitted_uuids[0] ?? '')), submitted_uuids };
  });

  app.get('/api/workflow/:uuid', withinProject, async (request, reply) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    return (await answeredUnchanged(db, reader, uuid, request, reply)) ? reply : itemFor(services, reader, uuid);
  });

  app.post('/api/workflow/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const change = check(WorkflowUpdate, request.body ?? {});
    if (!(await changeWorkflow(db, reader, uuid, change))) throw notFound(what);
    return itemFor(services, reader, uuid);
  });

  app.delete('/api/workflow/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const deletion = await deleteWorkflow(db, reader, uuid);
    if (deletion === null) throw notFound(what);
    return { ok: true, deletion_uuid: deletion };
  });

  app.post('/api/workflow/:uuid/stop', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    if (!(await stopWorkflow(db, reader, uuid))) throw notFound(what);
    return itemFor(services, reader, uuid);
  });

  app.get('/api/workflow/:uuid/attempts', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    await itemFor(services, reader, uuid);
    const found = await listAttempts(db.drizzle, reader, uuid);
    return Promise.all(
      found.map(async ({ log_file, ...attempt }) => ({
        ...attempt,
        log_tail: log_file ? await services.files.tail(log_file, 8192) : '',
      })),
    );
  });

  app.get('/api/workflow/bundles', withinProject, async (request, reply) => {
    const { reader } = await requireAccount(request, services);
    return answerBundles(services, reader, request, reply);
  });

  app.get('/api/workflow/:uuid/bundle', withinProject, async (request, reply) => {
    const { reader } = await requireAccount(request, services);
    return answerBundle(services, reader, request, reply);
  });

  app.get('/api/workflow/:uuid/log', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    return answerLog(services, reader, request);
  });
}
