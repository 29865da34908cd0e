import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { permissions, renewalScope } from '../../auth/application-scopes.ts';
import type { OAuthPlace } from '../../auth/oauth.ts';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { basePathOf } from '../../wire/base-path.ts';
import { anybody, type Route, route } from '../http/route.ts';

/** Where RFC 9728 has the description of what is protected. */
const resourcePath = '/.well-known/oauth-protected-resource';

/** Where applications are connected. Throws 404 where they are not. */
export function connectedPlace({ oauth }: Pick<Services, 'oauth'>): OAuthPlace {
  const place = oauth.place();
  if (place !== null) return place;
  throw new HttpProblem(404, 'Applications cannot be connected to this server by OAuth. Use an API key.');
}

/** The address of `/mcp` by the name of the server that a caller used, as far as it is one of ours. */
export function resourceFor({ resources }: OAuthPlace, { headers }: FastifyRequest): string {
  return resources.find((one) => new URL(one).host === headers.host) ?? resources[0] ?? '';
}

/** `WWW-Authenticate` of a refusal (RFC 6750, RFC 9728): where to sign in, and what to ask for. Null where applications cannot be connected. */
export function challengeOf(place: OAuthPlace | null, request: FastifyRequest): string | null {
  if (place === null) return null;
  // Below the path of this server, where a proxy hands everything on; RFC 9728 lets the address be any.
  const base = basePathOf(place.issuer);
  const { origin, pathname } = new URL(resourceFor(place, request));
  return [
    `Bearer resource_metadata="${origin}${base}${resourcePath}${pathname.slice(base.length)}"`,
    `scope="${permissions.join(' ')}"`,
    ...(request.headers.authorization === undefined ? [] : ['error="invalid_token"']),
  ].join(', ');
}

const ProtectedResource = z.looseObject({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
});

const AuthorizationServer = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
});

/** Says what `/mcp` needs. Applications look at the address with its path first, older ones at the one without. */
const protectedResource = (path: '' | '/mcp') =>
  route(`GET ${resourcePath}${path}` as 'GET /', anybody, {
    summary: `Says where an application signs in to use /mcp${path ? '' : ', at the address that older applications know'}`,
    description: 'OAuth 2.0 Protected Resource Metadata (RFC 9728).',
    answer: ProtectedResource,
    handle({ services, request }) {
      const place = connectedPlace(services);
      return {
        resource: resourceFor(place, request),
        resource_name: 'Cuvette',
        authorization_servers: [place.issuer],
        scopes_supported: [...permissions],
        bearer_methods_supported: ['header'],
      };
    },
  });

/** What applications read before they sign in. */
export const oauthMetadataRoutes: Route[] = [
  protectedResource('/mcp'),
  protectedResource(''),
  route('GET /.well-known/oauth-authorization-server', anybody, {
    summary: 'Describes how applications sign in by OAuth 2.1',
    description: 'OAuth 2.0 Authorization Server Metadata (RFC 8414).',
    answer: AuthorizationServer,
    handle({ services }) {
      const { issuer } = connectedPlace(services);
      return {
        issuer,
        authorization_endpoint: `${issuer}/oauth2/authorize`,
        token_endpoint: `${issuer}/oauth2/token`,
        registration_endpoint: `${issuer}/oauth2/register`,
        revocation_endpoint: `${issuer}/oauth2/revoke`,
        scopes_supported: [...permissions, renewalScope],
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
      };
    },
  }),
];
