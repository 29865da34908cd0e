import * as z from 'zod/mini';
import { longestLog } from '../log.ts';

/** Who may make a call: `person` by cookie, key or token; `browser` by cookie alone. */
export type Caller = 'person' | 'browser' | 'anybody' | 'worker' | 'command line';

/** What a call takes and answers. `body` and `answer` are the schemas that the route itself and the clients check with. */
export interface Operation {
  summary: string;
  caller?: Caller;
  /** The query of the address, one parameter for each key. */
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  /** Whether the body may be left out. */
  bodyOptional?: true;
  answer: z.core.$ZodType;
  /** Media type of the answer; JSON unless said. */
  type?: string;
  /** Status of a success; 200 unless said. */
  status?: number;
}

/** Operations by method and route, written as Fastify has them (`GET /api/workflow/:uuid`). */
export type Operations = Readonly<Record<string, Operation>>;

/** The answer of calls that have nothing to tell. */
export const Done = z.looseObject({ ok: z.literal(true) });

/** The answer of a deletion that can be restored, by `POST /api/trash/{uuid}/restore`. */
export const Deleted = z.looseObject({ ok: z.literal(true), deletion_uuid: z.string() });

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
