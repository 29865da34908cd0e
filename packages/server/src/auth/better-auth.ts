import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import { magicLink } from 'better-auth/plugins/magic-link';
import type { Database } from '../store/database/database.ts';
import { commonOptions, day } from './options.ts';
import { codes, passkeys, sessionHooks, sessionOptions } from './second-factor/plugins.ts';

/** Minutes that a one-time sign-in link lasts. */
export const linkMinutes = 24 * 60;
/** Minutes that a token for reading lasts. */
export const tokenMinutes = 15;
/** Fewest and most characters of a password. */
export const passwordLength = { least: 10, most: 128 };
/** How tokens for reading are signed. */
export const algorithm = 'EdDSA';

/** The token is made inside better-auth and would be mailed from there; here it is handed to the caller of the same call. */
export const outbox = new AsyncLocalStorage<{ token: string | null }>();

/** Returns the hash that the database holds in place of a one-time token; a token has 256 random bits of its own, so no salt is needed. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** better-auth with passwords, one-time links, codes of apps, passkeys and tokens for reading. */
export type Auth = ReturnType<typeof createAuth>;

/** Sets up better-auth on the database. `baseUrl` is where browsers reach the server. */
export function createAuth(db: Database, secret: string, baseUrl: string) {
  const common = commonOptions(db, secret, baseUrl);
  return betterAuth({
    ...common,
    // Whoever changes a second factor gives the password: how long ago the session began tells nothing more.
    session: { ...common.session, ...sessionOptions, freshAge: 0 },
    databaseHooks: sessionHooks,
    // Accounts are made by this server's own calls, with a project and a root folder.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
    },
    plugins: [
      magicLink({
        storeToken: { type: 'custom-hasher', hash: async (token) => hashLinkToken(token) },
        expiresIn: linkMinutes * 60,
        disableSignUp: true,
        generateToken: () => randomBytes(32).toString('base64url'),
        sendMagicLink: ({ token }) => {
          const box = outbox.getStore();
          if (box) box.token = token;
        },
      }),
      codes(),
      passkeys(baseUrl),
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: algorithm, crv: 'Ed25519' }, rotationInterval: 30 * day, gracePeriod: day },
        jwt: { issuer: baseUrl, audience: `${baseUrl}/api`, expirationTime: `${tokenMinutes}m` },
      }),
    ],
  });
}
