import { randomBytes } from 'node:crypto';
import { oauthProvider } from '@better-auth/oauth-provider';
import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import type { Database } from '../store/database/database.ts';
import { basePathOf } from '../wire/base-path.ts';
import { permissions, renewalScope } from './application-scopes.ts';
import { accessTokenPrefix, hashOAuthToken, type OAuthPlace } from './oauth.ts';
import { commonOptions } from './options.ts';

/** Seconds that an access token opens `/mcp`. */
const accessSeconds = 3600;
/** Seconds after which an unused connection ends: each renewal gives a new refresh token that lasts as long. */
const renewalSeconds = 30 * 24 * 3600;
/** Seconds that a person has to answer the question, and then an application to fetch its first token. */
const codeSeconds = 600;

const newToken = () => randomBytes(32).toString('base64url');

/** Sets up better-auth's OAuth provider, and returns what carries its calls out. Access tokens are opaque, not signed, so that one that was revoked opens nothing from that moment. */
export async function createProvider(
  db: Database,
  secret: string,
  { issuer, resources }: OAuthPlace,
): Promise<(request: Request) => Promise<Response>> {
  const base = basePathOf(issuer);
  const auth = betterAuth({
    ...commonOptions(db, secret, issuer),
    // Applications of the first versions of the protocol ask for its calls at the address of the server, so that is where they are.
    baseURL: issuer,
    basePath: '/',
    onAPIError: {
      errorURL: `${issuer}/connect`,
      // Refusals are answers; what fails here is answered and logged as everywhere in this server.
      onError(error) {
        if (!isAPIError(error)) throw error;
      },
    },
    plugins: [
      oauthProvider({
        loginPage: `${base}/sign-in`,
        consentPage: `${base}/connect`,
        scopes: [...permissions, renewalScope],
        resources: resources.map((identifier) => ({ identifier, name: 'Cuvette for agents' })),
        enforcePerClientResources: false,
        grantTypes: ['authorization_code', 'refresh_token'],
        allowDynamicClientRegistration: true,
        allowUnauthenticatedClientRegistration: true,
        accessTokenExpiresIn: accessSeconds,
        refreshTokenExpiresIn: renewalSeconds,
        codeExpiresIn: codeSeconds,
        disableJwtPlugin: true,
        prefix: { opaqueAccessToken: accessTokenPrefix, refreshToken: 'cuvette_renew_' },
        generateOpaqueAccessToken: newToken,
        generateRefreshToken: newToken,
        storeTokens: { hash: async (token) => hashOAuthToken(token) },
      }),
    ],
  });
  await auth.$context;
  return (request) => auth.handler(request);
}
