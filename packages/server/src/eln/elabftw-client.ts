import http from 'node:http';
import https from 'node:https';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import { guardedLookup, type Resolver, systemResolver } from '../lookups/guarded-lookup.ts';
import { addressFault, isAllowedInside } from '../lookups/outgoing-address.ts';

/** Milliseconds that one call may take, the upload of a file included. */
const timeoutMs = 60_000;
/** Most bytes of an answer. */
const mostBytes = 16 * 2 ** 20;
const mostLetters = 300;

/** A file as it is uploaded. */
export interface SentUpload {
  name: string;
  mediaType: string;
  comment: string;
  bytes: Uint8Array;
}

/** Where an eLabFTW is, and as whom it is asked. */
export interface ElabftwAccess {
  /** Its address as people open it, without a slash at the end. */
  address: string;
  key: string;
  /** Hosts inside of the network that the operator allowed. */
  allowed: readonly string[];
  resolver?: Resolver;
}

const User = z.looseObject({ fullname: z.optional(z.nullable(z.string())) });
const Experiment = z.looseObject({ id: z.int(), body: z.optional(z.nullable(z.string())), state: z.optional(z.int()) });
const Upload = z.looseObject({ id: z.int(), long_name: z.string(), storage: z.optional(z.nullable(z.int())) });
const Refusal = z.looseObject({ description: z.optional(z.string()), message: z.optional(z.string()) });

/** An entry that was deleted in eLabFTW is still answered, in this state. */
const deletedState = 3;

/**
 * Reads the address of an eLabFTW as a person pastes it: that of any of its pages, or of its API.
 * @throws 422 with words for the person
 */
export function elabftwAddress(text: string, allowed: readonly string[]): string {
  const refuse = (detail: string) => new HttpProblem(422, detail, 'address');
  if (!URL.canParse(text.trim()))
    throw refuse('Write the address of eLabFTW as in the browser: https://eln.example.org');
  const url = new URL(text.trim());
  switch (addressFault(url, allowed)) {
    case 'credentials':
      throw refuse('The address must not hold a user name or password.');
    case 'not https':
      throw refuse('The address must begin with https://.');
    case 'inside':
      throw refuse(
        'The address leads into the network of this server. The operator of this server can allow it: CUVETTE_ELABFTW_HOSTS.',
      );
    default: {
      // Up to its API, without the name of a page and without a slash at the end.
      const parts = (url.pathname.split('/api/v2')[0] ?? '').split('/');
      const last = parts.at(-1) ?? '';
      if (last === '' || last.endsWith('.php')) parts.pop();
      return `${url.origin}${parts.join('/')}`;
    }
  }
}

interface Asked {
  method: 'GET' | 'POST' | 'PATCH';
  /** Below `/api/v2/`. */
  path: string;
  body?: { type: string; bytes: Uint8Array };
}

interface Answered {
  status: number;
  location: string | null;
  text: string;
}

const inside = () => new Error('its address leads into the network of this server');

/** One call. Follows nothing; the key goes to this address only. */
function send({ address, key, allowed, resolver = systemResolver }: ElabftwAccess, { method, path, body }: Asked) {
  const url = new URL(`${address}/api/v2/${path}`);
  if (addressFault(url, allowed)) throw inside();
  return new Promise<Answered>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      maxHeaderSize: 16_384,
      ...(isAllowedInside(url, allowed) ? {} : { lookup: guardedLookup(resolver, inside) }),
      headers: {
        authorization: key,
        accept: 'application/json',
        'user-agent': 'Cuvette',
        ...(body ? { 'content-type': body.type, 'content-length': body.bytes.length } : {}),
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > mostBytes) request.destroy(new Error('its answer is too large'));
        else parts.push(part);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? null,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    request.end(body?.bytes);
  });
}

/** Why eLabFTW refused, in its own words where it has any. */
function refusalOf({ status, text }: Answered): string {
  let said = '';
  try {
    const { description, message } = z.parse(Refusal, JSON.parse(text));
    said = description ?? message ?? '';
  } catch {
    // A proxy before it may answer with a page.
  }
  return said ? `${said.slice(0, mostLetters)} (status ${status})` : `status ${status}`;
}

const asJson = (value: unknown) => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) });

