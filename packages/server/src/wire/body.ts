import { schemaProblems } from '@cuvette/core/workflows';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';

/** Deepest nesting of arrays and objects that a body may have; nothing we know needs more than a dozen levels. */
const deepest = 64;

/** Refuses JSON that is nested so deeply that walking it could exhaust the stack. Looks at brackets outside of strings only. */
function refuseDeepJson(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 92) index += 1;
      else if (code === 34) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > deepest) throw new HttpProblem(400, `The JSON is nested more than ${deepest} levels deep.`);
    } else if (code === 125 || code === 93) depth -= 1;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body. Throws 400 for bytes that are no UTF-8, which would otherwise be stored as other characters than were meant. */
export function readUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new HttpProblem(400, 'The text is not UTF-8. Save the file as UTF-8 and send it again.');
  }
}

/** Parses a JSON body with words for the person; text with NUL characters, which no database column holds, is refused. */
export function parseJson(text: string): unknown {
  refuseDeepJson(text);
  // The same letters after a backslash are text: only an escape after an even number of backslashes is a NUL.
  if (text.includes('\\u0000') && /(?<!\\)(?:\\\\)*\\u0000/.test(text))
    throw new HttpProblem(400, 'The text holds a NUL character. Remove it.');
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch (error) {
    throw new HttpProblem(400, `The body is not JSON: ${(error as Error).message}`);
  }
}

/** The value as the schema reads it (unknown keys dropped). Throws 422 with detail and field. */
export function check<T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = z.safeParse(schema, value);
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
