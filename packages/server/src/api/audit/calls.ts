import type { AuditAction } from '@cuvette/core/entities';
import type { NamedKind } from '../../store/administration/audit.ts';

/** What a call did, for the audit log. */
export interface Deed {
  action: AuditAction;
  kind?: string;
  /** Identifier of what it is about. */
  subject?: string;
  /** Its name, where it is none that the database gives for kind and identifier. */
  subjectName?: string;
  details?: Record<string, unknown>;
}

/** The parts of a call that say what it did. */
export interface AuditedCall {
  uuid: string;
  query: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
}

/** Returns what a call did that succeeded with this answer; nothing where it changed nothing that the log keeps. */
type Reading = (call: AuditedCall, answer: Readonly<Record<string, unknown>>) => readonly Deed[];

/** Kinds of things whose names the database has. */
const sharedKinds: Readonly<Record<string, NamedKind>> = { workflow: 'workflow', folder: 'folder', protein: 'protein' };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Changes of a thing that may open it to everybody, or close it. */
const sharing =
  (kind: NamedKind): Reading =>
  ({ uuid, body }) =>
    typeof body.public === 'boolean' ? [{ action: body.public ? 'share' : 'unshare', kind, subject: uuid }] : [];

const deleting =
  (kind: NamedKind): Reading =>
  ({ uuid }) => [{ action: 'delete', kind, subject: uuid }];

const exporting =
  (kind: NamedKind): Reading =>
  ({ uuid, query }) => [{ action: 'export', kind, subject: uuid, details: { format: query.format ?? 'json' } }];

/** Changes of the people of a project: each as it was named. */
const people =
  (change: 'added' | 'removed'): Reading =>
  ({ uuid, body }) => [
    {
      action: 'role',
      kind: 'project',
      subject: uuid,
      details: {
        change,
        people: [...listOf(body.users), ...listOf(body.user_uuids)],
        ...(change === 'added' ? { role: body.role ?? 'member' } : {}),
      },
    },
  ];

const linkedThing = (body: AuditedCall['body']): Pick<Deed, 'kind' | 'subject'> => {
  for (const kind of Object.keys(sharedKinds)) {
    const subject = text(body[`${kind}_uuid`]);
    if (subject !== '') return { kind, subject };
  }
  return {};
};

/** A change of how the person signs in. */
const ownChange =
  (change: string): Reading =>
  () => [{ action: 'account', kind: 'person', details: { change } }];

