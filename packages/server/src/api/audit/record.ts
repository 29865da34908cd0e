import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../auth/principal.ts';
import { addAudit, namedKinds, nameOfThing } from '../../store/administration/audit.ts';
import type { Database } from '../../store/database/database.ts';
import { isUuid } from '../../wire/body.ts';
import type { Route } from '../http/route.ts';
import { type AuditedCall, auditedCalls, type Deed } from './calls.ts';

/** What is known of a call when it is carried out. */
interface Made extends Partial<Pick<Principal, 'account' | 'key'>> {
  db: Database;
  request: FastifyRequest;
  uuid: string;
  query: unknown;
  body: unknown;
}

/** The name of what a deed is about: as the call has it, else the database, where what was deleted keeps its name in the trash. */
async function nameOf(db: Database, { kind, subject, subjectName }: Deed): Promise<string | null> {
  if (subjectName !== undefined) return subjectName;
  const known = namedKinds.find((one) => one === kind);
  return known && isUuid(subject) ? nameOfThing(db.drizzle, known, subject.toLowerCase()) : null;
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Writes into the audit log what a call did, after it succeeded and before its answer goes out. A call whose entry cannot be written is answered as a failure,
 * so that nothing goes unnoticed.
 */
export async function recordDeeds(route: Route, made: Made, answer: unknown): Promise<void> {
  const reading = auditedCalls[`${route.method} ${route.url}`];
  if (!reading || !made.account) return;
  const { db, request, account, key, uuid, query } = made;
  const call: AuditedCall = { uuid, query: objectOf(query), body: objectOf(made.body ?? request.body) };
  for (const deed of reading(call, objectOf(answer))) {
    await addAudit(db.drizzle, {
      actor: account.id,
      actorName: account.email,
      way: key ? 'API key' : 'browser',
      address: request.ip,
      action: deed.action,
      kind: deed.kind ?? null,
      subject: deed.subject ?? null,
      subjectName: await nameOf(db, deed),
      details: deed.details ?? {},
    });
  }
}
