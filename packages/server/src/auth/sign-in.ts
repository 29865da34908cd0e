import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Database, rows } from '../store/database/database.ts';
import { hasSecondFactor } from '../store/second-factors.ts';
import { endEarlierSession, isLivingSession, longestSessionDays } from '../store/sessions.ts';
import { takeOverUnproven } from '../store/take-over.ts';
import { accountByEmail } from '../store/users.ts';
import { algorithm, createAuth, hashLinkToken, outbox } from './better-auth.ts';
import { day } from './options.ts';
import { opening } from './second-factor/plugins.ts';
import { completeDevice, createSecondFactor, type SecondFactor } from './second-factor/second-factor.ts';

/** A signed-in browser; `cookies` ("set-cookie" values) begin it, or extend it where its time was extended. */
interface Session {
  account: string;
  session: string;
  cookies: string[];
}

/** A sign-in by a link or a password: with `awaitsCode` it is complete when a code is given, else the cookies begin the session. */
interface Entered {
  account: string;
  /** Null while a code is awaited. */
  session: string | null;
  awaitsCode: boolean;
  cookies: string[];
}

/** Content of a token: its person, and the session or key that it was made with and ends with. */
interface TokenClaims {
  account: string;
  session: string | null;
  key: string | null;
}

/** Sign-in, as the routes use it. */
export interface SignIn {
  /** A one-time token for an existing account; only its hash is stored. */
  createLinkToken(email: string): Promise<string>;
  /**
   * Exchanges a token for cookies; null when it was used, is too old, or never was. Whoever holds one is the account's owner, so where
   * nobody vouched for its address before, every way in that was made until then is closed (`takeOverUnproven`).
   */
  redeem(token: string, headers: Headers): Promise<Entered | null>;
  /** Signs in by address and password; null when they do not fit together. */
  signIn(email: string, password: string, headers: Headers): Promise<Pick<Entered, 'awaitsCode' | 'cookies'> | null>;
  /** Codes of apps, backup codes and passkeys. */
  secondFactor: SecondFactor;
  /** The signed-in browser, or null. */
  sessionOf(headers: Headers): Promise<Session | null>;
  /** Whether a session of an account is still valid. */
  isSession(session: string, account: string): Promise<boolean>;
  /** Ends the session of these cookies. Returns the cookies that clear it. */
  signOut(headers: Headers): Promise<string[]>;
  /** Whether this is the account's password; null when it has none. */
  checkPassword(account: string, password: string): Promise<boolean | null>;
  /** Gives an account a password, or another one. */
  setPassword(account: string, password: string): Promise<void>;
  /** A short-lived signed token for reading. */
  makeToken(claims: TokenClaims): Promise<string>;
  /** What a token of this server says; null when it is not one, is meant for another server, or has expired. */
  readToken(token: string): Promise<TokenClaims | null>;
  /** better-auth's own routes under /api/auth, as far as they are offered. */
  handle(request: Request): Promise<Response>;
}

const Claims = z.object({
  sub: z.string(),
  sid: z._default(z.nullable(z.string()), null),
  key: z._default(z.nullable(z.uuid()), null),
});

/** What better-auth answers to a sign-in. */
interface Answered {
  twoFactorRedirect?: boolean;
  token?: string;
  session?: { id: string };
}

/** As better-auth names the issuer of passwords. */
const passwordIssuer = { providerId: 'credential', issuer: 'local:credential' };

