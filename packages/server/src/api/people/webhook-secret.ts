import type { FastifyInstance } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import type { Services } from '../../services.ts';
import { knownWebhookSecret, webhookSecret } from '../../store/notices.ts';

/** The secret with which a person's webhooks are signed: read it, make one, replace it. */
export function webhookSecretRoutes(app: FastifyInstance, services: Services): void {
  const db = services.db.drizzle;

  // Whoever has the secret can send webhooks that look like this server's.
  app.get('/api/user/me/webhook_secret', { config: { secret: true } }, async (request) => {
    const { account } = await requireAccount(request, services);
    return { webhook_secret: await knownWebhookSecret(db, account.id) };
  });

  app.post('/api/user/me/webhook_secret', async (request) => {
    const { account } = await requireAccount(request, services);
    return { webhook_secret: await webhookSecret(db, account.id) };
  });

  app.post('/api/user/me/webhook_secret/rotate', async (request) => {
    const { account } = await requireAccount(request, services);
    return { webhook_secret: await webhookSecret(db, account.id, true) };
  });
}
