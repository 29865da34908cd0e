import { ApiError } from '@cuvette/core/client';

/** The words of an error of a call. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.detail : error instanceof Error ? error.message : String(error);
}
