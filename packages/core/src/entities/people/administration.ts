import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

/** An account as administrators see it. */
export const PersonSummary = z.looseObject({
  uuid: z.string(),
  email: z.string(),
  username: z.string(),
  firstname: optionalNull(z.string()),
  lastname: optionalNull(z.string()),
  administrator: z.boolean(),
  /** Whether a code is asked for at sign-in; how many passkeys there are. */
  second_factor: z._default(z.boolean(), false),
  passkeys: z._default(z.int(), 0),
  /** Since when the account is closed; null for one that is open. */
  disabled_at: optionalNull(z.string()),
  created_at: z.string(),
  /** Whether the person was ever here. */
  signed_in: z.boolean(),
  last_seen_at: optionalNull(z.string()),
  /** Projects that they own, items that they submitted, and those of them that wait or run. */
  projects: z.int(),
  items: z.int(),
  unfinished: z.int(),
});
export type PersonSummary = z.infer<typeof PersonSummary>;

/** `GET /api/administration/people`. */
export const PeopleList = z.looseObject({ people: z.array(PersonSummary) });
export type PeopleList = z.infer<typeof PeopleList>;

/** Core-hours of one month, person, project and workflow type. */
export const UsageRow = z.looseObject({
  /** Year and month (UTC), as 2026-11. */
  month: z.string(),
  person: optionalNull(z.string()),
  person_name: optionalNull(z.string()),
  project: optionalNull(z.string()),
  project_name: optionalNull(z.string()),
  type: z.string(),
  core_hours: z.number(),
  attempts: z.int(),
});
export type UsageRow = z.infer<typeof UsageRow>;

/** `GET /api/administration/usage`. */
export const UsageTable = z.looseObject({ rows: z.array(UsageRow) });
export type UsageTable = z.infer<typeof UsageTable>;

/** What one person has stored of one kind. */
export const StorageRow = z.looseObject({
  person: optionalNull(z.string()),
  person_name: optionalNull(z.string()),
  /** data (settings and results in the database), protein, molecules, log, or the kind of a large result. */
  kind: z.string(),
  bytes: z.number(),
  /** How many files or rows. */
  things: z.int(),
});
export type StorageRow = z.infer<typeof StorageRow>;

/** `GET /api/administration/storage`. */
export const StorageTable = z.looseObject({ rows: z.array(StorageRow) });
export type StorageTable = z.infer<typeof StorageTable>;

const amounts = {
  /** Items that wait or run at a time. */
  active_items: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  /** Core-hours in a calendar month (UTC). */
  core_hours: z.nullable(z.number().check(z.minimum(0), z.maximum(1e9))),
  /** MB (10⁶ bytes) of large results, proteins, and settings and results of items. */
  storage_mb: z.nullable(z.number().check(z.minimum(0), z.maximum(1e12))),
};

/** What a person or a project may have at most; null where a kind has no limit. */
export const UsageLimitChange = z.object({
  kind: z.enum(['person', 'project']),
  /** Identifier of the account or project; `*` stands for all that have no limits of their own. */
  subject: z.string().check(z.minLength(1), z.maxLength(100)),
  active_items: z._default(amounts.active_items, null),
  core_hours: z._default(amounts.core_hours, null),
  storage_mb: z._default(amounts.storage_mb, null),
});
export type UsageLimitChange = z.output<typeof UsageLimitChange>;

/** Limits that are set. */
export const UsageLimit = z.looseObject({
  kind: z.enum(['person', 'project']),
  subject: z.string(),
  name: optionalNull(z.string()),
  ...amounts,
  /** What is used now; null for the limits of everybody. */
  used: optionalNull(z.looseObject({ active_items: z.int(), core_hours: z.number(), storage_mb: z.number() })),
});
export type UsageLimit = z.infer<typeof UsageLimit>;

/** `GET /api/administration/limits`. */
export const UsageLimitList = z.looseObject({ limits: z.array(UsageLimit) });

/** One item that waits, for administrators. */
export const QueueEntry = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  object_type: z.string(),
  object_status: z.int(),
  person: optionalNull(z.string()),
  person_name: optionalNull(z.string()),
  project_name: optionalNull(z.string()),
  queued_at: z.string(),
  /** -10 to 10; higher goes first. */
  priority: z.int(),
  priority_reason: optionalNull(z.string()),
  /** Why it is held; null where it is not. */
  hold_reason: optionalNull(z.string()),
  /** Why it waits, as text. */
  reason: z.string(),
  /** Its place among all that wait for the same workers; null where it has none. */
  position: optionalNull(z.int()),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

/** `GET /api/administration/queue`. */
export const QueuePage = z.looseObject({
  entries: z.array(QueueEntry),
  num_pages: z.int(),
  total: z.int(),
  /** Items by person: those that run, those that wait. */
  people: z.array(
    z.looseObject({
      person: optionalNull(z.string()),
      person_name: optionalNull(z.string()),
      running: z.int(),
      waiting: z.int(),
    }),
  ),
});
export type QueuePage = z.infer<typeof QueuePage>;

/** A worker as administrators see it, beside what members see. */
export const WorkerDuty = z.looseObject({
  uuid: z.string(),
  /** The item that it computes now. */
  running: z.array(
    z.looseObject({ uuid: z.string(), name: z.string(), person_name: optionalNull(z.string()), since: z.string() }),
  ),
  /** Since when and why it takes no more items; null for one that takes them. */
  drained: optionalNull(z.looseObject({ since: z.string(), reason: optionalNull(z.string()) })),
  /** Attempts of the last seven days by how they ended. */
  attempts: z.record(z.string(), z.int()),
  /** The newest failures, at most three. */
  errors: z.array(z.looseObject({ at: z.string(), message: z.string(), workflow: optionalNull(z.string()) })),
});
export type WorkerDuty = z.infer<typeof WorkerDuty>;

/** `GET /api/administration/workers`. */
export const WorkerDuties = z.looseObject({ workers: z.array(WorkerDuty) });
export type WorkerDuties = z.infer<typeof WorkerDuties>;

/** A setting of the server as administrators see it. */
export const ServerSetting = z.looseObject({
  name: z.string(),
  /** What it sets. */
  text: z.string(),
  /** Variable of the environment that fixes it. */
  variable: z.string(),
  /** As text; null for secrets. */
  value: optionalNull(z.string()),
  /** What fixes it: `flag`, `environment` or `file`; `administrator` where it was changed here, `default` else. */
  source: z.enum(['flag', 'environment', 'file', 'administrator', 'default']),
  /** How it is changed here: one of these words, a number, or a text; null for what only the server's start can change. */
  editable: optionalNull(
    z.union([
      z.looseObject({ kind: z.literal('choice'), choices: z.array(z.string()) }),
      z.looseObject({ kind: z.literal('number'), minimum: z.int(), maximum: z.int() }),
      z.looseObject({ kind: z.literal('text') }),
    ]),
  ),
});
export type ServerSetting = z.infer<typeof ServerSetting>;

/** `GET /api/administration/settings`. */
export const ServerSettingList = z.looseObject({ settings: z.array(ServerSetting) });
export type ServerSettingList = z.infer<typeof ServerSettingList>;
