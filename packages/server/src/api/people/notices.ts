import { NoticeList } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { knownWebhookSecret, listNotices, webhookSecret } from '../../store/notices.ts';
import { paging } from '../http/parameters.ts';
import { person, type Route, route } from '../http/route.ts';

const Secret = z.looseObject({ webhook_secret: z.string() });

/** How it went to tell a person that their items have ended, and the secret with which their webhooks are signed. */
export const noticeRoutes: Route[] = [
  route('GET /api/user/me/notices', person, {
    summary: 'Lists mail and webhooks about your items that have ended, page by page',
    description: 'Each is delivered, to be tried again, or given up with the reason.',
    query: paging,
    answer: NoticeList,
    async handle({ db, reader, query }) {
      const { notices, pages } = await listNotices(db.drizzle, reader, query);
      return { notices, num_pages: pages };
    },
  }),
  // Anybody with the secret can send webhooks that look like this server's.
  route(
    'GET /api/user/me/webhook_secret',
    { ...person, secret: true },
    {
      summary:
        'Reads the secret with which your webhooks are signed; null while there is none. Keys that may only read do not see it',
      answer: z.looseObject({ webhook_secret: z.nullable(z.string()) }),
      handle: async ({ db, account }) => ({ webhook_secret: await knownWebhookSecret(db.drizzle, account.id) }),
    },
  ),
  route('POST /api/user/me/webhook_secret', person, {
    summary: 'Reads the secret of your webhooks, and makes it where there is none yet',
    answer: Secret,
    handle: async ({ db, account }) => ({ webhook_secret: await webhookSecret(db.drizzle, account.id) }),
  }),
  route('POST /api/user/me/webhook_secret/rotate', person, {
    summary: 'Makes a new secret for your webhooks; the old one signs nothing any more',
    answer: Secret,
    handle: async ({ db, account }) => ({ webhook_secret: await webhookSecret(db.drizzle, account.id, true) }),
  }),
];
