import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';

/** What the administrator switched for the whole server: billing, private features, support. No secret: the sign-in page may ask too. */
export function platformRoutes(app: FastifyInstance, { config }: Services): void {
  app.get('/api/platform', async () => config.platform);
}
