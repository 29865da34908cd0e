import * as z from 'zod/mini';
import type { Problem } from '../../../chemistry/problem.ts';

/**
 * Returns what a schema makes of a value. Of a value with some 100 000 mistakes it makes one: the schema's own list of them is longer than a call can
 * pass on, which it throws as a `RangeError`.
 */
export function parseSafely<Schema extends z.core.$ZodType>(schema: Schema, value: unknown) {
  try {
    return z.safeParse(schema, value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'too many values do not fit';
    const one = new z.core.$ZodError([{ code: 'custom', path: [], message, input: value }]);
    return { success: false as const, error: one };
  }
}

/** Turns what a schema refuses into problems that name field and value. */
export function schemaProblems(error: z.core.$ZodError, value: unknown, prefix = ''): Problem[] {
  return error.issues.slice(0, 5).map((issue) => {
    const path = [...(prefix ? [prefix] : []), ...issue.path.map(String)].join('.');
    const found = issue.path.reduce<unknown>(
      (level, key) =>
        level !== null && typeof level === 'object' ? (level as Record<PropertyKey, unknown>)[key] : undefined,
      value,
    );
    if (issue.code === 'unrecognized_keys') {
      const [key = ''] = issue.keys;
      return {
        field: [path, key].filter(Boolean).join('.'),
        detail: `There is no field ${shown(key)} here. Check how it is spelled.`,
      };
    }
    const words = sentence(issue);
    // What is wrong with the whole is not made clearer by the whole.
    if (path === '' && issue.code === 'custom') return { field: path, detail: `${capital(words)}.` };
    return { field: path, detail: `${path ? `${path}:` : 'What was sent'} ${words} (found ${shown(found)}).` };
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Characters of a value that are shown. */
const longestShown = 60;

/** A value as text or as JSON, with characters that would hide or turn the text written out. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const json = (JSON.stringify(value) ?? String(value)).replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  if (json.length <= longestShown) return json;
  if (Array.isArray(value)) return `a list of ${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  return typeof value === 'string' ? `${json.slice(0, longestShown)}…"` : 'an object';
}

function sentence(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return limit(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return limit(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    default:
      return issue.message || 'does not fit';
  }
}

/** Lists and texts have a length, numbers are a size. */
function limit(origin: string, comparison: string, bound: number | bigint): string {
  const one = Number(bound) === 1;
  if (origin === 'array') return `must have ${comparison} ${bound} ${one ? 'entry' : 'entries'}`;
  if (origin === 'string') return `must have ${comparison} ${bound} ${one ? 'character' : 'characters'}`;
  return `must be ${comparison} ${bound}`;
}

function article(type: string): string {
  const words: Record<string, string> = {
    int: 'a whole number',
    number: 'a number',
    array: 'a list',
    tuple: 'a list of fixed length',
    boolean: 'true or false',
    record: 'an object',
  };
  return words[type] ?? `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
