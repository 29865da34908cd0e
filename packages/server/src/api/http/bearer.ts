import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashKey } from '../../store/api-keys.ts';

/** Whether a request carries this token as `Authorization: Bearer`. How long it takes tells nothing of where the tokens differ. */
export function bearsToken({ headers }: FastifyRequest, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(Buffer.from(hashKey(given)), Buffer.from(hashKey(token)));
}
