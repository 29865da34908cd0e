import type { FastifyRequest } from 'fastify';
import { notFound } from '../../errors.ts';
import { itemLog } from '../../items/read-item.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../../store/reader.ts';
import { uuidOf, wholeNumber } from './query.ts';

/** Most bytes of log that one answer carries. */
export const longestLog = 16 * 2 ** 20;

/** How much of a log a query asks for (`?tail=`, bytes): the last of them, as `endOfText` puts it. Throws 422. */
export function tailIn(query: unknown): number {
  return wholeNumber(query as Record<string, unknown>, 'tail', longestLog, 1, longestLog);
}

/** The log of an item's newest attempt; `?tail=` asks for its last bytes only. Throws 404. */
export async function answerLog(services: Services, reader: Reader, request: FastifyRequest): Promise<{ log: string }> {
  const log = await itemLog(services, reader, uuidOf(request.params, 'The workflow'), tailIn(request.query));
  if (log === null) throw notFound('The workflow');
  return { log };
}
