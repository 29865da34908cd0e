import { ApiKeyCreate } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Principal, requireAccount } from '../../auth/principal.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { addApiKey, allows, listApiKeys, newKey, readApiKey, revokeApiKey } from '../../store/api-keys.ts';
import { readProject } from '../../store/projects.ts';
import { check } from '../../wire/body.ts';
import { flag, uuidOf } from '../http/query.ts';

const what = 'The API key';

/** Most keys of one person that live at a time. */
const mostKeys = 100;

/** The person, by cookie or by a key that may manage keys. */
async function requireManager(request: FastifyRequest, services: Services): Promise<Principal> {
  const principal = await requireAccount(request, services);
  if (principal.key && !principal.key.canManage) {
    throw new HttpProblem(403, 'This API key may not manage API keys. Sign in, or use a key that was made for that.');
  }
  return principal;
}

/** API keys of the signed-in person: list, make, revoke. */
export function apiKeyRoutes(app: FastifyInstance, services: Services): void {
  const db = services.db.drizzle;

  app.get('/api/api_key', async (request) => {
    const { account } = await requireManager(request, services);
    return listApiKeys(db, account.id, flag(request.query as Record<string, unknown>, 'active'));
  });

  app.post('/api/api_key', async (request, reply) => {
    const { account, key: maker, reader } = await requireManager(request, services);
    const body = check(ApiKeyCreate, request.body ?? {});
    if (maker && !allows(maker.scope, body.scope)) {
      throw new HttpProblem(403, 'A key cannot make another one that may do more than itself.', 'scope');
    }
    const project = body.scoped_project_uuid?.toLowerCase() ?? null;
    if (project !== null) {
      if (!(await readProject(db, reader, project))) {
        throw new HttpProblem(404, 'The project was not found, or you have no access to it.', 'scoped_project_uuid');
      }
      if (body.can_manage_api_keys) {
        throw new HttpProblem(422, 'A key for one project cannot manage API keys.', 'can_manage_api_keys');
      }
    }
    if ((await listApiKeys(db, account.id, true)).length >= mostKeys) {
      throw new HttpProblem(409, `You have ${mostKeys} API keys already. Revoke one first.`);
    }
    const key = body.api_key ?? newKey('cuvette');
    const ends = [body.valid_days, maker?.daysLeft ?? null].filter((days) => days !== null);
    const uuid = await addApiKey(db, {
      user: account.id,
      key,
      name: body.name,
      scope: body.scope,
      canManage: body.can_manage_api_keys,
      project,
      validDays: ends.length > 0 ? Math.min(...ends) : null,
      createdByKey: maker?.uuid ?? null,
    });
    const made = uuid ? await readApiKey(db, account.id, uuid) : null;
    if (!made) throw new HttpProblem(409, 'This key is in use already. Make another one.', 'api_key');
    reply.code(201);
    return { ...made, api_key: key };
  });

  app.post('/api/api_key/:uuid/revoke', async (request) => {
    const { account } = await requireManager(request, services);
    const uuid = uuidOf(request.params, what);
    if (!(await revokeApiKey(db, account.id, uuid))) throw notFound(what);
    return readApiKey(db, account.id, uuid);
  });
}
