import { languageTables } from '../language-tables.ts';
import { valueWords } from './words.ts';

type English = typeof valueWords;

/** The words of a number in any language. */
export type ValueWords = {
  readonly [Key in keyof English]: English[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};

/** What a number says, by language: apart from the table of the views, which a page with nothing but numbers does not need. */
export const valueTables = languageTables<ValueWords>(valueWords, {
  de: async () => (await import('../german/value.ts')).valueGerman,
});
