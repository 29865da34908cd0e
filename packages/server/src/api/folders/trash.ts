import type { FastifyInstance } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import type { Services } from '../../services.ts';
import { deletionOf, listDeletions, purgeDeletion, readDeletion, restoreDeletion } from '../../store/deletions.ts';
import { pageOf, uuidIn, uuidOf } from '../http/query.ts';

const what = 'What was deleted';
const withinProject = { config: { withinProject: true } } as const;

/** What was deleted in the last 30 days: listed, brought back, or removed for good. */
export function trashRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.get('/api/trash', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const query = request.query as Record<string, unknown>;
    return listDeletions(db.drizzle, reader, { ...pageOf(query), project_uuid: uuidIn(query, 'project_uuid') });
  });

  app.get('/api/trash/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    return readDeletion(db.drizzle, reader, uuidOf(request.params, what));
  });

  app.post('/api/trash/:uuid/restore', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    return restoreDeletion(db, reader, await deletionOf(db.drizzle, reader, uuidOf(request.params, what)));
  });

  app.delete('/api/trash/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    await purgeDeletion(db, reader, await deletionOf(db.drizzle, reader, uuidOf(request.params, what)));
    return { ok: true };
  });
}
