import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

/** What an entry of the audit log says that somebody did. */
export const auditActions = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'account',
  'key',
  'share',
  'unshare',
  'delete',
  'restore',
  'delete_for_good',
  'export',
  'role',
  'hand_over',
  'setting',
  'limit',
  'queue',
  'worker',
  'calibration',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One entry of the audit log. Names are those of the moment. */
export const AuditEntry = z.looseObject({
  uuid: z.string(),
  at: z.string(),
  /** The account; null for the command line and for a sign-in that failed. */
  actor: optionalNull(z.string()),
  /** Address of the account, or who else it was. */
  actor_name: z.string(),
  /** How it was done: browser, API key, token, command line. */
  way: z.string(),
  /** Network address that the call came from. */
  address: optionalNull(z.string()),
  action: z.enum(auditActions),
  /** What it is about: workflow, folder, project, protein, person, worker, setting. */
  kind: optionalNull(z.string()),
  subject: optionalNull(z.string()),
  subject_name: optionalNull(z.string()),
  details: z._default(z.record(z.string(), z.unknown()), {}),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** One page of the audit log, newest first. */
export const AuditPage = z.looseObject({ entries: z.array(AuditEntry), num_pages: z.int(), total: z.int() });
export type AuditPage = z.infer<typeof AuditPage>;
