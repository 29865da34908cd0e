import type { Replacement } from '@cuvette/core/workflows';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isItem, olderData, publicData, type Requested } from '../../newer-client/public-data.ts';
import type { Services } from '../../services.ts';
import { readRequested, requestedOf } from '../../store/workflows/read-replacements.ts';
import { basePathOf, withoutBasePath } from '../../wire/base-path.ts';
import { isOfNewerClient } from '../../wire/newer-client.ts';
import type { PreparedWorkflow } from '../items/submission/new-item.ts';

/** What was replaced in the items of an answer, where the call knows it: it submitted them itself. */
const known = new WeakMap<FastifyRequest, ReadonlyMap<string, Requested>>();

/** Notes what was replaced in items that a call submits, so that its answer does not ask the database for it. */
export function noteRequested(
  request: FastifyRequest,
  items: readonly Pick<PreparedWorkflow, 'uuid' | 'options'>[],
): void {
  known.set(
    request,
    new Map(
      items.map(({ uuid, options }) => [uuid, requestedOf((options.replacements ?? []) as readonly Replacement[])]),
    ),
  );
}

/** Whether a program calls, and no page of the portal. */
function isProgram({ headers }: FastifyRequest): boolean {
  return headers['x-api-key'] !== undefined || headers.authorization !== undefined;
}

/** Changes each item of an answer: the answer itself, those of a list, and those of a list at a key or by their identifiers. */
function withItems(payload: unknown, change: (value: unknown) => unknown): unknown {
  if (isItem(payload)) return change(payload);
  if (Array.isArray(payload)) return payload.map((entry) => (isItem(entry) ? change(entry) : entry));
  if (payload === null || typeof payload !== 'object' || Object.getPrototypeOf(payload) !== Object.prototype) {
    return payload;
  }
  const entries = Object.entries(payload).map(([key, value]) => {
    if (isItem(value)) return [key, change(value)];
    return [key, key === 'workflows' && Array.isArray(value) ? value.map(change) : value];
  });
  return Object.fromEntries(entries);
}

function uuidsOf(payload: unknown): string[] {
  const found: string[] = [];
  withItems(payload, (value) => {
    if (isItem(value)) found.push(value.uuid);
    return value;
  });
  return found;
}

/**
 * Answers in the vocabulary of the clients: under `/api/v3` the public one, under `/api` ours with the two values replaced that client 2.1.12 cannot
 * read.
 */
export function answerInTheirWords(app: FastifyInstance, { db, config }: Services): void {
  const base = basePathOf(config.publicUrl);
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (reply.statusCode >= 300 || !request.url.startsWith('/api/') || !isProgram(request)) return payload;
    const uuids = uuidsOf(payload);
    if (uuids.length === 0) return payload;
    if (!isOfNewerClient(withoutBasePath(base, request.originalUrl))) {
      return withItems(payload, (item) => (isItem(item) ? { ...item, object_data: olderData(item) } : item));
    }
    const submitted = known.get(request);
    const requested =
      submitted && uuids.every((uuid) => submitted.has(uuid)) ? submitted : await readRequested(db.drizzle, uuids);
    return withItems(payload, (item) =>
      isItem(item) ? { ...item, object_data: publicData(item, requested.get(item.uuid) ?? {}) } : item,
    );
  });
}
