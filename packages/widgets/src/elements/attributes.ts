/** How an attribute's text becomes a value. `json` values are also settable as properties and then keep their identity. */
export type AttributeKind = 'string' | 'number' | 'boolean' | 'json';

/** Either a value (`undefined` = fall back to the default) or the reason why the text is not one. */
export type ParsedAttribute = { value: unknown } | { problem: string };

/** `noLink` -> `no-link`. */
export function attributeName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Reads an attribute. An absent attribute and an unreadable one give `undefined`, so that the view's default counts again.
 * A boolean is true when present, whatever it says, except `"false"`, which people write and mean.
 */
export function parseAttribute(kind: AttributeKind, name: string, text: string | null): ParsedAttribute {
  if (text === null) return { value: undefined };
  switch (kind) {
    case 'boolean':
      return { value: text.toLowerCase() === 'false' ? undefined : true };
    case 'number': {
      const number = Number(text);
      if (text.trim() !== '' && Number.isFinite(number)) return { value: number };
      return text.trim() === ''
        ? { value: undefined }
        : { problem: `The attribute ${name}="${text}" is not a number.` };
    }
    case 'json':
      if (text.trim() === '') return { value: undefined };
      try {
        return { value: JSON.parse(text) };
      } catch (error) {
        return {
          problem: `The attribute ${name} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
        };
      }
    default:
      return { value: text };
  }
}
