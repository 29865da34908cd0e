import { ApiError } from '@cuvette/core/client';

/** Why an input cannot be read, and the place where it breaks: a 1-based character or line. */
export interface InputProblem {
  detail: string;
  position: number | null;
  line: number | null;
}

/** The words in an error of a conversion call, and the line that they name ("Line 4: …"). */
export function inputProblem(error: unknown): InputProblem {
  const detail = error instanceof ApiError ? error.detail : error instanceof Error ? error.message : String(error);
  const line = /\bline (\d+)\b/i.exec(detail)?.[1];
  return { detail, position: null, line: line ? Number(line) : null };
}
