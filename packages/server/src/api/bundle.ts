import type { Bundle } from '@cuvette/core/entities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeBundle } from '../bundles/make-bundle.ts';
import { zipOf } from '../bundles/write-zip.ts';
import type { Services } from '../services.ts';
import type { Reader } from '../store/reader.ts';
import { choice, uuidOf } from './query.ts';

/** Answers an item as one JSON document, or with `?format=zip` as a zip that is written while it is read. Throws 404. */
export async function answerBundle(
  services: Services,
  reader: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Bundle | FastifyReply> {
  const uuid = uuidOf(request.params, 'The workflow');
  const format = choice(request.query as Record<string, unknown>, 'format', ['json', 'zip']);
  if (format !== 'zip') return (await makeBundle(services, reader, uuid, false)).bundle;
  const { stream, name } = await zipOf(services, reader, uuid);
  return reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`).send(stream);
}
