import { ApiKey, ApiKeyCreate, NewApiKey } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import type { Principal } from '../../auth/principal.ts';
import { HttpProblem } from '../../errors.ts';
import { addApiKey, allows, listApiKeys, newKey, readApiKey, revokeApiKey } from '../../store/api-keys.ts';
import { readProject } from '../../store/projects.ts';
import { flag } from '../http/parameter-kinds.ts';
import { person, type Route, route } from '../http/route.ts';

/** Most valid keys of one person at a time. */
const mostKeys = 100;

/** Refuses (403) a key that may not manage keys. */
function requireManager({ key }: Principal): void {
  if (key === null || key.canManage) return;
  throw new HttpProblem(403, 'This API key may not manage API keys. Sign in, or use a key that was made for that.');
}

/** API keys of the signed-in person: list, make, revoke. */
export const apiKeyRoutes: Route[] = [
  route('GET /api/api_key', person, {
    summary: 'Lists your API keys, without the keys themselves',
    description:
      'All at once: the keys that still work, of which a person has at most 100, and those that ended in the last 90 days.',
    query: { active: flag('Only keys that still work (true) or do not (false); both when left out.') },
    admit: requireManager,
    answer: z.array(ApiKey),
    handle: ({ db, account, query }) => listApiKeys(db.drizzle, account.id, query.active),
  }),
  route('POST /api/api_key', person, {
    summary: 'Makes an API key; only this answer has the key itself',
    body: ApiKeyCreate,
    emptyBody: {},
    status: 201,
    admit: requireManager,
    answer: NewApiKey,
    async handle({ db: { drizzle: db }, account, key: maker, reader, body }) {
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
      return { ...made, api_key: key };
    },
  }),
  route('POST /api/api_key/:uuid/revoke', person, {
    summary: 'Revokes an API key, which opens nothing from then on',
    admit: requireManager,
    answer: ApiKey,
    handle: async ({ db, account, uuid }) =>
      (await revokeApiKey(db.drizzle, account.id, uuid)) ? readApiKey(db.drizzle, account.id, uuid) : null,
  }),
];
