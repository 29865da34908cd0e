/**
 * Texts for people that can be translated. A text is its own identifier, as in gettext. A text with values in it is written by `phrase`:
 * its identifier is the sentence with the names of the values in braces. What comes back is the English sentence, a string like every other; whoever
 * translates asks `phraseOf` which identifier and values it was made of, and never takes the English apart.
 */
export interface Phrase {
  readonly id: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** The names in braces of an identifier: `'at {kelvin} K'` has `'kelvin'`. */
type ValueNames<Id extends string> = Id extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;

/** Enough for every text of the largest results; a text that was not asked for in a long time makes place for new ones. */
const most = 20_000;
const phrases = new Map<string, Phrase>();

function keep(english: string, made: Phrase): void {
  phrases.delete(english);
  phrases.set(english, made);
  const [oldest] = phrases.size > most ? phrases.keys() : [];
  if (oldest !== undefined) phrases.delete(oldest);
}

/** Puts values in the places of a sentence: `filled('at {kelvin} K', (name) => …)`. */
export function filled(sentence: string, valueOf: (name: string) => string): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
}

/**
 * The English sentence of an identifier and its values. A value that is a text is translated by itself where there is a word for it; a number gets the
 * decimal mark of the language.
 * @param id the sentence with the names of its values in braces: `'Weight at pH {pH}'`
 */
export function phrase<const Id extends string>(
  id: Id,
  values: Readonly<Record<ValueNames<Id>, string | number>>,
): string {
  const given: Readonly<Record<string, string | number>> = values;
  const english = filled(id, (name) => String(given[name] ?? ''));
  keep(english, { id, values: given });
  return english;
}

/** Returns what a text was made of; a text without values is its own identifier. */
export function phraseOf(english: string): Phrase {
  const made = phrases.get(english);
  if (made === undefined) return { id: english, values: {} };
  keep(english, made);
  return made;
}

/** A thing by its number: "Conformer 2". */
export function numbered(name: string, number: number): string {
  return phrase('{name} {number}', { name, number });
}

/** Sentences one after another, the empty ones left out. */
export function sentences(...given: readonly (string | null)[]): string {
  const [first = '', ...more] = given.filter((one): one is string => one !== null && one !== '');
  return more.length === 0 ? first : phrase('{first} {more}', { first, more: sentences(...more) });
}
