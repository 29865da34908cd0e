import * as z from 'zod/mini';
import type { HeaderName } from '../description/headers.ts';
import type { ParameterWords } from '../description/parameters.ts';
import { longestLog } from '../http/log.ts';

/** Who may make a call: `person` by cookie, key or token; `browser` by cookie alone. */
export type Caller = 'person' | 'browser' | 'anybody' | 'worker' | 'command line';

/** What a call takes and answers. `body` and `answer` are the schemas that the route itself and the clients check with. */
export interface Operation {
  /** What the call does, as one sentence without its full stop. */
  summary: string;
  /** What a reader must know besides. */
  description?: string;
  /** Where more stands. */
  more?: { url: string; description: string };
  caller?: Caller;
  /** The query of the address, one parameter for each key; its words stand in `description/parameters.ts`. */
  query?: z.core.$ZodType;
  /** Words of parameters, where they are not those of all other calls. */
  parameters?: Readonly<Record<string, Partial<ParameterWords>>>;
  /** Parameters that the example has, beside those that are needed. */
  shown?: readonly string[];
  body?: z.core.$ZodType;
  /** Whether the body may be left out. */
  bodyOptional?: true;
  /** Bodies of other media types than JSON, and what they are. */
  otherBodies?: Readonly<Record<string, string>>;
  /** Whether the call takes an `Idempotency-Key`, with which it stores its items once however often it is made. */
  once?: true;
  /** A body that works. */
  example?: unknown;
  answer: z.core.$ZodType;
  /** Media type of the answer; JSON unless said. */
  type?: string;
  /** Other media types of the answer, and when they come. */
  otherAnswers?: Readonly<Record<string, string>>;
  /** Headers of the answer beside those that follow from its kind (ETag, Content-Disposition). */
  headers?: readonly HeaderName[];
  /** Whether an unchanged answer is only 304, where the kind of the answer does not say it. */
  tagged?: boolean;
  /** Status of a success; 200 unless said. */
  status?: number;
}

/** Operations by method and route, written as Fastify has them (`GET /api/workflow/:uuid`). */
export type Operations = Readonly<Record<string, Operation>>;

/** The answer of calls that have nothing to tell. */
export const Done = z.looseObject({ ok: z.literal(true) });

/** The answer of a deletion that can be restored, by `POST /api/trash/{uuid}/restore`. */
export const Deleted = z.looseObject({ ok: z.literal(true), deletion_uuid: z.string() });

/** "an item", or "a shared item" where the calls are those of what is shared. */
export function oneOf(noun: string, prefix: '/api' | '/api/shared'): string {
  if (prefix === '/api/shared') return `a shared ${noun}`;
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Who makes the reading calls under a prefix. */
export function readBy(prefix: '/api' | '/api/shared'): { caller?: Caller } {
  return prefix === '/api/shared' ? { caller: 'anybody' } : {};
}

/** A text, as JSON or as a file. */
export const Text = z.string();

const whole = z.int().check(z.minimum(0));

/** Page (from 0) and size of a list. */
export const paging = {
  page: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  size: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
};

/** How many of the last bytes of a log. */
export const tail = { tail: z.optional(z.int().check(z.minimum(1), z.maximum(longestLog))) };

/** Filters that most lists have. */
export const marks = {
  name_contains: z.optional(z.string().check(z.maxLength(500))),
  public: z.optional(z.boolean()),
  starred: z.optional(z.boolean()),
};

/** Order of lists that are sorted by name or time. */
export const order = {
  sort: z.optional(z.enum(['name', 'created_at', 'updated_at'])),
  asc: z.optional(z.boolean()),
};

/** A count. */
export const Count = whole;
