import { Dispatch, DispatchQuestion, DraftUpdate, WorkflowItem } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { type Operations, tail } from './operation.ts';

const dispatch = { body: DispatchQuestion, answer: Dispatch };

/** The life of an item beside submitting and stopping, and the secret of webhooks. */
export const lifeOperations: Operations = {
  'POST /api/workflow/will_be_dispatched': {
    summary: 'What would become of a submission now: place in the queue, workers that can run it, time',
    ...dispatch,
  },
  'POST /api/workflow/dispatch_information': { summary: 'The same, as the newer Python client asks it', ...dispatch },
  'GET /api/workflow/sidebar_workflows': {
    summary: "The caller's own items without their data: what is under way, then what changed last, 20 in all",
    answer: z.looseObject({ workflows: z.array(WorkflowItem) }),
  },
  'POST /api/workflow/:uuid/update_draft': {
    summary: 'Changes a draft; what is missing stays',
    body: DraftUpdate,
    bodyOptional: true,
    answer: WorkflowItem,
  },
  'POST /api/workflow/:uuid/submit_draft': {
    summary: 'Submits a draft: it is judged now, and enters the queue',
    answer: WorkflowItem,
  },
  'POST /api/workflow/:uuid/remove_credit_limit': {
    summary: 'Takes the runtime limit (max_credits, minutes of computing) off an item that has not ended',
    answer: WorkflowItem,
  },
  'GET /api/workflow/:uuid/attempts/:number/log': {
    summary: 'The log of one attempt, or its last `tail` bytes',
    query: z.object(tail),
    answer: z.looseObject({ log: z.string() }),
  },
  'GET /api/user/me/webhook_secret': {
    summary: 'The secret with which my webhooks are signed; null while there is none',
    answer: z.looseObject({ webhook_secret: z.nullable(z.string()) }),
  },
  'POST /api/user/me/webhook_secret': {
    summary: 'The same; made where there is none yet',
    answer: z.looseObject({ webhook_secret: z.string() }),
  },
  'POST /api/user/me/webhook_secret/rotate': {
    summary: 'A new secret; the old one signs nothing any more',
    answer: z.looseObject({ webhook_secret: z.string() }),
  },
};
