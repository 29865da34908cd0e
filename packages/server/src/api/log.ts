import type { FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Reader } from '../store/reader.ts';
import { uuidOf } from './body.ts';
import { itemLog } from './items.ts';
import { wholeNumber } from './query.ts';

/** Most bytes of log that one answer carries. */
export const longestLog = 16 * 2 ** 20;

/** The last characters of a text from a line's beginning on; the whole text where it is short. */
export function tailOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.slice(-length);
  return end.slice(end.indexOf('\n') + 1);
}

/** The log of an item's newest attempt; `?tail=` asks for its last bytes only. Throws 404. */
export async function answerLog(services: Services, reader: Reader, request: FastifyRequest): Promise<{ log: string }> {
  const bytes = wholeNumber(request.query as Record<string, unknown>, 'tail', longestLog, 1, longestLog);
  const log = await itemLog(services, reader, uuidOf(request.params, 'The workflow'), bytes);
  if (log === null) throw notFound('The workflow');
  return { log };
}
