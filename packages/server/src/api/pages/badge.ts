import { badgeSvg, summaryOf } from '@cuvette/core/embedding';
import { loadWorkflow } from '@cuvette/core/workflows';
import type { FastifyReply } from 'fastify';
import { itemFor } from '../../items/read-item.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../../store/reader.ts';

/** A small picture of an item, for hosts that take pictures only; asked for again each time, with its ETag. Throws 404. */
export async function answerBadge(
  services: Services,
  reader: Reader,
  uuid: string,
  reply: FastifyReply,
): Promise<string> {
  const item = await itemFor(services, reader, uuid, 0);
  reply.header('cache-control', 'no-cache');
  return badgeSvg(summaryOf(item, await loadWorkflow(item.object_type)));
}
