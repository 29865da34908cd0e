import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../store/database/database.ts';
import type { Reader } from '../../store/reader.ts';
import { restingVersion } from '../../store/versions.ts';

/** The tag of an answer that was given, and the version of the item that it was made from. */
interface Known {
  version: string;
  tag: string;
}

/** Answers whose tags are kept: the newest of them, for open pages ask for the same few again and again. */
const kept = 5000;

const tags = new WeakMap<Database, Map<string, Known>>();
const asked = new WeakMap<FastifyRequest, { known: Map<string, Known>; version: string }>();

/** Whether the tag of an answer is among those that a caller has (`If-None-Match`). */
export function hasTag(request: FastifyRequest, tag: string): boolean {
  const bare = (one: string) => one.trim().replace(/^W\//, '');
  const given = request.headers['if-none-match'];
  return given?.split(',').some((one) => bare(one) === bare(tag)) ?? false;
}

/**
 * Whether a caller who polls an item has its newest answer already, found out with one look at its row instead of making the
 * answer; it is then answered 304. What the caller may see is part of that look. The first poll of a version makes the answer.
 */
export async function answeredUnchanged(
  db: Database,
  reader: Reader,
  uuid: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (request.headers['if-none-match'] === undefined) return false;
  const known = tags.get(db) ?? new Map<string, Known>();
  tags.set(db, known);
  const version = await restingVersion(db.drizzle, reader, uuid);
  if (version === null) return false;
  // Noted before the answer is made: should the item change meanwhile, the newer answer is kept under the older version, which is never asked for again.
  asked.set(request, { known, version });
  const found = known.get(request.url);
  if (found?.version !== version || !hasTag(request, found.tag)) return false;
  void reply.code(304).header('etag', found.tag).send();
  return true;
}

/** Keeps the tag of an answer whose item's version was looked at. */
function keepTag(request: FastifyRequest, tag: string): void {
  const at = asked.get(request);
  if (!at) return;
  const { known, version } = at;
  known.delete(request.url);
  known.set(request.url, { version, tag });
  for (const [oldest] of known) {
    if (known.size <= kept) break;
    known.delete(oldest);
  }
}

/**
 * Gives each answer of text its tag, and sends nothing to whoever has it already. Unlike `@fastify/etag` it knows lists of tags, leaves files of the pages
 * and answers with another status alone, and remembers the tags of items for `answeredUnchanged`.
 */
export function addTags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    // How nothing is packed needs no saying.
    if (reply.statusCode === 304) reply.removeHeader('content-encoding').removeHeader('content-type');
    if (!request.url.startsWith('/api/')) return payload;
    const read = request.method === 'GET' || request.method === 'HEAD';
    if (read && (reply.statusCode === 304 || typeof payload === 'string')) reply.header('vary', 'accept-encoding');
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    // Weak: it is one for all encodings of an answer.
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', tag);
    keepTag(request, tag);
    if (!hasTag(request, tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}
