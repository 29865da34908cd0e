import type { FastifyRequest } from 'fastify';
import { requireAccount, requireWorker } from '../../auth/principal.ts';
import type { Services } from '../../services.ts';
import { requireAdmin } from '../platform/admin.ts';

const withoutBody = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Asks who calls before the body of a call is read, so that nobody unknown makes the server parse one. Signing in and reading what is
 * shared are for everybody; their bodies are small (`bodyLimits`). Throws 401 and 403 as the call itself would.
 */
export async function letIn(request: FastifyRequest, services: Services): Promise<void> {
  const { url, config } = request.routeOptions;
  if (withoutBody.has(request.method) || config.anonymous || !url?.startsWith('/api/')) return;
  if (url === '/api/admin') requireAdmin(request, services);
  else if (url.startsWith('/api/worker/')) await requireWorker(request, services);
  else await requireAccount(request, services);
}
