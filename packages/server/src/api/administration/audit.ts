import { Readable } from 'node:stream';
import { type AuditEntry, AuditPage, auditActions } from '@cuvette/core/entities';
import { makeTable, textColumn, toCsv } from '@cuvette/core/tables';
import { type AuditQuery, auditPart, listAudit } from '../../store/administration/audit.ts';
import type { Database } from '../../store/database/database.ts';
import { asFile } from '../http/add-routes.ts';
import { Text } from '../http/answers.ts';
import { choice, moment, text, uuidText } from '../http/parameter-kinds.ts';
import { paging } from '../http/parameters.ts';
import { person, type Route, route } from '../http/route.ts';
import { onlyAdministrators } from './only-administrators.ts';

const search = {
  contains: text(
    'Only entries with this in a name, an address or the details; letter case does not matter.',
    'ibuprofen',
  ),
  action: choice('Only entries of this action.', auditActions, { example: 'share' }),
  actor: uuidText('Only entries of this account.'),
  after: moment('done after'),
  before: moment('done before'),
};

/** Columns of the CSV, in their order. */
const titles = ['Time', 'Who', 'How', 'Address', 'Action', 'Kind', 'Identifier', 'Name', 'Details'] as const;

const cellsOf = (entry: AuditEntry): (string | null)[] => [
  entry.at,
  entry.actor_name,
  entry.way,
  entry.address,
  entry.action,
  entry.kind,
  entry.subject,
  entry.subject_name,
  Object.keys(entry.details).length > 0 ? JSON.stringify(entry.details) : null,
];

/** Entries as CSV with its heading. */
function auditCsv(entries: readonly AuditEntry[]): string {
  const cells = entries.map(cellsOf);
  const columns = titles.map((title, index) =>
    textColumn(
      { id: title, title },
      cells.map((row) => row[index] ?? null),
    ),
  );
  return toCsv(makeTable({ id: 'audit', title: 'Audit log', length: entries.length, columns, empty: '' }));
}

/** Entries that are read at a time. */
const part = 2000;

/** The CSV of a whole search, part by part. */
export async function* auditCsvParts(db: Database, query: AuditQuery): AsyncGenerator<string> {
  let last: AuditEntry | null = null;
  for (;;) {
    const entries: AuditEntry[] = await auditPart(db.drizzle, query, last, part);
    const whole = auditCsv(entries);
    yield last === null ? whole : whole.slice(whole.indexOf('\r\n') + 2);
    last = entries.at(-1) ?? null;
    if (entries.length < part) return;
  }
}

/** The audit log: searched, and as a file. */
export const auditRoutes: Route[] = [
  route('GET /api/administration/audit', person, {
    summary: 'Lists the audit log, newest first; for administrators',
    description:
      'Who signed in, shared, deleted, exported, changed a role or a setting. Entries are neither changed nor deleted: the database refuses both.',
    query: { ...search, ...paging },
    answer: AuditPage,
    admit: onlyAdministrators,
    handle: ({ db, query: { page, size, ...query } }) => listAudit(db.drizzle, query, { page, size }),
  }),
  route('GET /api/administration/audit.csv', person, {
    summary: 'Reads a search of the audit log as CSV; for administrators',
    query: search,
    type: 'text/csv',
    answer: Text,
    headers: ['Content-Disposition'],
    tagged: false,
    admit: onlyAdministrators,
    handle({ db, query, reply }) {
      asFile(reply, 'audit.csv');
      return Readable.from(auditCsvParts(db, query));
    },
  }),
];