/** Sets up better-auth on the same database. `baseUrl` is where browsers reach the server. */
export function createSignIn(db: Database, secret: string, baseUrl: string): SignIn {
  const auth = createAuth(db, secret, baseUrl);

  /** The address that a living one-time token is for, or null. */
  const addressOf = async (token: string): Promise<string | null> => {
    const { internalAdapter } = await auth.$context;
    const held = await internalAdapter.findVerificationValue(hashLinkToken(token));
    if (!held || held.expiresAt.getTime() < Date.now()) return null;
    const value = z.safeParse(z.object({ email: z.string() }), JSON.parse(held.value));
    return value.success ? value.data.email : null;
  };

  const endEarlier = (headers: Headers) => endEarlierSession(db.drizzle, headers, auth.api.getSession);

  /** This signs nobody in. A failure inside may be a database that does not answer, which is no refusal: asking it again shows which. */
  const refused = async (status: number): Promise<null> => {
    if (status >= 500) await rows(db.drizzle, sql`SELECT 1`);
    return null;
  };

  /** Begins a session that opens nothing until a code is given, where the account has a second factor. */
  const entering = async <T>(account: string | undefined, enter: () => Promise<T>): Promise<T> =>
    account !== undefined && (await hasSecondFactor(db.drizzle, account)) ? opening.run('awaited', enter) : enter();

  return {
    async createLinkToken(email) {
      const box: { token: string | null } = { token: null };
      await outbox.run(box, () => auth.api.signInMagicLink({ body: { email }, headers: new Headers() }));
      if (!box.token) throw new Error('No sign-in link could be made.');
      return box.token;
    },
    async redeem(token, headers) {
      // Before the token is used up: whatever ends this server in between, the link still works and closes what is to be closed.
      const email = await addressOf(token);
      if (email === null) return null;
      await takeOverUnproven(db, email);
      const account = await accountByEmail(db.drizzle, email);
      const response = await entering(account?.id, () =>
        auth.api.magicLinkVerify({ query: { token }, headers, asResponse: true }).catch(() => null),
      );
      if (response?.status !== 200 || !account) return refused(response?.status ?? 500);
      await endEarlier(headers);
      const answer = (await response.json()) as Answered;
      const cookies = response.headers.getSetCookie();
      if (answer.twoFactorRedirect) return { account: account.id, session: null, awaitsCode: true, cookies };
      if (answer.token !== undefined) await completeDevice(db, answer.token);
      return { account: account.id, session: answer.session?.id ?? null, awaitsCode: false, cookies };
    },
    async signIn(email, password, headers) {
      const account = await accountByEmail(db.drizzle, email);
      const response = await entering(account?.id, () =>
        auth.api.signInEmail({ body: { email, password }, headers, asResponse: true }),
      );
      if (response.status !== 200) return refused(response.status);
      await endEarlier(headers);
      const answer = (await response.json()) as Answered;
      const cookies = response.headers.getSetCookie();
      if (answer.twoFactorRedirect) return { awaitsCode: true, cookies };
      if (answer.token !== undefined) await completeDevice(db, answer.token);
      return { awaitsCode: false, cookies };
    },
    secondFactor: createSecondFactor(auth, db, endEarlier),
    async sessionOf(headers) {
      const found = await auth.api.getSession({ headers, returnHeaders: true }).catch(() => null);
      if (found === null) return refused(500);
      if (!found.response) return null;
      const { session, user } = found.response;
      if (Date.now() - session.createdAt.getTime() > longestSessionDays * day * 1000) return null;
      return { account: user.id, session: session.id, cookies: found.headers.getSetCookie() };
    },
    isSession: (session, account) => isLivingSession(db.drizzle, session, account),
    async signOut(headers) {
      const response = await auth.api.signOut({ headers, asResponse: true });
      return response.headers.getSetCookie();
    },
    async checkPassword(account, password) {
      const context = await auth.$context;
      const known = await context.internalAdapter.findCredentialAccount(account);
      return known?.password ? context.password.verify({ hash: known.password, password }) : null;
    },
    async setPassword(account, password) {
      const { internalAdapter, password: hasher } = await auth.$context;
      const hash = await hasher.hash(password);
      const known = await internalAdapter.findCredentialAccount(account);
      if (known) await internalAdapter.updateAccount(known.id, { password: hash });
      else
        await internalAdapter.linkAccount({ ...passwordIssuer, userId: account, accountId: account, password: hash });
    },
    async makeToken({ account, session, key }) {
      const now = Math.floor(Date.now() / 1000);
      const payload = { sub: account, sid: session, key, jti: randomUUID(), iat: now, nbf: now };
      const sign = async () => (await auth.api.signJWT({ body: { payload } })).token;
      return sign().catch(async () => {
        // The private keys are encrypted with the secret of the data directory: when that was lost, only new ones help.
        await rows(db.drizzle, sql`DELETE FROM jwks`);
        return sign();
      });
    },
    async readToken(token) {
      if (token.length > 4000 || algorithmOf(token) !== algorithm) return null;
      const { payload } = await auth.api.verifyJWT({ body: { token } }).catch(() => ({ payload: null }));
      const claims = z.safeParse(Claims, payload);
      if (!claims.success) return null;
      return { account: claims.data.sub, session: claims.data.sid, key: claims.data.key };
    },
    handle: (request) => auth.handler(request),
  };
}

/** The signature algorithm that a token's header names; null when it is not a token. */
function algorithmOf(token: string): string | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));
    return z.parse(z.object({ alg: z.string() }), header).alg;
  } catch {
    return null;
  }
}
