import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { HttpProblem } from '../errors.ts';
import { guardedLookup, type Resolver, systemResolver } from './guarded-lookup.ts';
import { isPublicAddress } from './public-address.ts';

/** A service that is asked: what people call it, and the address under which everything asked of it lies. */
export interface LookupSource {
  name: string;
  base: URL;
  /** The base may be in a private network and be reached over http: a local mirror, by configuration. */
  inHouse: boolean;
}

/** Limits of time and size; tests may replace the system's name resolver. */
export interface LookupLimits {
  timeoutMs: number;
  maximumBytes: number;
  resolve: Resolver;
}

export const usualLimits: LookupLimits = {
  timeoutMs: 10_000,
  maximumBytes: 20_000_000,
  resolve: systemResolver,
};

/** What is asked: a path under the base, the content types that an answer may have, and a form where it is posted. */
export interface LookupQuestion {
  path: string;
  types: RegExp;
  form?: Record<string, string>;
}

const mostRedirects = 3;

class PrivateAddress extends Error {}

function described(source: LookupSource, error: Error): HttpProblem {
  if (error instanceof HttpProblem) return error;
  return error instanceof PrivateAddress
    ? new HttpProblem(502, `${source.name} was not asked: its address leads into a private network.`)
    : new HttpProblem(502, `${source.name} cannot be reached from this server. Try again later.`);
}

interface Answer {
  status: number;
  location: string | null;
  text: string;
}

/** One request without following anything. Whatever goes wrong or takes too long, the connection is closed at once. */
function once(source: LookupSource, url: URL, question: LookupQuestion, limits: LookupLimits, signal: AbortSignal) {
  return new Promise<Answer>((resolve, reject) => {
    const { protocol, hostname } = url;
    const host = hostname.replace(/^\[|\]$/g, '');
    if (!source.inHouse && (protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host)))) {
      return reject(new PrivateAddress(host));
    }
    const body = question.form ? new URLSearchParams(question.form).toString() : null;
    const request = (protocol === 'https:' ? https : http).request(url, {
      method: body === null ? 'GET' : 'POST',
      agent: false,
      signal,
      maxHeaderSize: 16_384,
      ...(source.inHouse
        ? {}
        : { lookup: guardedLookup(limits.resolve, (host, address) => new PrivateAddress(`${host} is ${address}.`)) }),
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'Cuvette',
        ...(body === null
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
      },
    });
    const stop = (error: Error) => {
      reject(error);
      request.destroy();
    };
    request.on('error', stop);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const type = headers['content-type'] ?? '';
      if (status !== 200) {
        resolve({ status, location: headers.location ?? null, text: '' });
        return request.destroy();
      }
      if ((headers['content-encoding'] ?? 'identity') !== 'identity' || !question.types.test(type)) {
        return stop(new HttpProblem(502, `${source.name} answered with something other than what was asked for.`));
      }
      const tooLarge = () =>
        new HttpProblem(
          502,
          `The answer of ${source.name} is larger than ${Math.round(limits.maximumBytes / 1e6)} MB, more than is fetched here. Download it yourself and upload the file.`,
        );
      if (Number(headers['content-length'] ?? 0) > limits.maximumBytes) return stop(tooLarge());
      const pieces: Buffer[] = [];
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > limits.maximumBytes) return stop(tooLarge());
        pieces.push(piece);
      });
      response.on('error', stop);
      response.on('end', () => resolve({ status, location: null, text: Buffer.concat(pieces).toString('utf8') }));
    });
    request.end(body ?? undefined);
  });
}

/**
 * Asks a service, with all that keeps a person's text from steering where this server connects: only addresses under the source's base; https, and
 * public network addresses, checked as the connection is made (unless the source is a local mirror); redirects within the same origin only; a limit
 * on the whole time and on the size; nothing compressed. Gives null where the service knows no such thing (400 and 404).
 * Throws `HttpProblem` 502, 503 or 504 with words for the person.
 */
export async function guardedRequest(
  source: LookupSource,
  question: LookupQuestion,
  limits: LookupLimits,
): Promise<string | null> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  let url = new URL(question.path, source.base);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (url.origin !== source.base.origin) {
      throw new HttpProblem(502, `${source.name} sent this server to another address, where it does not go.`);
    }
    let answer: Answer;
    try {
      answer = await once(source, url, question, limits, timeout);
    } catch (error) {
      if (timeout.aborted) {
        throw new HttpProblem(
          504,
          `${source.name} did not answer within ${limits.timeoutMs / 1000} s. Try again later.`,
        );
      }
      throw described(source, error as Error);
    }
    const { status, location, text } = answer;
    if (status === 200) return text;
    if (status === 400 || status === 404) return null;
    if (status === 429 || status === 503) throw new HttpProblem(503, `${source.name} is busy. Try again in a minute.`);
    if (status < 300 || status > 399 || location === null || !URL.canParse(location, url.href)) {
      throw new HttpProblem(502, `${source.name} answered with an error (status ${status}). Try again later.`);
    }
    url = new URL(location, url);
  }
  throw new HttpProblem(502, `${source.name} sent this server round in circles.`);
}
