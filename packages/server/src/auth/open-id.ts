import { betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { sql } from 'drizzle-orm';
import type { Config, OpenIdConfig } from '../config.ts';
import { type Database, row } from '../store/database/database.ts';
import { endEarlierSession } from '../store/sessions.ts';
import { takeOverUnproven } from '../store/take-over.ts';
import { accountByEmail, createAccount } from '../store/users.ts';
import { basePathOf } from '../wire/base-path.ts';
import { commonOptions } from './options.ts';

/** Sign-in by an OpenID Connect provider, as the routes use it. */
export interface OpenIdSignIn {
  /** Where the browser goes to sign in, and the cookies that it needs when it comes back; null when the provider is out of reach. */
  start(returnTo: string, headers: Headers): Promise<{ url: string; cookies: string[] } | null>;
  /** The browser comes back: where it goes on to, and its session's cookies when it is signed in. */
  finish(url: URL, headers: Headers): Promise<{ location: string; cookies: string[] } | null>;
}

const provider = 'openid';

function textIn(profile: object, key: string): string | null {
  const value = (profile as Record<string, unknown>)[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Whether somebody here signed in before under the provider's name for them. */
async function isLinked(db: Database, subject: string | null): Promise<boolean> {
  const found = await row(
    db.drizzle,
    sql`SELECT 1 FROM account WHERE provider_id = ${provider} AND account_id = ${subject}::text`,
  );
  return found !== null;
}

/** better-auth with the provider. Reads the provider's discovery document; fails where that cannot be had. */
async function connect(db: Database, secret: string, baseUrl: string, config: OpenIdConfig, mayJoin: () => boolean) {
  const auth = betterAuth({
    ...commonOptions(db, secret, baseUrl),
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: provider,
            name: config.name,
            discoveryUrl: `${config.issuer}/.well-known/openid-configuration`,
            requireIdTokenVerification: true,
            clientId: config.clientId,
            clientSecret: config.clientSecret,
            scopes: ['openid', 'email', 'profile'],
            pkce: true,
            // A known person is found by their address, where the provider vouches for it. Accounts are made here, never by
            // better-auth, for they come with a project and a folder.
            disableSignUp: true,
            async mapProfileToUser(profile) {
              const email = textIn(profile, 'email');
              const { email_verified: verified } = profile as Record<string, unknown>;
              const vouched = verified === true || (config.trustsEmails && verified !== false);
              // Lets better-auth find the person by the address.
              const found = vouched ? { emailVerified: true } : {};
              // A known person is found by the provider's own name for them, whatever their address is now.
              if (!email || !vouched || (await isLinked(db, textIn(profile, 'sub')))) return found;
              if (await takeOverUnproven(db, email)) return found;
              if (mayJoin() && !(await accountByEmail(db.drizzle, email))) {
                const names = { firstname: textIn(profile, 'given_name'), lastname: textIn(profile, 'family_name') };
                await createAccount(db, email, { ...names, verified: true });
              }
              return found;
            },
          },
        ],
      }),
    ],
  });
  await auth.$context;
  return auth;
}

/**
 * Sets up sign-in by the configured provider. It is asked at the first sign-in, not at the start: a server whose provider
 * is down serves on, and the next sign-in asks again.
 */
export function createOpenIdSignIn(db: Database, secret: string, config: Config): OpenIdSignIn | null {
  const { openId, publicUrl } = config;
  if (!openId || !publicUrl) return null;
  const base = basePathOf(publicUrl);
  const signIn = `${base}/sign-in`;
  let connected: ReturnType<typeof connect> | null = null;
  const reach = async () => {
    connected ??= connect(db, secret, publicUrl, openId, () => config.signUp);
    return connected.catch(() => {
      connected = null;
      return null;
    });
  };
  return {
    async start(returnTo, headers) {
      const auth = await reach();
      if (!auth) return null;
      const body = { provider, callbackURL: `${base}${returnTo}`, errorCallbackURL: signIn, disableRedirect: true };
      const answer = await auth.api.signInSocial({ body, headers, asResponse: true });
      const { url } = (await answer.json()) as { url?: string };
      return url ? { url, cookies: answer.headers.getSetCookie() } : null;
    },
    async finish(url, headers) {
      const auth = await reach();
      if (!auth) return null;
      const answer = await auth.handler(new Request(url, { headers }));
      const signedIn = answer.headers
        .getSetCookie()
        .some((one) => /^(?:__Host-|__Secure-)?cuvette_session=[^;]/.test(one));
      if (signedIn) await endEarlierSession(db.drizzle, headers, auth.api.getSession);
      return { location: answer.headers.get('location') ?? signIn, cookies: answer.headers.getSetCookie() };
    },
  };
}
