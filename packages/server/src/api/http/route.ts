import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Access, Callers } from '../../auth/principal.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../store/database/database.ts';
import type { HeaderName } from '../description/headers.ts';
import type { Parameters, Values } from './parameter-kinds.ts';

/** What a handler is given: who calls, and what was read of the request. */
export type Call<C extends Access['caller'], Query, Body> = Callers[C] & {
  services: Services;
  db: Database;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Parts of the path by name; `uuid` is its identifier, in lower case. */
  params: Readonly<Record<string, string>>;
  uuid: string;
  query: Query;
  body: Body;
};

/** A value of the schema, or the bytes of another media type; null: not found (404); undefined: the handler sent the answer itself. */
type Answered<A extends z.core.$ZodType> = z.input<A> | Readable | Uint8Array | FastifyReply | null | undefined;

/** What a route takes and answers, and its description; `Access` has who may call it. */
export interface Declaration<
  C extends Access['caller'],
  Q extends Parameters,
  B extends z.core.$ZodType,
  A extends z.core.$ZodType,
> {
  /** One sentence without its full stop. In `readRoutes`, `{a|b}` is a under `/api` and b under `/api/shared`. */
  summary: string;
  /** Further sentences. */
  description?: string;
  /** A link to further documentation. */
  more?: { url: string; description: string };
  query?: Q;
  /** Parameters that the example has, beside those that are needed. */
  shown?: readonly string[];
  body?: B;
  /** What is read where no body is sent, of calls whose body may be left out. */
  emptyBody?: unknown;
  /** The handler reads the body itself. */
  rawBody?: true;
  /** Keys of a body that clients send back and that the call does not use, with the sentence that `warnings` gives for each. */
  unusedKeys?: Readonly<Record<string, string>>;
  /** Bodies of other media types than JSON, and what they are. */
  otherBodies?: Readonly<Record<string, string>>;
  /** How bodies come to a handler that reads them itself, by media type: as they arrive, or whole. */
  bodiesAs?: Readonly<Record<string, 'stream' | 'buffer'>>;
  /** Most bytes of a body, where it is not what its address has (`bodyLimits`). */
  bodyLimit?: number;
  /** Whether the call takes an `Idempotency-Key`, with which it stores its items once however often it is made. */
  once?: true;
  /** A valid body. */
  example?: unknown;
  answer: A;
  /** Media type of the answer; JSON by default. */
  type?: string;
  /** Other media types of the answer, and when they come. */
  otherAnswers?: Readonly<Record<string, string>>;
  /** Headers of the answer beside those that follow from its kind (ETag, Content-Disposition). */
  headers?: readonly HeaderName[];
  /** Whether the answer has an ETag, where that does not follow from its media type. */
  tagged?: boolean;
  /** Status of a success; 200 by default. */
  status?: number;
  /** Refuses callers before path, query and body are read. Throws. */
  admit?(call: Callers[C] & Pick<Call<C, never, never>, 'services' | 'db' | 'request'>): void | Promise<void>;
  handle(call: Call<C, Values<Q>, z.output<B>>): Answered<A> | Promise<Answered<A>>;
}

/** One call of the server: address, access, schemas, description, handler. */
export interface Route extends Access, Declaration<Access['caller'], Parameters, z.core.$ZodType, z.core.$ZodType> {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
}

/** A signed-in person, by cookie, key or token; closed to keys of one project. */
export const person = { caller: 'person' } as const satisfies Access;
/** A signed-in person; keys of one project may make the call within it, for its every query looks through `reader`. */
export const withinProject = { caller: 'person', withinProject: true } as const satisfies Access;
/** The same for calls that change nothing, also by POST: a key that may only read, or a token, may make them. */
export const reads = { caller: 'person', withinProject: true, reads: true } as const satisfies Access;
export const browser = { caller: 'browser' } as const satisfies Access;
export const page = { caller: 'page' } as const satisfies Access;
export const anybody = { caller: 'anybody' } as const satisfies Access;
export const shared = { caller: 'shared', reads: true } as const satisfies Access;
export const worker = { caller: 'worker' } as const satisfies Access;

type Name = `${Route['method']} /${string}`;

/** Declares a route. `name` is its method and address as Fastify writes it (`GET /api/folder/:uuid`). */
export function route<
  const C extends Access,
  A extends z.core.$ZodType,
  B extends z.core.$ZodType,
  Q extends Parameters = Record<never, never>,
>(name: Name, access: C, declaration: Declaration<C['caller'], Q, B, A>): Route {
  const [method, url] = name.split(' ') as [Route['method'], string];
  return { method, url, ...access, ...declaration };
}

/**
 * Declares a reading call twice: under `/api` for whoever sees the thing, and under `/api/shared` for everybody and from any page. Both differ in whose
 * eyes they look through only. `name` has the address behind these.
 */
export function readRoutes<
  A extends z.core.$ZodType,
  B extends z.core.$ZodType,
  Q extends Parameters = Record<never, never>,
>(name: Name, declaration: Declaration<'person' | 'shared', Q, B, A>): Route[] {
  const choose = (choice: '$1' | '$2') => declaration.summary.replace(/\{([^{|}]*)\|([^{}]*)\}/g, choice);
  return [
    route(name.replace('/', '/api/') as Name, reads, { ...declaration, summary: choose('$1') }),
    route(name.replace('/', '/api/shared/') as Name, shared, { ...declaration, summary: choose('$2') }),
  ];
}
