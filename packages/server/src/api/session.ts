import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { refuseForeignOrigin, requireAccount, webHeaders } from '../auth/principal.ts';
import { HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import { check } from './body.ts';

const Token = z.object({ token: z.string().check(z.minLength(1), z.maxLength(500)) });

/** Who am I, signing in by a one-time link, signing out, and better-auth's own routes. */
export function sessionRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/user/me', async (request) => {
    const { account } = await requireAccount(request, services);
    return {
      uuid: account.id,
      username: account.username,
      email: account.email,
      firstname: account.firstname,
      lastname: account.lastname,
      default_project_uuid: account.default_project_uuid,
      root_folder_uuid: account.root_folder_uuid,
      weekly_credits: null,
      credits: null,
      billing_name: null,
      billing_address: null,
      credit_balance_warning: null,
      organization: null,
      organization_role: null,
      individual_subscription: null,
    };
  });

  app.post('/api/session/one_time', async (request, reply) => {
    refuseForeignOrigin(request, services.config.publicUrl);
    const { token } = check(Token, request.body);
    const cookies = await services.signIn.redeem(token, webHeaders(request));
    if (!cookies) {
      throw new HttpProblem(
        401,
        'This sign-in link was used already, is too old, or is not whole. Get a new one with "cuvette user link".',
        'token',
      );
    }
    for (const cookie of cookies) reply.header('set-cookie', cookie);
    return { ok: true };
  });

  app.post('/api/session/sign_out', async (request, reply) => {
    refuseForeignOrigin(request, services.config.publicUrl);
    for (const cookie of await services.signIn.signOut(webHeaders(request))) reply.header('set-cookie', cookie);
    return { ok: true };
  });

  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    handler: async (request, reply) => {
      refuseForeignOrigin(request, services.config.publicUrl);
      const origin = services.config.publicUrl ?? `http://${request.headers.host ?? '127.0.0.1'}`;
      const answer = await services.signIn.handle(
        new Request(new URL(request.url, origin), {
          method: request.method,
          headers: webHeaders(request),
          ...(request.method === 'POST' ? { body: JSON.stringify(request.body ?? {}) } : {}),
        }),
      );
      reply.code(answer.status);
      for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
      const type = answer.headers.get('content-type');
      if (type) reply.header('content-type', type);
      return reply.send(await answer.text());
    },
  });
}
