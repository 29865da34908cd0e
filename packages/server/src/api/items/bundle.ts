import type { FastifyReply, FastifyRequest } from 'fastify';
import { bundleLimits } from '../../bundles/limits.ts';
import { inTurn, makeBundle, tooLargeForJson } from '../../bundles/make-bundle.ts';
import { zipOf } from '../../bundles/write-zip.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../../store/reader.ts';
import { choice, uuidOf } from '../http/query.ts';

/**
 * Answers an item as one JSON document, or with `?format=zip` as a zip that is written while it is read. One at a time is made.
 * Throws 404, and 413 for what is too large.
 */
export async function answerBundle(
  services: Services,
  reader: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const uuid = uuidOf(request.params, 'The workflow');
  const format = choice(request.query as Record<string, unknown>, 'format', ['json', 'zip']);
  if (format !== 'zip') {
    const text = await inTurn(async () => JSON.stringify((await makeBundle(services, reader, uuid, false)).bundle));
    if (Buffer.byteLength(text) > bundleLimits.json) throw tooLargeForJson();
    return reply.type('application/json; charset=utf-8').send(text);
  }
  const { stream, name } = await inTurn(() => zipOf(services, reader, uuid));
  return reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`).send(stream);
}
