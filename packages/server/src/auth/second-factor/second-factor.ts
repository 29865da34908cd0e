import type { Database } from '../../store/database/database.ts';
import { addressOfBegun, completeRemembered, notePasskeyUse } from '../../store/second-factors.ts';
import type { Auth } from '../better-auth.ts';
import { hashSessionToken } from '../hashed-sessions.ts';
import { opening } from './plugins.ts';

/** A sign-in that was completed by a code or a passkey. */
interface Completed {
  account: string;
  cookies: string[];
}

/** Why a code was not taken: it is wrong; there were too many wrong ones; or the sign-in was not begun, or too long ago. */
export type CodeRefusal = 'wrong' | 'locked' | 'over';

/** Codes of authenticator apps and passkeys, as the routes use them. */
export interface SecondFactor {
  /** Begins to set up an app: the address for its QR code, and backup codes. Null where the password is wrong. */
  setUp(issuer: string, password: string | null, headers: Headers): Promise<{ uri: string; codes: string[] } | null>;
  /** Ends the set-up with a code of the app; the cookies of the session that goes on, or null where the code is wrong. */
  confirm(code: string, headers: Headers): Promise<string[] | null>;
  /** Completes a sign-in by a code of the app (six digits) or a backup code. */
  enter(code: string, remember: boolean, headers: Headers): Promise<Completed | CodeRefusal>;
  /** The address of the account whose sign-in was begun in this browser, or null. */
  begunFor(headers: Headers): Promise<string | null>;
  /** New backup codes; the former ones end. Null where the password is wrong. */
  renewCodes(password: string | null, headers: Headers): Promise<string[] | null>;
  /** How many backup codes were not used. */
  codesLeft(account: string): Promise<number>;
  /** What the browser needs to make a passkey, and the cookies of the question. */
  askForNew(headers: Headers): Promise<{ options: object; cookies: string[] }>;
  /** Stores a passkey that the browser made. False where it does not fit. */
  add(response: object, name: string, headers: Headers): Promise<boolean>;
  /** What the browser needs to sign in by a passkey, and the cookies of the question. */
  ask(headers: Headers): Promise<{ options: object; cookies: string[] }>;
  /** Signs in by a passkey; null where it does not fit. */
  signIn(response: object, headers: Headers): Promise<Completed | null>;
}

/** The headers of a browser without its session: what follows is a sign-in, whoever was signed in before. */
function withoutSession(headers: Headers): Headers {
  const copy = new Headers(headers);
  const cookies = (headers.get('cookie') ?? '')
    .split(/; */)
    .filter((one) => !/^(?:__Host-|__Secure-)?cuvette_session=/.test(one));
  copy.set('cookie', cookies.join('; '));
  return copy;
}

/** The identifier of a begun sign-in in the cookies. */
function begunIn(headers: Headers): string | null {
  const value = /(?:^|; *)(?:__Host-|__Secure-)?cuvette_two_factor=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1];
  try {
    return value === undefined ? null : (decodeURIComponent(value).split('.')[0] ?? null);
  } catch {
    return null;
  }
}

const completedBy = async (response: Response): Promise<Completed> => {
  const { user } = (await response.json()) as { user: { id: string } };
  return { account: user.id, cookies: response.headers.getSetCookie() };
};

async function refusalOf(response: Response): Promise<CodeRefusal> {
  if (response.status === 429) return 'locked';
  const { code } = (await response.json()) as { code?: string };
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') return 'wrong';
  return 'over';
}

/** Asks the browser for a PIN, a fingerprint or the like at sign-in, which better-auth leaves open; at the making its options ask for it. */
async function questionOf(response: Response): Promise<{ options: object; cookies: string[] }> {
  if (response.status !== 200) throw new Error(`A question for passkeys was answered by ${response.status}.`);
  const options = (await response.json()) as object;
  return { options: { ...options, userVerification: 'required' }, cookies: response.headers.getSetCookie() };
}

/** Makes the calls of second factors on better-auth's. `endEarlier` ends the session that a browser had before. */
export function createSecondFactor(
  auth: Auth,
  db: Database,
  endEarlier: (headers: Headers) => Promise<void>,
): SecondFactor {
  const given = (password: string | null) => (password === null ? {} : { password });
  return {
    async setUp(issuer, password, headers) {
      const body = { ...given(password), issuer, method: 'totp' as const };
      const response = await auth.api.enableTwoFactor({ body, headers, asResponse: true });
      if (response.status !== 200) return null;
      const { totpURI, backupCodes } = (await response.json()) as { totpURI: string; backupCodes: string[] };
      return { uri: totpURI, codes: backupCodes };
    },
    async confirm(code, headers) {
      const response = await opening.run('kept', () =>
        auth.api.verifyTOTP({ body: { code }, headers, asResponse: true }),
      );
      return response.status === 200 ? response.headers.getSetCookie() : null;
    },
    async enter(code, remember, headers) {
      const [bare, body] = [withoutSession(headers), { code, trustDevice: remember }];
      const response = /^\d{6}$/.test(code)
        ? await opening.run('code', () => auth.api.verifyTOTP({ body, headers: bare, asResponse: true }))
        : await opening.run('backup code', () => auth.api.verifyBackupCode({ body, headers: bare, asResponse: true }));
      if (response.status !== 200) return refusalOf(response);
      await endEarlier(headers);
      return completedBy(response);
    },
    async begunFor(headers) {
      const identifier = begunIn(headers);
      return identifier === null ? null : addressOfBegun(db.drizzle, identifier);
    },
    async renewCodes(password, headers) {
      const response = await auth.api.generateBackupCodes({ body: given(password), headers, asResponse: true });
      if (response.status !== 200) return null;
      return ((await response.json()) as { backupCodes: string[] }).backupCodes;
    },
    async codesLeft(account) {
      const known = await auth.api.viewBackupCodes({ body: { userId: account } }).catch(() => null);
      return known?.backupCodes.length ?? 0;
    },
    async askForNew(headers) {
      return questionOf(await auth.api.generatePasskeyRegistrationOptions({ query: {}, headers, asResponse: true }));
    },
    async add(response, name, headers) {
      const body = { response, name };
      const answer = await auth.api.verifyPasskeyRegistration({ body, headers, asResponse: true });
      return answer.status === 200;
    },
    async ask(headers) {
      const bare = withoutSession(headers);
      return questionOf(await auth.api.generatePasskeyAuthenticationOptions({ headers: bare, asResponse: true }));
    },
    async signIn(response, headers) {
      // What does not have the parts of a passkey's answer is refused by the check itself.
      const body = { response: response as never };
      const answer = await opening.run('passkey', () =>
        auth.api.verifyPasskeyAuthentication({ body, headers: withoutSession(headers), asResponse: true }),
      );
      if (answer.status !== 200) return null;
      await endEarlier(headers);
      const { id } = response as { id?: string };
      if (id !== undefined) await notePasskeyUse(db.drizzle, id);
      return completedBy(answer);
    },
  };
}

/** Completes the session of a device that was remembered, where a sign-in that awaited a code became one. @param token of the session */
export function completeDevice(db: Database, token: string): Promise<void> {
  return completeRemembered(db.drizzle, hashSessionToken(token));
}
