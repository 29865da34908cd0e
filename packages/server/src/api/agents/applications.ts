import { ApplicationPermission, ApplicationRequest, ConnectedApplications } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { permissionsIn, renewalScope } from '../../auth/application-scopes.ts';
import { HttpProblem } from '../../errors.ts';
import { applicationByClientId, endConnection, listConnections } from '../../store/applications.ts';
import { Done, done } from '../http/answers.ts';
import { browser, type Route, route } from '../http/route.ts';
import { connectedPlace, resourceFor } from './oauth-metadata.ts';
import { isOnOwnMachine } from './registration.ts';

/** The query of the page that asks, as this server wrote and signed it. */
const query = z.string().check(z.minLength(1), z.maxLength(12_000));
const Asked = z.object({ query });
const Answer = z.object({
  query,
  allow: z.boolean(),
  /** What is allowed of what was asked for; all when left out. */
  permissions: z.optional(z.array(ApplicationPermission)),
});

const startAgain = 'This request is too old, or it was changed. Start again in the application.';

const scopesOf = (asked: URLSearchParams): string[] => (asked.get('scope') ?? '').split(' ');

/** The scopes that a person allows, of those that were asked for. Throws 422 where none is left. */
function allowedScopes(asked: URLSearchParams, chosen: readonly ApplicationPermission[] | undefined): string {
  const scopes = scopesOf(asked);
  const granted = permissionsIn(scopes).filter((one) => chosen?.includes(one) ?? true);
  if (granted.length === 0) throw new HttpProblem(422, 'Allow at least one permission, or deny.', 'permissions');
  return [...granted, ...scopes.filter((one) => one === renewalScope)].join(' ');
}

/** Applications that act for the signed-in person: what one asks for, the answer, the list, the end. Only in a browser, never by a key. */
export const applicationRoutes: Route[] = [
  route('GET /api/application', browser, {
    summary: 'Lists the applications that you connected by OAuth',
    description: 'All at once: each was allowed by you, and ends by itself 30 days after its last renewal.',
    answer: ConnectedApplications,
    async handle({ services, db, account, request }) {
      const place = services.oauth.place();
      const found = await listConnections(db.drizzle, account.id);
      return {
        applications: found.map(({ scopes, ...known }) => ({ ...known, permissions: permissionsIn(scopes) })),
        address: place && resourceFor(place, request),
      };
    },
  }),
  route('POST /api/application/request', browser, {
    summary: 'Says what an application asks for',
    body: Asked,
    example: { query: 'client_id=abc&redirect_uri=http%3A%2F%2F127.0.0.1%3A7777%2Fdone&scope=read&sig=xyz' },
    answer: ApplicationRequest,
    async handle({ services, db, body }) {
      connectedPlace(services);
      const asked = new URLSearchParams(body.query);
      const application = await applicationByClientId(db.drizzle, asked.get('client_id') ?? '');
      const redirect = asked.get('redirect_uri');
      if (!application || redirect === null) {
        throw new HttpProblem(
          422,
          'This server does not know the application. Remove the connection there, and connect again.',
          'query',
        );
      }
      return {
        name: application.name,
        redirect_uri: redirect,
        is_local: isOnOwnMachine(redirect),
        permissions: permissionsIn(scopesOf(asked)),
        registered_at: application.registered_at,
      };
    },
  }),
  route('POST /api/application/answer', browser, {
    summary: 'Allows or denies an application what it asks for: answers the address to go to',
    body: Answer,
    example: { query: 'client_id=abc&scope=read&sig=xyz', allow: false },
    answer: z.looseObject({ url: z.string() }),
    async handle({ services, request, body }) {
      const { issuer } = connectedPlace(services);
      const scope = body.allow ? allowedScopes(new URLSearchParams(body.query), body.permissions) : undefined;
      const answer = await services.oauth.handle('/oauth2/consent', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: issuer, cookie: request.headers.cookie ?? '' },
        body: JSON.stringify({
          accept: body.allow,
          oauth_query: body.query,
          ...(scope === undefined ? {} : { scope }),
        }),
      });
      const read = z.safeParse(z.looseObject({ url: z.string() }), await answer.json().catch(() => null));
      if (answer.status !== 200 || !read.success) throw new HttpProblem(409, startAgain, 'query');
      return { url: read.data.url };
    },
  }),
  route('POST /api/application/:uuid/disconnect', browser, {
    summary: 'Disconnects an application: its tokens open nothing from then on',
    answer: Done,
    handle: async ({ db, account, uuid }) =>
      (await db.transaction((tx) => endConnection(tx, account.id, uuid))) ? done : null,
  }),
];
