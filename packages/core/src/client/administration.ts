import * as z from 'zod/mini';
import {
  PeopleList,
  QueuePage,
  ServerSettingList,
  StorageTable,
  UsageLimitList,
  UsageTable,
  WorkerDuties,
} from '../entities/people/administration.ts';
import { type AuditAction, AuditPage } from '../entities/people/audit-entry.ts';
import type { Client } from './client.ts';
import { queryOptions } from './query-core.ts';

/** What of the audit log is looked for. */
export interface AuditSearch {
  contains?: string | undefined;
  action?: AuditAction | undefined;
  /** ISO 8601. */
  after?: string | undefined;
  before?: string | undefined;
}

const base = '/api/administration';
const anything = z.unknown();

/** Amounts of a limit; null is no limit of this kind. */
export interface LimitAmounts {
  active_items: number | null;
  core_hours: number | null;
  storage_mb: number | null;
}

function parameters(values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** Address of the CSV of a search of the audit log. */
export const auditCsvAddress = (search: AuditSearch) => `${base}/audit.csv?${parameters(search)}`;

/** Address of the CSV of core-hours. */
export const usageCsvAddress = (after: string | undefined) => `${base}/usage.csv?${parameters({ after })}`;

/** Calls of administrators; a page of theirs adds them to its client, others do not load them. */
export function administrationCalls({ transport, queryClient }: Pick<Client, 'transport' | 'queryClient'>) {
  const read = <T extends z.core.$ZodType>(part: string, schema: T, search = '', seconds?: number) =>
    queryOptions({
      queryKey: ['administration', part, search],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        transport.get(`${base}/${part}${search === '' ? '' : `?${search}`}`, schema, signal),
      ...(seconds === undefined ? {} : { refetchInterval: seconds * 1000 }),
    });
  async function change<T extends z.core.$ZodType>(path: string, body: unknown, schema: T): Promise<z.output<T>> {
    const answer = await transport.send('POST', path, body, schema);
    const keys = [['administration'], ['workers'], ['platform']];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return answer;
  }
  return {
    people: () => read('people', PeopleList),
    queue: (page: number) => read('queue', QueuePage, parameters({ page: page - 1, size: 50 }), 10),
    duties: () => read('workers', WorkerDuties, '', 10),
    storage: () => read('storage', StorageTable),
    usage: (after: string | undefined) => read('usage', UsageTable, parameters({ after })),
    limits: () => read('limits', UsageLimitList),
    settings: () => read('settings', ServerSettingList),
    audit: (search: AuditSearch, page: number) =>
      read('audit', AuditPage, parameters({ ...search, page: page - 1, size: 50 })),

    invite: (email: string) =>
      change('/api/user/invite', { email }, z.looseObject({ email: z.string(), link: z.string() })),
    changePerson: (uuid: string, body: { administrator?: boolean; disabled?: boolean }) =>
      change(`${base}/people/${uuid}`, body, anything),
    /** For somebody who lost app, backup codes and passkeys. */
    resetSecondFactor: (uuid: string) => change(`${base}/people/${uuid}/reset_second_factor`, {}, anything),
    handOver: (uuid: string, to: string) =>
      change(
        `${base}/people/${uuid}/hand_over`,
        { to },
        z.looseObject({ to: z.string(), projects: z.array(z.looseObject({ name: z.string() })) }),
      ),
    setPriority: (uuid: string, priority: number, reason: string) =>
      change(`${base}/queue/${uuid}/priority`, { priority, reason }, anything),
    hold: (uuid: string, hold: boolean, reason: string) =>
      change(`${base}/queue/${uuid}/hold`, { hold, reason }, anything),
    drain: (uuid: string, drain: boolean, reason: string) =>
      change(`/api/workers/${uuid}/drain`, { drain, reason }, anything),
    setLimits: (kind: 'person' | 'project', subject: string, amounts: LimitAmounts) =>
      change(`${base}/limits`, { kind, subject, ...amounts }, z.looseObject({ notes: z.array(z.string()) })),
    changeSetting: (name: string, value: string | null) =>
      change(`${base}/settings`, { name, value }, ServerSettingList),
  };
}
