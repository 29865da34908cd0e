import * as z from 'zod/mini';
import { Phrase } from './phrase-schema.ts';
import { eachOnce, inEnglish, sentences, type Text } from './phrases.ts';
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
  /** One or two plain sentences in English. */
  text: z.string(),
  /** The same by its identifier and values, where it has values: other languages are made of it. */
  phrase: z.optional(Phrase),
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
  text: Text,
  where: Partial<Pick<Caveat, 'values' | 'table' | 'rows'>> = {},
): Caveat {
  const own = typeof text === 'string' ? { text } : { text: inEnglish(text), phrase: text };
  return { severity, ...own, values: null, table: null, rows: null, ...where };
}

/** What a caveat says, in a form that other languages are made of. */
export function textOfCaveat({ text, phrase }: Caveat): Text {
  return phrase ?? text;
}

/** The texts that belong beside a named value, joined; null where there are none. */
export function noteOfValue(caveats: readonly Caveat[], path: string): Text | null {
  return joined(
    caveats.filter((caveat) => concernsNumbers(caveat) && (isOfAll(caveat) || caveat.values?.includes(path))),
  );
}

/** The texts that belong to a whole table, and those of single rows (null for a row without one). */
export function notesOfTable(
  caveats: readonly Caveat[],
  table: string,
  length: number,
): { whole: Text[]; rows: (Text | null)[] } {
  const own = caveats.filter((caveat) => concernsNumbers(caveat) && (isOfAll(caveat) || caveat.table === table));
  const whole = own.filter(({ rows }) => rows === null);
  const single = own.filter(({ rows }) => rows !== null);
  return {
    whole: eachOnce(whole.map(textOfCaveat)),
    rows: Array.from({ length }, (_, row) => joined(single.filter(({ rows }) => rows?.includes(row)))),
  };
}

function concernsNumbers({ severity }: Caveat): boolean {
  return severity === 'changes_number';
}

function isOfAll({ values, table }: Caveat): boolean {
  return values === null && table === null;
}

function joined(caveats: readonly Caveat[]): Text | null {
  return sentences(...eachOnce(caveats.map(textOfCaveat))) || null;
}
