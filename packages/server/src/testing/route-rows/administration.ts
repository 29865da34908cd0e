import { type Row, someUuid } from './row.ts';

/** For administrators, by a key too; everybody else with an account is refused. */
const administrators = (body?: unknown): Row => ({
  ...(body === undefined ? {} : { body }),
  expected: [200, 403, 401, 401],
  elsewhere: 403,
});

const about = (path: string, body: unknown): Row => ({
  path,
  body,
  // The thing does not exist; whoever is no administrator is refused before it is looked for.
  expected: [404, 403, 401, 401],
  elsewhere: 403,
});

/** Routes of administrators. */
export const administrationRows: Record<string, Row> = {
  'GET /api/administration/people': administrators(),
  'POST /api/administration/people/:uuid': about(`/api/administration/people/${someUuid}`, { administrator: true }),
  'POST /api/administration/people/:uuid/reset_second_factor': about(
    `/api/administration/people/${someUuid}/reset_second_factor`,
    {},
  ),
  'POST /api/administration/people/:uuid/hand_over': about(`/api/administration/people/${someUuid}/hand_over`, {
    to: '00000000-0000-4000-8000-000000000001',
  }),
  'GET /api/administration/queue': administrators(),
  'POST /api/administration/queue/:uuid/priority': about(`/api/administration/queue/${someUuid}/priority`, {
    priority: 0,
  }),
  'POST /api/administration/queue/:uuid/hold': about(`/api/administration/queue/${someUuid}/hold`, { hold: false }),
  'GET /api/administration/workers': administrators(),
  'POST /api/workers/:uuid/drain': about(`/api/workers/${someUuid}/drain`, { drain: true }),
  'GET /api/administration/usage': administrators(),
  'GET /api/administration/usage.csv': administrators(),
  'GET /api/administration/storage': administrators(),
  'GET /api/administration/limits': administrators(),
  'POST /api/administration/limits': administrators({ kind: 'person', subject: '*' }),
  'GET /api/administration/settings': administrators(),
  'POST /api/administration/settings': administrators({ name: 'supportContact', value: null }),
  'GET /api/administration/audit': administrators(),
  'GET /api/administration/audit.csv': administrators(),
};
