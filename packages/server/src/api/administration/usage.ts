import { StorageTable, UsageLimitChange, UsageLimitList, type UsageRow, UsageTable } from '@cuvette/core/entities';
import { makeTable, numberColumn, textColumn, toCsv } from '@cuvette/core/tables';
import * as z from 'zod/mini';
import { storageByPerson } from '../../items/storage-by-person.ts';
import { listLimits, setLimits } from '../../store/administration/limits.ts';
import { readUsage } from '../../store/administration/usage.ts';
import { asFile } from '../http/add-routes.ts';
import { Text } from '../http/answers.ts';
import { moment, uuidText } from '../http/parameter-kinds.ts';
import { person, type Route, route } from '../http/route.ts';
import { onlyAdministrators } from './only-administrators.ts';

const which = {
  after: moment('computed after'),
  before: moment('computed before'),
  person: uuidText('Only what this account ran.'),
  project: uuidText('Only what lies in this project.'),
};

/** Core-hours as CSV with its heading. */
export function usageCsv(rows: readonly UsageRow[]): string {
  const texts = (title: string, key: 'month' | 'person_name' | 'person' | 'project_name' | 'project' | 'type') =>
    textColumn(
      { id: key, title },
      rows.map((row) => row[key]),
    );
  const numbers = (title: string, key: 'core_hours' | 'attempts', precision: number) =>
    numberColumn(
      { id: key, title, precision },
      rows.map((row) => row[key]),
    );
  const columns = [
    texts('Month', 'month'),
    texts('Person', 'person_name'),
    texts('Account', 'person'),
    texts('Project', 'project_name'),
    texts('Project identifier', 'project'),
    texts('Workflow type', 'type'),
    numbers('Core-hours', 'core_hours', 2),
    numbers('Attempts', 'attempts', 0),
  ];
  return toCsv(makeTable({ id: 'usage', title: 'Core-hours', length: rows.length, columns, empty: '' }));
}

/** Fair use: core-hours, storage, and the limits of people and projects. */
export const usageRoutes: Route[] = [
  route('GET /api/administration/usage', person, {
    summary: 'Adds core-hours up by month, person, project and workflow type; for administrators',
    description:
      'Each ended attempt counts with the cores of its job for the time that it ran, in the month (UTC) in which it ended. Deleted items, projects and accounts stay in the sums.',
    query: which,
    answer: UsageTable,
    admit: onlyAdministrators,
    handle: async ({ db, query }) => ({ rows: await readUsage(db.drizzle, query) }),
  }),
  route('GET /api/administration/usage.csv', person, {
    summary: 'Reads the same core-hours as CSV; for administrators',
    query: which,
    type: 'text/csv',
    answer: Text,
    headers: ['Content-Disposition'],
    tagged: false,
    admit: onlyAdministrators,
    async handle({ db, query, reply }) {
      asFile(reply, 'core-hours.csv');
      return Buffer.from(usageCsv(await readUsage(db.drizzle, query)));
    },
  }),
  route('GET /api/administration/storage', person, {
    summary: 'Adds stored bytes up by person and kind; for administrators',
    description: 'Files are listed for it, which takes a while where there are many. What is in the trash counts.',
    answer: StorageTable,
    admit: onlyAdministrators,
    handle: async ({ services }) => ({ rows: await storageByPerson(services) }),
  }),
  route('GET /api/administration/limits', person, {
    summary: 'Lists the limits of people and projects with what is used of each; for administrators',
    description: 'All at once. The subject `*` stands for all that have no limits of their own.',
    answer: UsageLimitList,
    admit: onlyAdministrators,
    handle: async ({ db }) => ({ limits: await listLimits(db.drizzle) }),
  }),
  route('POST /api/administration/limits', person, {
    summary: 'Sets what a person or a project may have at most; for administrators',
    description:
      'All three limits are set together; null is no limit. A limit below what is used now is taken: what runs goes on, nothing new is taken, and `notes` says so.',
    body: UsageLimitChange,
    example: { kind: 'person', subject: '*', active_items: 500, core_hours: 2000, storage_mb: null },
    answer: z.looseObject({ notes: z.array(z.string()) }),
    admit: onlyAdministrators,
    handle: async ({ db, account, body }) => ({ notes: await setLimits(db.drizzle, body, account.id) }),
  }),
];
