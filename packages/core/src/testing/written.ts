import { inEnglish, type Phrase } from '../entities/phrases.ts';

/** Whether a value is a text with values in it. */
export const isPhrase = (value: unknown): value is Phrase =>
  typeof value === 'object' && value !== null && 'id' in value && 'values' in value && !('kind' in value);

/** A value with every text in it as the English sentence that a person reads. */
export function written<Value>(value: Value): Value extends Phrase ? string : Value {
  return deep(value) as Value extends Phrase ? string : Value;
}

function deep(value: unknown): unknown {
  if (isPhrase(value)) return inEnglish(value);
  if (Array.isArray(value)) return value.map(deep);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner)]));
}