/** What Cuvette asks of an eLabFTW: API version 2, as its published description (apidoc/v2/openapi.yaml) has it. */
export function elabftwClient(access: ElabftwAccess) {
  const host = new URL(access.address).host;
  const ask = async (asked: Asked): Promise<Answered> => {
    try {
      return await send(access, asked);
    } catch (error) {
      const { name, message } = error as Error;
      const late = name === 'AbortError' || name === 'TimeoutError';
      throw new HttpProblem(
        502,
        `eLabFTW at ${host} was not reached: ${late ? 'no answer within a minute' : message}.`,
      );
    }
  };
  /** Returns an answer that is a success; else throws with the reason. */
  const checked = (answer: Answered): Answered => {
    if (answer.status === 401) throw new HttpProblem(422, `eLabFTW at ${host} does not accept the key.`, 'key');
    if (answer.status === 403) {
      throw new HttpProblem(
        409,
        `eLabFTW at ${host} does not allow it: ${refusalOf(answer)}. The key must be one that may write.`,
      );
    }
    if (answer.status < 200 || answer.status > 299) {
      throw new HttpProblem(502, `eLabFTW at ${host} refused: ${refusalOf(answer)}.`);
    }
    return answer;
  };
  const accepted = async (asked: Asked): Promise<Answered> => checked(await ask(asked));
  const read = <T>(schema: z.ZodMiniType<T>, { text }: Answered): T => {
    try {
      return z.parse(schema, JSON.parse(text));
    } catch {
      throw new HttpProblem(502, `What is at ${host} does not answer as eLabFTW does. Is the address right?`);
    }
  };
  /** The number at the end of the address of what was made. */
  const madeIn = ({ location }: Answered): number => {
    const number = (location ?? '').split('?')[0]?.split('/').findLast(Boolean) ?? '';
    if (!/^\d{1,9}$/.test(number)) throw new HttpProblem(502, `eLabFTW at ${host} did not say what it made.`);
    return Number(number);
  };
  return {
    /** The name of whoever the key is of. Throws 422 where the key is not accepted. */
    async user(): Promise<string> {
      const { fullname } = read(User, await accepted({ method: 'GET', path: 'users/me' }));
      return fullname || host;
    },
    /** Makes an experiment with an empty text and returns its number. */
    async createExperiment(title: string): Promise<number> {
      const body = asJson({ title, body: '', content_type: 1 });
      return madeIn(await accepted({ method: 'POST', path: 'experiments', body }));
    },
    /** The text of an experiment as HTML; null where it is gone or was deleted. */
    async experimentText(id: number): Promise<string | null> {
      const answer = await ask({ method: 'GET', path: `experiments/${id}` });
      if (answer.status === 404) return null;
      const { body, state } = read(Experiment, checked(answer));
      return state === deletedState ? null : (body ?? '');
    },
    async changeExperiment(id: number, change: { body: string }): Promise<void> {
      await accepted({ method: 'PATCH', path: `experiments/${id}`, body: asJson(change) });
    },
    /** Numbers of the files in an experiment that are neither archived nor deleted. */
    async uploads(id: number): Promise<number[]> {
      const found = read(z.array(Upload), await accepted({ method: 'GET', path: `experiments/${id}/uploads` }));
      return found.map((upload) => upload.id);
    },
    /**
     * Uploads a file and returns its number.
     * @param replaced the file whose place it takes, which eLabFTW archives; null for a new one
     */
    async upload(id: number, file: SentUpload, replaced: number | null): Promise<number> {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.mediaType }), file.name);
      form.append('comment', file.comment);
      const whole = new Response(form);
      const body = {
        type: whole.headers.get('content-type') ?? '',
        bytes: new Uint8Array(await whole.arrayBuffer()),
      };
      const path = `experiments/${id}/uploads${replaced === null ? '' : `/${replaced}`}`;
      return madeIn(await accepted({ method: 'POST', path, body }));
    },
    /** The address by which the text of an experiment shows one of its files. */
    async pictureAddress(id: number, upload: number): Promise<string> {
      const answer = await accepted({ method: 'GET', path: `experiments/${id}/uploads/${upload}` });
      const { long_name, storage } = read(Upload, answer);
      const query = new URLSearchParams({ f: long_name, storage: String(storage ?? 1) });
      return `app/download.php?${query}`;
    },
  };
}

export type ElabftwClient = ReturnType<typeof elabftwClient>;

/** Where people read an experiment. */
export const experimentAddress = (address: string, id: number) => `${address}/experiments.php?mode=view&id=${id}`;
