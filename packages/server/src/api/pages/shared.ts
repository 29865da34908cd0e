import type { FastifyInstance, FastifyRequest } from 'fastify';
import { itemFor } from '../../items/read-item.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../../store/reader.ts';
import { openLink } from '../../store/share-links.ts';
import { folderReads } from '../folders/folder.ts';
import { answerLog } from '../http/log.ts';
import { answeredUnchanged } from '../http/not-modified.ts';
import { uuidOf } from '../http/query.ts';
import { answerBundle } from '../items/bundle.ts';
import { drawingReads } from '../items/drawings.ts';
import { itemValueReads } from '../items/item-values.ts';
import { itemsTogetherReads } from '../items/read-many.ts';
import { workflowContents } from '../items/workflow-contents.ts';
import { bigResultReads } from '../results/big-results.ts';
import { calculationReads } from '../results/calculation.ts';
import { answerBadge } from './badge.ts';

const what = 'The workflow';

/** The public's eyes, and what the link in `?link=` opens besides; a dead link opens nothing. */
export async function publicReader(services: Services, request: FastifyRequest): Promise<Reader> {
  const { link } = request.query as { link?: unknown };
  if (typeof link !== 'string' || link === '' || link.length > 200) return { kind: 'public' };
  return { kind: 'public', link: await openLink(services.db.drizzle, link) };
}

/** What is shared, read-only, for everybody and from any page: the public's eyes, never the caller's account. */
export function sharedRoutes(app: FastifyInstance, services: Services): void {
  const everybody = (request: FastifyRequest) => publicReader(services, request);

  app.get('/api/shared/workflow/:uuid', async (request, reply) => {
    const reader = await everybody(request);
    const uuid = uuidOf(request.params, what);
    const unchanged = await answeredUnchanged(services.db, reader, uuid, request, reply);
    return unchanged ? reply : itemFor(services, reader, uuid);
  });
  app.get('/api/shared/workflow/:uuid/bundle', async (request, reply) =>
    answerBundle(services, await everybody(request), request, reply),
  );
  app.get('/api/shared/workflow/:uuid/badge.svg', async (request, reply) =>
    answerBadge(services, await everybody(request), request, reply),
  );
  app.get('/api/shared/workflow/:uuid/log', async (request) => answerLog(services, await everybody(request), request));
  itemValueReads(app, services, '/api/shared', everybody);
  workflowContents(app, services, '/api/shared', everybody);
  drawingReads(app, services, '/api/shared', everybody);
  itemsTogetherReads(app, services, '/api/shared', everybody);
  calculationReads(app, services, '/api/shared', everybody);
  folderReads(app, services, '/api/shared', everybody);
  bigResultReads(app, services, '/api/shared', everybody);
}
