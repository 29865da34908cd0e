import { expect, test, vi } from 'vitest';
import { createAccountClient } from './index.ts';

const item = { uuid: 'u', name: 'n', created_at: '2026-01-01', object_status: 6, object_type: 'pka', parent_uuid: 'f' };
const dispatch = {
  to_be_dispatched: true,
  reason: 'It would start at once.',
  field: null,
  queue_position: 1,
  workers: [],
  compute_hardware: 'h',
  time_estimate_min: 2,
  estimate_basis: null,
};

/** A client whose calls are written down, and answered by their last word. */
function written() {
  const calls: string[] = [];
  const fetch = vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input), 'http://server');
    calls.push(`${init.method ?? 'GET'} ${pathname} ${String(init.body ?? '')}`.trim());
    const answer = pathname.endsWith('dispatched')
      ? dispatch
      : pathname.endsWith('sidebar_workflows')
        ? { workflows: [item] }
        : { ...item, object_status: pathname.endsWith('submit_draft') ? 0 : 6 };
    return new Response(JSON.stringify(answer), { status: 200 });
  });
  return { calls, client: createAccountClient({ origin: 'http://server', fetch }) };
}

test('a draft is changed and submitted, and the side bar that was read before is read again', async () => {
  const { calls, client } = written();
  const sidebar = () => client.queryClient.fetchQuery({ ...client.sidebarWorkflows(), staleTime: 60_000 });
  expect((await sidebar()).map(({ uuid }) => uuid)).toEqual(['u']);
  await sidebar();
  expect((await client.updateDraft('u', { name: 'renamed' })).object_status).toBe(6);
  expect((await client.submitDraft('u')).object_status).toBe(0);
  await sidebar();
  expect(calls).toEqual([
    'GET /api/workflow/sidebar_workflows',
    'POST /api/workflow/u/update_draft {"name":"renamed"}',
    'POST /api/workflow/u/submit_draft {}',
    'GET /api/workflow/sidebar_workflows',
  ]);
});

test('what would become of a submission, and a limit that is taken off', async () => {
  const { calls, client } = written();
  expect(await client.willBeDispatched({ workflow_type: 'pka' })).toEqual({ ...dispatch, identical: [] });
  await client.removeCreditLimit('u');
  expect(calls).toEqual([
    'POST /api/workflow/will_be_dispatched {"workflow_type":"pka"}',
    'POST /api/workflow/u/remove_credit_limit {}',
  ]);
});
