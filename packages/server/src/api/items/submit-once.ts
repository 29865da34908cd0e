import { createHash } from 'node:crypto';
import { status } from '@cuvette/core/entities';
import type { FastifyRequest } from 'fastify';
import { HttpProblem, notFound } from '../../errors.ts';
import type { Stored } from '../../items/read-item.ts';
import { admitSubmitted } from '../../queue/admission.ts';
import type { Services } from '../../services.ts';
import type { Executor } from '../../store/database/database.ts';
import { type CallKey, keepSubmitted, submittedWith } from '../../store/submitted-once.ts';
import { insertWorkflows, type NewWorkflow } from '../../store/workflows/insert-workflows.ts';

/** What `Idempotency-Key` may be: 1 to 200 characters of a word, in quotes (as structured headers have texts) or without. */
const keyShape = /^(?:"([!#-[\]-~]{1,200})"|([!#-[\]-~]{1,200}))$/;

/** The key that a client gave a call; null without one. Throws 422 for what is no key. */
function keyOf(request: FastifyRequest): CallKey | null {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return null;
  const [, quoted, plain] = keyShape.exec(String(given).trim()) ?? [];
  const key = quoted ?? plain;
  if (key === undefined) {
    const detail = 'Idempotency-Key must be 1 to 200 letters, digits and signs without spaces; a UUID serves well.';
    throw new HttpProblem(422, detail, 'Idempotency-Key');
  }
  const identity = `${request.method} ${request.routeOptions.url} ${JSON.stringify(request.body)}`;
  return { key, fingerprint: createHash('sha256').update(identity).digest('hex') };
}

interface Prepared {
  parent: string;
  /** What is stored before the items, in the same transaction: the folder that they lie in. */
  before?: (tx: Executor) => Promise<void>;
  items: readonly NewWorkflow[];
}

/** Items of a call, and what they compute from where this call stored them. */
interface StoredNow extends Stored {
  items: readonly NewWorkflow[];
}

/**
 * Stores the items of a call in a folder, all or none: drafts as they are, all else in the queue as far as the person has places in it. The same
 * call again with the same `Idempotency-Key` prepares and stores nothing, also while the first is still under way. Returns the items in their
 * order. Throws 404, 403, 409, 422, 429.
 */
export async function submitOnce(
  services: Services,
  user: string,
  request: FastifyRequest,
  prepare: () => Promise<Prepared>,
): Promise<StoredNow> {
  const { db, config } = services;
  const call = keyOf(request);
  const before = call && (await submittedWith(db.drizzle, user, call));
  if (before) return { uuids: before, isNew: false, items: [] };
  const { parent, items, before: begin } = await prepare();
  const uuids = items.map(({ uuid }) => uuid);
  const stored = await db.transaction(async (tx) => {
    if (call && !(await keepSubmitted(tx, user, call, uuids))) {
      const theirs = await submittedWith(tx, user, call);
      if (theirs) return { uuids: theirs, isNew: false, items: [] };
      throw new HttpProblem(409, 'The same was submitted just now. Try again.', 'Idempotency-Key');
    }
    await begin?.(tx);
    if (!(await insertWorkflows(tx, user, parent, items))) throw notFound('The folder');
    const own = items.filter((item) => item.status !== status.draft).map(({ uuid }) => uuid);
    if (own.length > 0) await admitSubmitted(tx, user, own, { limit: config.activePerPerson });
    return { uuids, isNew: true, items };
  });
  // Nothing has ended, so that there are no notices to look for.
  services.wake.emit('queued', 'submitted');
  return stored;
}
