import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { magicLink } from 'better-auth/plugins/magic-link';
import type { Database } from '../store/database.ts';
import * as schema from '../store/schema.ts';

/** Minutes that a one-time sign-in link lasts. */
export const linkMinutes = 24 * 60;

/** Sign-in, as the routes use it. */
export interface SignIn {
  /** A one-time token for an existing account; only its hash is stored. */
  createLinkToken(email: string): Promise<string>;
  /** Exchanges a token for cookies ("set-cookie" values); null when it was used, is too old, or never was. */
  redeem(token: string, headers: Headers): Promise<string[] | null>;
  /** The signed-in account's id, or null. */
  accountOf(headers: Headers): Promise<string | null>;
  /** Ends the session of these cookies. Returns the cookies that clear it. */
  signOut(headers: Headers): Promise<string[]>;
  /** better-auth's own routes under /api/auth. */
  handle(request: Request): Promise<Response>;
}

/** Sets up better-auth on the same database. `baseUrl` is where browsers reach the server. */
export function createSignIn(db: Database, secret: string, baseUrl: string): SignIn {
  // The token is made inside better-auth and would be mailed from there; here it is handed to the caller of the same call.
  const outbox = new AsyncLocalStorage<{ token: string | null }>();
  const auth = betterAuth({
    appName: 'Cuvette',
    secret,
    baseURL: baseUrl,
    basePath: '/api/auth',
    telemetry: { enabled: false },
    logger: { level: 'error' },
    database: drizzleAdapter(db.drizzle, { provider: 'pg', schema, transaction: false }),
    advanced: {
      cookiePrefix: 'cuvette',
      useSecureCookies: baseUrl.startsWith('https:'),
      database: { generateId: () => randomUUID() },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
    session: { expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 * 24 },
    emailAndPassword: { enabled: false },
    rateLimit: { enabled: false },
    disabledPaths: ['/sign-in/magic-link', '/magic-link/verify', '/update-user', '/change-email', '/delete-user'],
    plugins: [
      magicLink({
        storeToken: 'hashed',
        expiresIn: linkMinutes * 60,
        disableSignUp: true,
        generateToken: () => randomBytes(32).toString('base64url'),
        sendMagicLink: ({ token }) => {
          const box = outbox.getStore();
          if (box) box.token = token;
        },
      }),
    ],
  });
  return {
    async createLinkToken(email) {
      const box: { token: string | null } = { token: null };
      await outbox.run(box, () => auth.api.signInMagicLink({ body: { email }, headers: new Headers() }));
      if (!box.token) throw new Error('No sign-in link could be made.');
      return box.token;
    },
    async redeem(token, headers) {
      const response = await auth.api
        .magicLinkVerify({ query: { token }, headers, asResponse: true })
        .catch(() => null);
      return response?.status === 200 ? response.headers.getSetCookie() : null;
    },
    async accountOf(headers) {
      const found = await auth.api.getSession({ headers }).catch(() => null);
      return found?.user.id ?? null;
    },
    async signOut(headers) {
      const response = await auth.api.signOut({ headers, asResponse: true });
      return response.headers.getSetCookie();
    },
    handle: (request) => auth.handler(request),
  };
}
