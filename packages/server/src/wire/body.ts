import { parseSafely, schemaProblems } from '@cuvette/core/workflows';
import type * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body. Throws 400 for bytes that are no UTF-8, which would otherwise be stored as other characters than were meant. */
export function readUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new HttpProblem(400, 'The text is not UTF-8. Save the file as UTF-8 and send it again.');
  }
}

/** The value as the schema reads it (unknown keys dropped). Throws 422 with detail and field. */
export function check<T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = parseSafely(schema, value);
  if (parsed.success) return parsed.data;
  const first = schemaProblems(parsed.error, value)[0];
  throw new HttpProblem(422, first?.detail ?? 'The body does not fit.', first?.field || null);
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether a text is an identifier of ours. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && uuidPattern.test(text);
}

/** The beginning of a value as it was sent, for the words of a refusal; what would hide or turn them is written out. */
export function quoted(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  const shown = text
    .slice(0, 60)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
  return `"${shown}${text.length > 60 ? '…' : ''}"`;
}
