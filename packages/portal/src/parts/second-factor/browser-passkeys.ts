import { factorWords as words } from './words.ts';

/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

const named = (error: unknown, ...names: string[]): boolean => error instanceof Error && names.includes(error.name);

/** Has the browser make a passkey for the server's question. Throws an error with words for the person where it makes none. */
export async function makePasskey(options: object): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    return await startRegistration({ optionsJSON: options as never });
  } catch (error) {
    throw new Error(named(error, 'InvalidStateError') ? words.passkeyKnown : words.passkeyNotMade);
  }
}

/** Has the person choose a passkey for the server's question. Throws an error with words for the person where none is used. */
export async function choosePasskey(options: object): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    return await startAuthentication({ optionsJSON: options as never });
  } catch {
    throw new Error(words.passkeyEnded);
  }
}
