import { Dispatch, DispatchQuestion, DraftUpdate, WorkflowItem } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { type Operations, tail } from './operation.ts';

const dispatch = { body: DispatchQuestion, answer: Dispatch };

/** The life of an item beside submitting and stopping, and the secret of webhooks. */
export const draftOperations: Operations = {
  'POST /api/workflow/will_be_dispatched': {
    summary: 'Tells what would become of a submission now: place in the queue, workers that can run it, time',
    description: 'Nothing is stored. The structure may be missing.',
    example: { workflow_type: 'conformer_search', initial_smiles: 'CCO' },
    ...dispatch,
  },
  'POST /api/workflow/dispatch_information': {
    summary: 'Tells the same as will_be_dispatched, under the name that newer Python clients use',
    ...dispatch,
  },
  'GET /api/workflow/sidebar_workflows': {
    summary: 'Lists your own items for a sidebar: those under way, then those that changed last, 20 in all',
    answer: z.looseObject({ workflows: z.array(WorkflowItem) }),
  },
  'POST /api/workflow/:uuid/update_draft': {
    summary: 'Changes a draft; what is left out stays',
    body: DraftUpdate,
    bodyOptional: true,
    answer: WorkflowItem,
  },
  'POST /api/workflow/:uuid/submit_draft': {
    summary: 'Submits a draft: it is checked now and enters the queue',
    answer: WorkflowItem,
  },
  'POST /api/workflow/:uuid/remove_credit_limit': {
    summary: 'Takes the runtime limit (`max_credits`) off an item that has not ended',
    answer: WorkflowItem,
  },
  'GET /api/workflow/:uuid/attempts/:number/log': {
    summary: 'Reads the log of one attempt, or the end of it',
    query: z.object(tail),
    answer: z.looseObject({ log: z.string() }),
  },
  'GET /api/user/me/webhook_secret': {
    summary:
      'Reads the secret with which your webhooks are signed; null while there is none. Keys that may only read do not see it',
    answer: z.looseObject({ webhook_secret: z.nullable(z.string()) }),
  },
  'POST /api/user/me/webhook_secret': {
    summary: 'Reads the secret of your webhooks, and makes it where there is none yet',
    answer: z.looseObject({ webhook_secret: z.string() }),
  },
  'POST /api/user/me/webhook_secret/rotate': {
    summary: 'Makes a new secret for your webhooks; the old one signs nothing any more',
    answer: z.looseObject({ webhook_secret: z.string() }),
  },
};