/** Calls of people that the audit log keeps, by method and address. Signing in is noted where a session begins. */
export const auditedCalls: Readonly<Record<string, Reading>> = {
  'POST /api/workflow/:uuid': sharing('workflow'),
  'POST /api/folder/:uuid': sharing('folder'),
  'POST /api/protein/:uuid': sharing('protein'),
  'POST /api/structure/:uuid': sharing('structure'),
  'POST /api/workflow/:uuid/temporarily_share': ({ uuid, query }) => [
    { action: 'share', kind: 'workflow', subject: uuid, details: { minutes: query.duration_minutes ?? null } },
  ],
  'POST /api/workflow/:uuid/end_temporary_share': ({ uuid }) => [
    { action: 'unshare', kind: 'workflow', subject: uuid },
  ],
  'POST /api/share_link': ({ body }, answer) => [
    {
      action: 'share',
      ...linkedThing(body),
      details: { link: text(answer.uuid), expires_at: answer.expires_at ?? null },
    },
  ],
  'POST /api/share_link/:uuid/revoke': ({ uuid }) => [{ action: 'unshare', kind: 'share_link', subject: uuid }],
  'DELETE /api/workflow/:uuid': deleting('workflow'),
  'DELETE /api/folder/:uuid': deleting('folder'),
  'DELETE /api/project/:uuid': deleting('project'),
  'DELETE /api/protein/:uuid': deleting('protein'),
  'DELETE /api/structure/:uuid': deleting('structure'),
  'DELETE /api/workflow': ({ body }, answer) => {
    const missing = new Set(listOf(answer.missing));
    return listOf(body.uuids)
      .map((uuid) => uuid.toLowerCase())
      .filter((uuid) => !missing.has(uuid))
      .map((subject) => ({ action: 'delete', kind: 'workflow', subject }));
  },
  'DELETE /api/workflow/:uuid/delete_workflow_data': ({ uuid }) => [
    { action: 'delete_for_good', kind: 'workflow', subject: uuid, details: { what: 'results' } },
  ],
  'DELETE /api/recipe/:uuid': ({ uuid }) => [{ action: 'delete_for_good', kind: 'recipe', subject: uuid }],
  'POST /api/trash/:uuid/restore': (_call, answer) => [
    { action: 'restore', kind: text(answer.kind), subject: text(answer.object_uuid) },
  ],
  'DELETE /api/trash/:uuid': ({ uuid }) => [{ action: 'delete_for_good', kind: 'trash', subject: uuid }],
  'GET /api/workflow/:uuid/bundle': exporting('workflow'),
  'GET /api/folder/:uuid/bundle': exporting('folder'),
  'GET /api/workflow/bundles': ({ query }) =>
    listOf(query.uuids).map((subject) => ({
      action: 'export',
      kind: 'workflow',
      subject,
      details: { format: query.format ?? 'zip' },
    })),
  'GET /api/document/:uuid/file': exporting('document'),
  'DELETE /api/document/:uuid': ({ uuid }) => [{ action: 'delete_for_good', kind: 'document', subject: uuid }],
  'POST /api/calibration/:uuid/apply': ({ uuid }, answer) => [
    {
      action: 'calibration',
      kind: 'calibration',
      subject: uuid,
      subjectName: text(answer.name),
      details: { change: 'applied', project: text(answer.project_uuid), quantity: text(answer.quantity) },
    },
  ],
  'POST /api/calibration/:uuid/withdraw': ({ uuid }, answer) => [
    {
      action: 'calibration',
      kind: 'calibration',
      subject: uuid,
      subjectName: text(answer.name),
      details: { change: 'withdrawn', project: text(answer.project_uuid), quantity: text(answer.quantity) },
    },
  ],
  'DELETE /api/calibration/:uuid': ({ uuid }, answer) => [
    { action: 'delete_for_good', kind: 'calibration', subject: uuid, subjectName: text(answer.name) },
  ],
  'POST /api/workflow/:uuid/elabftw': ({ uuid }) => [
    { action: 'export', kind: 'workflow', subject: uuid, details: { to: 'eLabFTW' } },
  ],
  'POST /api/project/:uuid/add_users': people('added'),
  'POST /api/project/:uuid/remove_users': people('removed'),
  'POST /api/project/:uuid/reassign_ownership': ({ uuid, query, body }) => [
    { action: 'hand_over', kind: 'project', subject: uuid, details: { to: query.user_uuid ?? body.user_uuid ?? null } },
  ],
  'POST /api/api_key': (_call, answer) => [
    {
      action: 'key',
      kind: 'api_key',
      subject: text(answer.uuid),
      subjectName: text(answer.name),
      details: { change: 'made' },
    },
  ],
  'POST /api/api_key/:uuid/revoke': ({ uuid }) => [
    { action: 'key', kind: 'api_key', subject: uuid, details: { change: 'revoked' } },
  ],
  'POST /api/application/:uuid/disconnect': ({ uuid }) => [
    { action: 'key', kind: 'application', subject: uuid, details: { change: 'disconnected' } },
  ],
  'POST /api/session/password': ownChange('password'),
  'POST /api/session/second_factor/confirm': ownChange('second factor on'),
  'POST /api/session/second_factor/remove': ownChange('second factor off'),
  'POST /api/session/second_factor/backup_codes': ownChange('backup codes renewed'),
  'POST /api/session/passkey/add': ({ body }) => [
    { action: 'account', kind: 'person', details: { change: 'passkey added', passkey: text(body.name) } },
  ],
  'POST /api/session/passkey/:uuid/remove': ownChange('passkey removed'),
  'POST /api/administration/people/:uuid/reset_second_factor': ({ uuid }) => [
    { action: 'account', kind: 'person', subject: uuid, details: { change: 'second factor reset' } },
  ],
  'POST /api/session/sign_out_everywhere': () => [{ action: 'sign_out', details: { everywhere: true } }],
  'POST /api/session/sign_out_others': () => [{ action: 'sign_out', details: { others: true } }],
  'POST /api/session/:uuid/sign_out': ({ uuid }) => [{ action: 'sign_out', details: { session: uuid } }],
  'POST /api/user/invite': ({ body }) => [
    { action: 'account', kind: 'person', subjectName: text(body.email), details: { change: 'invited' } },
  ],
  'POST /api/administration/people/:uuid': ({ uuid, body }) => [
    ...(typeof body.administrator === 'boolean'
      ? [{ action: 'role' as const, kind: 'person', subject: uuid, details: { administrator: body.administrator } }]
      : []),
    ...(typeof body.disabled === 'boolean'
      ? [{ action: 'account' as const, kind: 'person', subject: uuid, details: { disabled: body.disabled } }]
      : []),
  ],
  'POST /api/administration/people/:uuid/hand_over': ({ uuid }, answer) => [
    {
      action: 'hand_over',
      kind: 'person',
      subject: uuid,
      details: { to: answer.to ?? null, projects: Array.isArray(answer.projects) ? answer.projects.length : 0 },
    },
  ],
  'POST /api/administration/settings': ({ body }) => [
    { action: 'setting', kind: 'setting', subject: text(body.name), details: { value: body.value ?? null } },
  ],
  'POST /api/administration/limits': ({ body: { kind, subject, ...limits } }) => [
    { action: 'limit', kind: text(kind), subject: text(subject), details: limits },
  ],
  'POST /api/administration/queue/:uuid/priority': ({ uuid, body }) => [
    {
      action: 'queue',
      kind: 'workflow',
      subject: uuid,
      details: { priority: body.priority, reason: body.reason ?? '' },
    },
  ],
  'POST /api/administration/queue/:uuid/hold': ({ uuid, body }) => [
    { action: 'queue', kind: 'workflow', subject: uuid, details: { hold: body.hold, reason: body.reason ?? '' } },
  ],
  'POST /api/workers/:uuid/drain': ({ uuid, body }) => [
    { action: 'worker', kind: 'worker', subject: uuid, details: { drain: body.drain, reason: body.reason ?? '' } },
  ],
  'GET /api/administration/audit.csv': () => [{ action: 'export', kind: 'audit log' }],
  'GET /api/administration/usage.csv': () => [{ action: 'export', kind: 'core-hours' }],
  'POST /api/workers/:uuid/allow': ({ uuid }) => [
    { action: 'worker', kind: 'worker', subject: uuid, details: { change: 'allowed' } },
  ],
};
