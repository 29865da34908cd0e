import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';

/**
 * Something that a reader must know of the numbers of a result.
 *
 * `severity` decides where it is shown: `changes_number` beside the number, wherever the number goes (tables, values, exports, embeds);
 * `limits_use` in one line above the tabs; `for_record` in the info tab.
 *
 * A caveat that names neither `values` nor `table` belongs to every number of the result.
 */
export const Caveat = z.looseObject({
  severity: z.enum(['changes_number', 'limits_use', 'for_record']),
  /** One or two plain sentences. */
  text: z.string(),
  /** Names (paths) of the named values that it belongs to. */
  values: optionalNull(z.array(z.string())),
  /** Identifier of the table that it belongs to. */
  table: optionalNull(z.string()),
  /** Rows (from 0) of that table that it belongs to; null for all of them. */
  rows: optionalNull(z.array(z.int())),
});
export type Caveat = z.infer<typeof Caveat>;

/** A caveat of every number of a result, or of those that `where` names. */
export function caveatOf(
  severity: Caveat['severity'],
  text: string,
  where: Partial<Pick<Caveat, 'values' | 'table' | 'rows'>> = {},
): Caveat {
  return { severity, text, values: null, table: null, rows: null, ...where };
}

/** The texts that belong beside a named value, joined; null where there are none. */
export function noteOfValue(caveats: readonly Caveat[], path: string): string | null {
  return joined(
    caveats.filter((caveat) => concernsNumbers(caveat) && (isOfAll(caveat) || caveat.values?.includes(path))),
  );
}

/** The texts that belong to a whole table, and those of single rows (null for a row without one). */
export function notesOfTable(
  caveats: readonly Caveat[],
  table: string,
  length: number,
): { whole: string[]; rows: (string | null)[] } {
  const own = caveats.filter((caveat) => concernsNumbers(caveat) && (isOfAll(caveat) || caveat.table === table));
  const whole = own.filter(({ rows }) => rows === null);
  const single = own.filter(({ rows }) => rows !== null);
  return {
    whole: [...new Set(whole.map(({ text }) => text))],
    rows: Array.from({ length }, (_, row) => joined(single.filter(({ rows }) => rows?.includes(row)))),
  };
}

function concernsNumbers({ severity }: Caveat): boolean {
  return severity === 'changes_number';
}

function isOfAll({ values, table }: Caveat): boolean {
  return values === null && table === null;
}

function joined(caveats: readonly Caveat[]): string | null {
  const texts = [...new Set(caveats.map(({ text }) => text))];
  return texts.length > 0 ? texts.join(' ') : null;
}
