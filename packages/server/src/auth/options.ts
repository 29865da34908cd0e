import { randomUUID } from 'node:crypto';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { errorText, logTrouble } from '../log.ts';
import type { Database } from '../store/database/database.ts';
import * as schema from '../store/schema.ts';
import { withHashedSessions } from './hashed-sessions.ts';

/** Header that `webHeaders` fills with the network address of a call, whatever the caller put into it. */
export const addressHeader = 'x-cuvette-network-address';
/** Seconds. */
export const day = 24 * 60 * 60;
/** Days without a visit after which a browser is signed out. */
const idleDays = 14;

/** Returns the settings that all of better-auth's work here shares: the database, the cookies, the life of a session. */
export function commonOptions(db: Database, secret: string, baseUrl: string) {
  const { protocol, pathname } = new URL(baseUrl);
  const secure = protocol === 'https:';
  // Browsers take the prefixes over https only. __Host- holds the cookie to this host and the whole path; below a path it is __Secure-.
  const prefix = !secure ? '' : pathname === '/' ? '__Host-' : '__Secure-';
  const cookie = (name: string) => ({
    name: `${prefix}cuvette_${name}`,
    attributes: { secure, httpOnly: true, sameSite: 'lax' as const, path: pathname },
  });
  return {
    appName: 'Cuvette',
    secret,
    // With its path, for better-auth adds none to an address that has one.
    baseURL: `${baseUrl}/api/auth`,
    telemetry: { enabled: false },
    // Its own words repeat tokens and the parameters of statements; ours leave them out.
    logger: {
      level: 'error' as const,
      log: (_level: string, message: string, ...parts: unknown[]) => {
        const errors = parts.filter((part) => part instanceof Error).map(errorText);
        logTrouble([`Sign-in: ${message}`, ...errors].join('\n'));
      },
    },
    database: withHashedSessions(drizzleAdapter(db.drizzle, { provider: 'pg', schema, transaction: false })),
    advanced: {
      useSecureCookies: false,
      cookies: {
        session_token: cookie('session'),
        session_data: cookie('session_data'),
        account_data: cookie('account_data'),
        dont_remember: cookie('dont_remember'),
        state: cookie('state'),
        two_factor: cookie('two_factor'),
        trust_device: cookie('trust_device'),
        passkey: cookie('passkey'),
      },
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    session: { expiresIn: idleDays * day, updateAge: day },
    account: { encryptOAuthTokens: true },
    rateLimit: { enabled: false },
    onAPIError: { errorURL: `${baseUrl}/sign-in` },
  };
}
