import { createHash } from 'node:crypto';
import { type Config, exposureWarning } from '../config.ts';
import type { Database } from '../store/database/database.ts';

/** How an access token begins: it is told from an API key by this. */
export const accessTokenPrefix = 'cuvette_oauth_';

/** The addresses that name this server in OAuth. */
export interface OAuthPlace {
  /** The authorization server: the address of this server, without a slash at the end. */
  issuer: string;
  /** Addresses of `/mcp` that tokens may be for: one, or on this machine alone its names. */
  resources: readonly string[];
}

/** Sign-in of applications by OAuth 2.1, as the routes use it. */
export interface OAuth {
  /** The addresses of this server; null where applications cannot be connected. */
  place(): OAuthPlace | null;
  /** Carries out one of the provider's own calls, by its path. Fails where there is no `place`. */
  handle(path: string, init: RequestInit): Promise<Response>;
}

/** Returns the hash that the database holds in place of a token; a token has 256 random bits of its own, so no salt is needed. */
export function hashOAuthToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The hash of an access token as applications send it. */
export function hashAccessToken(token: string): string {
  return hashOAuthToken(token.slice(accessTokenPrefix.length));
}

/** Addresses of `/mcp`. A server on this machine alone is called by any of its names. */
function placeOf(config: Config, port: number): OAuthPlace | null {
  // OAuth needs https; plain http is for what does not leave the machine.
  if (!config.oauth || exposureWarning(config) !== null) return null;
  if (config.publicUrl !== null) return { issuer: config.publicUrl, resources: [`${config.publicUrl}/mcp`] };
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const hosts = new Set([host, '127.0.0.1', 'localhost', '[::1]']);
  return { issuer: `http://${host}:${port}`, resources: [...hosts].map((name) => `http://${name}:${port}/mcp`) };
}

/** Sets up the sign-in of applications on the same database; `port` is asked when the server listens. The provider is loaded at the first call, so a start costs nothing. */
export function createOAuth(db: Database, secret: string, config: Config, port: () => number): OAuth {
  let made: Promise<(request: Request) => Promise<Response>> | null = null;
  const place = () => placeOf(config, port());
  return {
    place,
    async handle(path, init) {
      const here = place();
      if (here === null) throw new Error('Applications cannot be connected to this server.');
      made ??= import('./oauth-provider.ts').then(({ createProvider }) => createProvider(db, secret, here));
      const answer = await made.catch((error: unknown) => {
        // A database that was away at the first call is asked again at the next one.
        made = null;
        throw error;
      });
      return answer(new Request(`${here.issuer}${path}`, init));
    },
  };
}
