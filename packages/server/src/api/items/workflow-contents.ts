import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../../store/reader.ts';
import { contentsSortNames, readWorkflowContents } from '../../store/workflow-contents.ts';
import { choice, contentsQuery, uuidOf } from '../http/query.ts';

const withinProject = { config: { withinProject: true } } as const;

/** What stands under an item, under a prefix; owner and shared differ in whose eyes they look through only. */
export function workflowContents(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  app.get(`${prefix}/workflow/:uuid/contents`, withinProject, async (request) => {
    const reader = await readerOf(request);
    const uuid = uuidOf(request.params, 'The workflow');
    const query = request.query as Record<string, unknown>;
    const sort = choice(query, 'sort', contentsSortNames);
    const asked = { ...contentsQuery({ ...query, sort: undefined }), sort };
    const found = await readWorkflowContents(services.db.drizzle, reader, uuid, asked);
    if (!found) throw notFound('The workflow');
    return found;
  });
}
