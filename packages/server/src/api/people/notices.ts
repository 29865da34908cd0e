import type { NoticeList } from '@cuvette/core/entities';
import type { FastifyInstance } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import type { Services } from '../../services.ts';
import { listNotices } from '../../store/notices.ts';
import { pageOf } from '../http/query.ts';

/** How it went to tell a person, by mail or to their webhooks, that their items have ended. */
export function noticeRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/user/me/notices', async (request): Promise<NoticeList> => {
    const { reader } = await requireAccount(request, services);
    const { notices, pages } = await listNotices(
      services.db.drizzle,
      reader,
      pageOf(request.query as Record<string, unknown>),
    );
    return { notices, num_pages: pages };
  });
}
