/**
 * A sentence about a file of a spectrum, in the form of core's phrases, which chemistry does not import: the English sentence with the names of its values in
 * braces, and the values.
 */
export type SpectrumText =
  | string
  | { readonly id: string; readonly values: Readonly<Record<string, SpectrumText | number>> };

/** A sentence of its identifier and its values. */
export function phrase(id: string, values: Readonly<Record<string, SpectrumText | number>>): SpectrumText {
  return { id, values };
}

/** What a sentence says in English. */
export function sentenceOf(text: SpectrumText): string {
  if (typeof text === 'string') return text;
  return text.id.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = text.values[name] ?? '';
    return typeof value === 'number' ? String(value) : sentenceOf(value);
  });
}

/** Sentences one after another. */
export function joined([first = '', ...more]: readonly SpectrumText[]): SpectrumText {
  return more.length === 0 ? first : phrase('{first} {more}', { first, more: joined(more) });
}

/** Why something cannot be read or computed: the sentence for people, and in English as the message. */
export class SpectrumProblem extends Error {
  readonly text: SpectrumText;

  constructor(text: SpectrumText) {
    super(sentenceOf(text));
    this.text = text;
  }
}
