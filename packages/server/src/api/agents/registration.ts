import * as z from 'zod/mini';

/** What an application tells of itself, as far as it is used: all else of RFC 7591 is left out. */
const Registration = z.looseObject({
  client_name: z.optional(z.string().check(z.maxLength(200))),
  redirect_uris: z.array(z.string().check(z.minLength(1), z.maxLength(2000))).check(z.minLength(1), z.maxLength(10)),
});

/** A refusal as OAuth words it. */
interface Refusal {
  error: 'invalid_client_metadata' | 'invalid_redirect_uri';
  error_description: string;
}

/** Names of the machine that a browser runs on. */
const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address goes to a program on the machine of whoever opens it. */
export function isOnOwnMachine(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && ownMachine.has(url.hostname);
}

/** Whether a browser may be sent to an address with the answer of a person: https, or a program on their machine. */
function isRedirect(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.hash !== '' || address.includes('#') || url.username !== '' || url.password !== '')
    return false;
  return (url.protocol === 'https:' && !ownMachine.has(url.hostname)) || isOnOwnMachine(address);
}

/** A name as it can be shown: without what is invisible or turns the direction of text. Null where nothing is left. */
function shownName(name: string | undefined): string | null {
  return (
    name
      ?.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, 100) || null
  );
}

/** The registration of an application, or why there is none. All are without a secret, and ask people: a program that others can read keeps none. */
export function readRegistration(body: unknown): Record<string, unknown> | Refusal {
  const read = z.safeParse(Registration, body);
  if (!read.success) {
    const names = z.safeParse(z.looseObject({ redirect_uris: z.array(z.unknown()) }), body).success;
    return names
      ? {
          error: 'invalid_client_metadata',
          error_description: 'client_name has 200 characters at most, redirect_uris 1 to 10 addresses.',
        }
      : { error: 'invalid_redirect_uri', error_description: 'Send JSON with a list redirect_uris.' };
  }
  const { client_name: name, redirect_uris: addresses } = read.data;
  if (!addresses.every(isRedirect)) {
    return {
      error: 'invalid_redirect_uri',
      error_description:
        'Each of redirect_uris must be an https address, or http on 127.0.0.1, [::1] or localhost, without a password or #.',
    };
  }
  const shown = shownName(name);
  return {
    ...(shown === null ? {} : { client_name: shown }),
    redirect_uris: [...new Set(addresses)],
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}
