import type { FastifyInstance, FastifyRequest } from 'fastify';
import { waitingNow } from '../../items/read-item.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../../store/reader.ts';
import { readWorkflows } from '../../store/workflows.ts';
import { byUuid, mostReadTogether, uuidsOf } from '../http/query.ts';

const withinProject = { config: { withinProject: true } } as const;

/** Several items whole, without their logs, in few statements, under a prefix: what a comparison reads. */
export function itemsTogetherReads(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  app.get(`${prefix}/workflow/read_workflows`, withinProject, async (request) => {
    const reader = await readerOf(request);
    const uuids = uuidsOf(request.query as Record<string, unknown>, 'workflow', mostReadTogether);
    return byUuid(await readWorkflows(services.db.drizzle, reader, [...new Set(uuids)], await waitingNow(services)));
  });
}
