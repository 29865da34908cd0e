import type { Problem } from '@cuvette/core/chemistry';

/** Whether something is wrong with one part of a row. */
export function rowProblem(problems: readonly Problem[], path: string, row: number, part: string): boolean {
  return problems.some(
    ({ field }) => field === `${path}.${row}.${part}` || field.startsWith(`${path}.${row}.${part}.`),
  );
}
