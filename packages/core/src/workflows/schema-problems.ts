import * as z from 'zod/mini';
import type { Problem } from '../chemistry/problem.ts';

/** Turns what a schema refuses into problems that name field and value. */
export function schemaProblems(error: z.core.$ZodError, value: unknown, prefix = ''): Problem[] {
  return error.issues.slice(0, 5).map((issue) => {
    const path = [...(prefix ? [prefix] : []), ...issue.path.map(String)].join('.');
    const found = issue.path.reduce<unknown>(
      (level, key) =>
        level !== null && typeof level === 'object' ? (level as Record<PropertyKey, unknown>)[key] : undefined,
      value,
    );
    const shown = found === undefined ? 'nothing' : (JSON.stringify(found)?.slice(0, 60) ?? String(found));
    return { field: path, detail: `${path || 'The data'}: ${sentence(issue)} (found ${shown}).` };
  });
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
