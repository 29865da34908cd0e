import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';

/** Days that a remembered device is not asked for a code. */
const rememberedDays = 30;
/** Backup codes that are made at a time. */
const backupCodeCount = 10;

/** What a session is opened with, besides a password or a link: `session.second_factor`. `kept`: it takes the place of one that was open. */
type Opening = 'awaited' | 'code' | 'backup code' | 'passkey' | 'kept';

/** Set around the calls of better-auth that begin a session. */
export const opening = new AsyncLocalStorage<Opening>();

/** Options that store with each session what it was opened with. */
export const sessionOptions = {
  additionalFields: { secondFactor: { type: 'string', required: false, input: false, returned: false } },
} as const;

/** Writes what a session was opened with. */
export const sessionHooks = {
  session: {
    create: {
      before: async (session: Record<string, unknown>) => ({
        data: { ...session, secondFactor: opening.getStore() ?? null },
      }),
    },
  },
};

/** Calls of better-auth after which an account with a second factor is asked for a code. Passkeys are one by themselves. */
const challenged: readonly (string | undefined)[] = ['/sign-in/email', '/magic-link/verify'];

/** The codes of authenticator apps, asked for after passwords and after one-time links. */
export function codes() {
  const plugin = twoFactor({
    allowPasswordless: true,
    trustDeviceMaxAge: rememberedDays * 24 * 60 * 60,
    backupCodeOptions: { amount: backupCodeCount, storeBackupCodes: 'encrypted' },
  });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: ({ path }: { path?: string }) => challenged.includes(path),
  }));
  return { ...plugin, hooks: { after } };
}

/** Throws where an authenticator did not ask for a PIN, a fingerprint or the like: whoever finds a key must not come in by it. */
function requireVerified(verified: boolean | undefined): void {
  if (!verified) throw new APIError('UNAUTHORIZED', { message: 'The passkey did not verify its person.' });
}

/** Passkeys for the name that browsers know the server by. @param baseUrl where browsers reach the server */
export function passkeys(baseUrl: string) {
  const { hostname, origin } = new URL(baseUrl);
  const hasName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return passkey({
    // Browsers take no addresses of the network; a server without a name is reached as localhost, on any port.
    rpID: hasName ? hostname : 'localhost',
    origin: hasName && hostname !== 'localhost' ? origin : null,
    rpName: 'Cuvette',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireVerified(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  });
}

/**
 * Returns why browsers take no passkeys of this server, or null. They need https and a name, or this machine by the name localhost.
 * @param publicUrl address that was set for the server, or null
 * @param host header of the call
 */
export function passkeysUnavailable(publicUrl: string | null, host: string | undefined): string | null {
  const url = URL.parse(publicUrl ?? `http://${host ?? ''}`);
  if (url === null) return 'Passkeys need the name of the server.';
  if (url.hostname === 'localhost') return null;
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) {
    return publicUrl === null && url.hostname.startsWith('127.')
      ? `Browsers offer passkeys only for a name. On this machine open http://localhost:${url.port} instead.`
      : 'Browsers offer passkeys only for a name, and this server is reached by an address of the network.';
  }
  if (url.protocol === 'https:' && publicUrl !== null) return null;
  return 'Browsers offer passkeys over https only. An administrator sets CUVETTE_PUBLIC_URL to the https address of this server.';
}
