import { inEnglish } from './in-english.ts';

export { filled, inEnglish } from './in-english.ts';

/**
 * Texts for people that can be translated: an identifier, with values where the text has some. A language is one table from identifiers to its sentences; what a
 * text says in English is made where it is shown (`inEnglish`) and never read again.
 */
export interface Phrase {
  /** The English sentence with the names of its values in braces: "Weight at pH {pH}". */
  readonly id: string;
  readonly values: Readonly<Record<string, Text | number>>;
}

/** A text without values is its own identifier; what no table has (a person's text, a method's name) is the same in every language. */
export type Text = string | Phrase;

/** The names in braces of an identifier: `'at {kelvin} K'` has `'kelvin'`. */
type ValueNames<Id extends string> = Id extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;

/**
 * A text of an identifier and its values. A value that is a text is translated by itself; a number gets the decimal mark of the language.
 * @param id the sentence with the names of its values in braces: `'Weight at pH {pH}'`
 */
export function phrase<const Id extends string>(
  id: Id,
  values: Readonly<Record<ValueNames<Id>, Text | number>>,
): Phrase {
  return { id, values };
}

/** A thing by its number: "Conformer 2". */
export function numbered(name: Text, number: number): Phrase {
  return phrase('{name} {number}', { name, number });
}

/** Sentences one after another, the empty ones left out. */
export function sentences(...given: readonly (Text | null)[]): Text {
  const [first = '', ...more] = given.filter((one): one is Text => one !== null && one !== '');
  return more.length === 0 ? first : phrase('{first} {more}', { first, more: sentences(...more) });
}

/** Texts one after another with commas. */
export function listed([first = '', ...more]: readonly Text[]): Text {
  return more.length === 0 ? first : phrase('{first}, {more}', { first, more: listed(more) });
}

/** Each text once, by what it says. */
export function eachOnce(texts: readonly Text[]): Text[] {
  return [...new Map(texts.map((text) => [inEnglish(text), text])).values()];
}
