import { schemaProblems } from '@cuvette/core/workflows';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { isUuid, quoted } from '../../wire/body.ts';
import type { JsonSchema } from '../description/document.ts';

/** A query as it came: texts, and lists where a name occurs several times. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** One parameter of a query: how it is read from the address, and its description. */
export interface Parameter<T = unknown> {
  /** The value under a name. Throws 422 with the name for what does not fit. */
  read(query: RawQuery, name: string): T;
  description: string;
  schema: JsonSchema;
  required?: boolean;
  example?: unknown;
}

/** The query of a route by the names of its parameters. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** What is read of a query. */
export type Values<P extends Parameters> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** Reads all parameters of a route. Throws 422 for the first that does not fit. */
export function readQuery<P extends Parameters>(parameters: P, query: RawQuery): Values<P> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, one]) => [name, one.read(query, name)]),
  ) as Values<P>;
}

/** The default of a missing value, and an example. */
interface Words<F> {
  fallback?: F | undefined;
  example?: unknown;
}

/** The refusal of a value: "page must be a whole number from 0 to 9, not "x"." */
export const unfit = (name: string, must: string, value: unknown) =>
  new HttpProblem(422, `${name} must be ${must}, not ${quoted(value)}.`, name);

/** A parameter of which `parse` reads the value; a missing or empty one reads as the fallback. */
export function parameter<T, F extends T | undefined = undefined>(
  description: string,
  schema: JsonSchema,
  parse: (value: unknown, name: string) => T,
  { fallback, ...words }: Words<F> = {},
): Parameter<T | F> {
  return {
    description,
    ...words,
    schema: fallback === undefined ? schema : { ...schema, default: fallback },
    read: (query, name) => {
      const value = query[name];
      return value === undefined || value === '' ? (fallback as F) : parse(value, name);
    },
  };
}

/** True or false, also as 1 or 0. */
export function flag<F extends boolean | undefined = undefined>(description: string, fallback?: F) {
  const parse = (value: unknown, name: string): boolean => {
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw unfit(name, 'true or false', value);
  };
  return parameter(description, { type: 'boolean' }, parse, { fallback });
}

/** A whole number within bounds; `most` is not described where it is only that of the language. */
export function wholeNumber<F extends number | undefined = undefined>(
  description: string,
  [least, most]: readonly [least: number, most: number],
  words: Words<F> = {},
) {
  const bounds = most === Number.MAX_SAFE_INTEGER ? { minimum: least } : { minimum: least, maximum: most };
  const parse = (value: unknown, name: string): number => {
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    throw unfit(name, `a whole number from ${least} to ${most}`, value);
  };
  return parameter(description, { type: 'integer', ...bounds }, parse, words);
}

/** Most characters of a text of a query. */
const longestText = 500;

/** A number from `least` to `most`. */
export function numberWithin(
  description: string,
  [least, most]: readonly [least: number, most: number],
  example: number,
) {
  const parse = (value: unknown, name: string): number => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw unfit(name, `a number from ${least} to ${most}`, value);
  };
  return parameter(description, { type: 'number', minimum: least, maximum: most }, parse, { example });
}

/** A text; one that is given twice is none. */
export function text(description: string, example: string, longest = longestText) {
  const parse = (value: unknown, name: string): string | undefined => {
    if (typeof value !== 'string') return undefined;
    if (value.includes('\u0000')) throw new HttpProblem(422, `${name} holds a NUL character. Remove it.`, name);
    if (value.length <= longest) return value;
    throw new HttpProblem(422, `${name} has more than ${longest} characters. Shorten it.`, name);
  };
  return parameter(description, { type: 'string', maxLength: longest }, parse, { example });
}

/** An identifier, read in lower case. */
export function uuidText(description: string) {
  const parse = (value: unknown, name: string): string => {
    if (!isUuid(value)) throw unfit(name, 'a UUID', value);
    return value.toLowerCase();
  };
  return parameter(description, { type: 'string', format: 'uuid' }, parse);
}

/** One of several words. */
export function choice<const T extends string, const F extends T | undefined = undefined>(
  description: string,
  choices: readonly T[],
  words: Words<F> = {},
) {
  const parse = (value: unknown, name: string): T => {
    const found = choices.find((one) => one === value);
    if (found === undefined) throw unfit(name, `one of ${choices.join(', ')}`, value);
    return found;
  };
  return parameter<T, F>(description, { type: 'string', enum: choices }, parse, words);
}

/** A date, read as ISO text, of a year that a database's moment can hold. `what` says what happened to the things that it filters ("made after"). */
export function moment(what: string) {
  const description = `Only what was ${what} this date (ISO 8601, the time may be left out).`;
  const parse = (value: unknown, name: string): string => {
    const date = new Date(String(value));
    const year = date.getUTCFullYear();
    if (year >= 1 && year <= 9999) return date.toISOString();
    throw unfit(name, 'a date', value);
  };
  const example = '2026-01-31T00:00:00Z';
  return parameter(description, { type: 'string', format: 'date-time' }, parse, { example });
}

/** The entries of a list that may be given once, several times, or comma-separated. */
function entriesOf(query: RawQuery, name: string): string[] {
  const value = query[name] ?? query[`${name}[]`];
  const all = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return all.flatMap((one) => String(one).split(',')).filter(Boolean);
}

/** A list of which `readEntry` reads each entry, each once. */
export function list<T>(
  description: string,
  items: JsonSchema,
  readEntry: (entry: string, name: string) => T,
  example: unknown[],
): Parameter<T[]> {
  return {
    description,
    example,
    schema: { type: 'array', items },
    read: (query, name) => [...new Set(entriesOf(query, name).map((entry) => readEntry(entry, name)))],
  };
}

/** One to `most` identifiers, read in lower case; `noun` is what they are of, `tooMany` the refusal of a longer list. */
export function uuidList(
  noun: string,
  most: number,
  { tooMany = `At most ${most} ${noun}s can be read at once.`, distinct = false } = {},
): Parameter<string[]> {
  return {
    description: `The ${noun === 'workflow' ? 'item' : noun}s, repeated or separated by commas; at most ${most}.`,
    example: ['0d5e4b0a-7a3f-4f0c-9a55-1f6f4e2b8c11'],
    required: true,
    schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: most },
    read(query, name) {
      const given = entriesOf(query, name);
      const uuids = distinct ? [...new Set(given.map((uuid) => uuid.toLowerCase()))] : given;
      if (uuids.length === 0) throw new HttpProblem(422, `Name at least one ${noun}.`, name);
      if (uuids.length > most) throw new HttpProblem(422, tooMany, name);
      const odd = uuids.find((uuid) => !isUuid(uuid));
      if (odd !== undefined) throw unfit(name, 'UUIDs', odd);
      return uuids.map((uuid) => uuid.toLowerCase());
    },
  };
}

/** Returns what a schema reads, with its refusals; `described` is its JSON Schema. */
export function checked<T extends z.core.$ZodType>(
  description: string,
  schema: T,
  described: JsonSchema,
): Parameter<z.output<T>> {
  return {
    description,
    required: !z.safeParse(schema, undefined).success,
    schema: described,
    read(query, name) {
      const value = query[name];
      const parsed = z.safeParse(schema, value);
      if (parsed.success) return parsed.data;
      const [problem] = schemaProblems(parsed.error, value, name);
      throw new HttpProblem(422, problem?.detail ?? 'The query does not fit.', name);
    },
  };
}
