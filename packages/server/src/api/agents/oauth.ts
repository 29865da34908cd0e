import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { renewalScope } from '../../auth/application-scopes.ts';
import { createAttemptLimit } from '../../auth/attempt-limit.ts';
import { webHeaders } from '../../auth/principal.ts';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { basePathOf } from '../../wire/base-path.ts';
import { type Parameter, parameter, unfit } from '../http/parameter-kinds.ts';
import { anybody, type Route, route } from '../http/route.ts';
import { connectedPlace } from './oauth-metadata.ts';
import { readRegistration } from './registration.ts';

const form = 'application/x-www-form-urlencoded';

/** Most characters of a parameter of OAuth: some applications put much into `state`. */
const longest = 4000;

/** A parameter of OAuth. One that is given twice, which the protocol forbids, is refused. */
function oauthParameter(description: string, example: string): Parameter<string | undefined> {
  const parse = (value: unknown, name: string): string => {
    if (typeof value === 'string' && value.length <= longest) return value;
    throw unfit(name, `one text of ${longest} characters at most`, value);
  };
  return parameter(description, { type: 'string', maxLength: longest }, parse, { example });
}

const authorization = {
  response_type: oauthParameter('`code`.', 'code'),
  client_id: oauthParameter('The identifier that the application got when it registered itself.', 'abc'),
  redirect_uri: oauthParameter('Where the browser goes with the answer, as registered.', 'http://127.0.0.1:7777/done'),
  scope: oauthParameter('`read`, `submit` or both, with a space between; all when left out.', 'read submit'),
  state: oauthParameter('A text that comes back with the answer.', 'xyz'),
  code_challenge: oauthParameter('Challenge of PKCE.', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
  code_challenge_method: oauthParameter('`S256`.', 'S256'),
  resource: oauthParameter('The address of /mcp, for which the token will be.', 'https://cuvette.example.org/mcp'),
};

/** Headers that no answer with a token may lack (RFC 6749). */
function neverStored(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
}

/** Sends an answer of the provider. A refusal of OAuth also says its reason where all refusals of this server do. */
async function relay(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  const text = await answer.text();
  const body: unknown = text === '' ? {} : JSON.parse(text);
  neverStored(reply).code(answer.status);
  if (answer.status < 400) return reply.send(body ?? {});
  const refusal = z.parse(
    z.looseObject({ error: z.optional(z.string()), error_description: z.optional(z.string()) }),
    body ?? {},
  );
  const detail = refusal.error_description ?? refusal.error ?? 'The call was refused.';
  return reply.send({ ...refusal, detail });
}

/** Hands a form of an application on to the provider, without the cookies of whoever sends it. */
async function handOn(services: Services, path: string, { body }: FastifyRequest, reply: FastifyReply) {
  connectedPlace(services);
  if (!Buffer.isBuffer(body)) throw new HttpProblem(415, `Send a form (Content-Type: ${form}).`);
  const headers = { 'content-type': form };
  return relay(await services.oauth.handle(path, { method: 'POST', headers, body: body.toString('utf8') }), reply);
}

/**
 * The parameters of a request as the provider gets them: those of OAuth alone. A token is for /mcp where the application names nothing, its access can
 * be renewed, for few applications ask for that, and the person is asked every time: any program on their machine can take another's name.
 */
function requestOf(query: { [K in keyof typeof authorization]?: string | undefined }, resource: string): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, resource: query.resource ?? resource })) {
    if (value !== undefined) asked.set(name, value);
  }
  const scopes = (query.scope ?? 'read submit').split(' ').filter((one) => one !== '' && one !== renewalScope);
  asked.set('scope', [...scopes, renewalScope].join(' '));
  asked.set('prompt', 'consent');
  return asked.toString();
}

/** OAuth 2.1 for the applications that use `/mcp`: they register themselves, a person allows them, they get and renew tokens. */
export const oauthRoutes: Route[] = [
  route('POST /oauth2/register', anybody, {
    summary: 'Registers an application that wants to ask people for access to /mcp',
    description:
      'What an application says about itself is not checked, and the page that asks the person tells them this. It has no secret; its addresses are https, or http on the own machine (127.0.0.1, [::1], localhost). OAuth 2.0 Dynamic Client Registration (RFC 7591).',
    body: z.unknown(),
    rawBody: true,
    example: { client_name: 'My agent', redirect_uris: ['http://127.0.0.1:7777/done'] },
    status: 201,
    answer: z.looseObject({ client_id: z.string(), redirect_uris: z.array(z.string()) }),
    async handle({ services, db, request, reply }) {
      connectedPlace(services);
      const read = readRegistration(request.body);
      if ('error' in read) {
        return neverStored(reply)
          .code(400)
          .send({ ...read, detail: read.error_description });
      }
      await createAttemptLimit(db.drizzle).registerApplication(request.ip);
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(read);
      return relay(await services.oauth.handle('/oauth2/register', { method: 'POST', headers, body }), reply);
    },
  }),
  route('GET /oauth2/authorize', anybody, {
    summary: 'Opens the page on which a person allows or denies an application what it asks for',
    description: 'For browsers. Whoever is not signed in signs in first. PKCE (S256) is needed.',
    query: authorization,
    shown: Object.keys(authorization),
    status: 302,
    answer: z.string(),
    type: 'text/plain',
    async handle({ services, query, request, reply }) {
      const place = connectedPlace(services);
      const headers = webHeaders(request);
      const session = request.headers.cookie ? await services.signIn.sessionOf(headers) : null;
      if (session === null) {
        return reply.redirect(`${basePathOf(place.issuer)}/sign-in?next=${encodeURIComponent(request.url)}`, 302);
      }
      for (const cookie of session.cookies) reply.header('set-cookie', cookie);
      const asked = requestOf(query, place.resources[0] ?? '');
      const answer = await services.oauth.handle(`/oauth2/authorize?${asked}`, {
        headers: { cookie: headers.get('cookie') ?? '', accept: 'text/html' },
      });
      const next = answer.headers.get('location');
      return reply.redirect(next ?? `${basePathOf(place.issuer)}/connect?error=server_error`, 302);
    },
  }),
  route('POST /oauth2/token', anybody, {
    summary: 'Gives an application a token for /mcp, for the code that it got or for its last refresh token',
    description:
      'An access token lasts an hour. A refresh token lasts 30 days and works once: using one twice ends the connection.',
    otherBodies: { [form]: 'grant_type, client_id, and code, redirect_uri and code_verifier, or refresh_token.' },
    bodiesAs: { [form]: 'buffer' },
    answer: z.looseObject({ access_token: z.string(), token_type: z.string(), expires_in: z.number() }),
    handle: ({ services, request, reply }) => handOn(services, '/oauth2/token', request, reply),
  }),
  route('POST /oauth2/revoke', anybody, {
    summary: 'Ends a token of an application',
    description: 'OAuth 2.0 Token Revocation (RFC 7009).',
    otherBodies: { [form]: 'token and client_id.' },
    bodiesAs: { [form]: 'buffer' },
    answer: z.looseObject({}),
    handle: ({ services, request, reply }) => handOn(services, '/oauth2/revoke', request, reply),
  }),
];
