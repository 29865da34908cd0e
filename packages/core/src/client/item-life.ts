import * as z from 'zod/mini';
import { ItemGraph } from '../entities/item-graph.ts';
import { WorkflowItem } from '../entities/workflow-item.ts';
import { Dispatch, type DispatchQuestion, type DraftUpdate } from '../entities/workflow-life.ts';
import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';
import type { Transport } from './transport.ts';

const Sidebar = z.looseObject({ workflows: z.array(WorkflowItem) });

/** The calls of an item's life beside submitting and stopping; a draft is made by submitting with `is_draft`. */
export function itemLifeCalls(transport: Transport, refreshed: Refreshed) {
  const change = (uuid: string, call: string, body: unknown) =>
    refreshed(
      transport.send('POST', `/api/workflow/${uuid}/${call}`, body, WorkflowItem),
      ['workflow', uuid],
      ['folder'],
      ['sidebar'],
    );
  return {
    /** The person's own items: what is under way, then what changed last. */
    sidebarWorkflows: () =>
      queryOptions({
        queryKey: ['sidebar'],
        queryFn: async ({ signal }) =>
          (await transport.get('/api/workflow/sidebar_workflows', Sidebar, signal)).workflows,
      }),
    /** What of the person's own items home shows: what is under way, and what ended last; drafts are not among them. */
    homeWorkflows: () =>
      queryOptions({
        queryKey: ['sidebar', 'home'],
        queryFn: async ({ signal }) =>
          (await transport.get('/api/workflow/sidebar_workflows?drafts=false', Sidebar, signal)).workflows,
      }),
    /** What an item comes from, back to the first inputs, and what was made of it. */
    itemGraph: (uuid: string) =>
      queryOptions({
        queryKey: ['workflow', uuid, 'graph'],
        queryFn: ({ signal }) => transport.get(`/api/workflow/${encodeURIComponent(uuid)}/graph`, ItemGraph, signal),
      }),
    /** What would become of a submission now. */
    willBeDispatched: (question: z.input<typeof DispatchQuestion>) =>
      transport.send('POST', '/api/workflow/will_be_dispatched', question, Dispatch),
    updateDraft: (uuid: string, body: DraftUpdate) => change(uuid, 'update_draft', body),
    submitDraft: (uuid: string) => change(uuid, 'submit_draft', {}),
    /** Takes the runtime limit off an item that has not ended. */
    removeCreditLimit: (uuid: string) => change(uuid, 'remove_credit_limit', {}),
  };
}
