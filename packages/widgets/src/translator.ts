import { filled, inEnglish, type Text } from '@cuvette/core/phrases';

/** Texts of core in another language, by their identifiers: the text itself, or for a text with values the sentence with their names in braces. */
export type Terms = Readonly<Record<string, string>>;

/**
 * Says a text of core in a language. Values that are texts are shown in it too. What has no entry (a person's text, a method's name, a text that nobody
 * translated) comes back as it is; an identifier without a word of its own, such as `{name} {number}`, needs none.
 * @param number how the language writes a number that is given as text
 */
export function translator(terms: Terms, number: (text: string) => string): (text: Text) => string {
  const table = new Map(Object.entries(terms));
  const say = (text: Text): string => {
    if (typeof text === 'string') return table.get(text) ?? text;
    const { id, values } = text;
    const sentence = table.get(id) ?? (/\p{L}/u.test(id.replace(/\{\w+\}/g, '')) ? null : id);
    if (sentence === null) return inEnglish(text);
    return filled(sentence, (name) => {
      const value = values[name];
      return typeof value === 'number' ? number(String(value)) : value === undefined ? `{${name}}` : say(value);
    });
  };
  return say;
}
