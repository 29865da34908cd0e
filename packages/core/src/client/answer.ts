import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';

const ErrorBody = z.object({ detail: z.string(), field: z.optional(z.string()) });

/**
 * The body of an answer, checked against what is expected.
 * @throws ApiError for a refusal, and where the answer does not fit
 */
export async function readAnswer<T extends z.core.$ZodType>(response: Response, schema: T): Promise<z.output<T>> {
  const text = await response.text();
  const body = parseJson(text);
  if (!response.ok) {
    const parsed = z.safeParse(ErrorBody, body);
    if (parsed.success) throw new ApiError(response.status, parsed.data.detail, parsed.data.field ?? null);
    throw new ApiError(response.status, `The server answered with an error (status ${response.status}).`);
  }
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ApiError(
    response.status,
    `The server's answer does not fit at "${issue?.path.join('.')}": ${issue?.message}.`,
  );
}

function parseJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
