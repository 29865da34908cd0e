import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { HttpProblem } from '../errors.ts';
import { guardedLookup, type Resolver, systemResolver } from '../lookups/guarded-lookup.ts';
import { addressFault, isAllowedInside } from '../lookups/outgoing-address.ts';

/** Milliseconds that a receiver may take. */
const timeoutMs = 10_000;

/** Header with the moment and the signature of a webhook, as the receivers of existing scripts check it. */
export const signatureHeader = 'x-rowan-signature';

/** The signature of a body sent at a moment (Unix seconds): HMAC-SHA256 of "moment.body" with the person's secret, in hex. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},sha256=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`;
}

/**
 * The address of a webhook, or a 422 that says what is wrong with it: https, without a password, and not inside of the
 * network this server is in, except for the receivers that its operator allowed ("host" or "host:port").
 */
export function webhookUrl(text: string, allowed: readonly string[]): URL {
  const refuse = (detail: string) => new HttpProblem(422, detail, 'webhook_url');
  if (!URL.canParse(text)) throw refuse('webhook_url must be an address like https://example.org/hook.');
  const url = new URL(text);
  switch (addressFault(url, allowed)) {
    case 'credentials':
      throw refuse('webhook_url must not hold a user name or password.');
    case 'not https':
      throw refuse('webhook_url must be an https address.');
    case 'inside':
      throw refuse('webhook_url leads into the network of this server, where webhooks are not sent.');
    default:
      return url;
  }
}

const inside = () => new Error('The address leads into the network of this server.');

/**
 * Sends a signed webhook: no redirects, 10 s in all, the answer's body is not read. Throws with a reason when the receiver
 * does not answer with a status of 200 to 299.
 */
export function sendWebhook(
  target: string,
  body: string,
  secret: string,
  allowed: readonly string[],
  resolver: Resolver = systemResolver,
): Promise<void> {
  const url = webhookUrl(target, allowed);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      maxHeaderSize: 16_384,
      ...(isAllowedInside(url, allowed) ? {} : { lookup: guardedLookup(resolver, inside) }),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Cuvette',
        [signatureHeader]: signature(secret, Math.floor(Date.now() / 1000), body),
      },
    });
    request.on('error', (error) =>
      reject(
        error.name === 'AbortError' || error.name === 'TimeoutError' ? new Error('No answer within 10 s.') : error,
      ),
    );
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new Error(`The receiver answered with status ${statusCode}.`));
      request.destroy();
    });
    request.end(body);
  });
}
