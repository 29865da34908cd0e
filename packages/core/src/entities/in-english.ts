import type { Text } from './phrases.ts';

/** Puts values in the places of a sentence: `filled('at {kelvin} K', (name) => …)`. */
export function filled(sentence: string, valueOf: (name: string) => string): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
}

/** What a text says in English. */
export function inEnglish(text: Text): string {
  if (typeof text === 'string') return text;
  return filled(text.id, (name) => {
    const value = text.values[name] ?? '';
    return typeof value === 'number' ? String(value) : inEnglish(value);
  });
}
