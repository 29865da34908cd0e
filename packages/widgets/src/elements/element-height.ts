import { sheetFrom } from '../theme/sheet.ts';

/** What an attribute `height` says, as CSS: a bare number is CSS pixels. Null where it says nothing, or nothing that is a height. */
export function heightOf(text: string | null): string | null {
  const written = text?.trim() ?? '';
  const height = /^\d+(\.\d+)?$/.test(written) ? `${written}px` : written;
  return height !== '' && CSS.supports('height', height) ? height : null;
}

/**
 * A style sheet that gives an element its height, inside and out, for pages whose policy refuses inline style. The page's own rules
 * for the element win over it.
 * @param height what `heightOf` gave
 */
export function heightSheet(document: Document, height: string): CSSStyleSheet {
  const sheet = sheetFrom(document, ':host([height]) {}');
  const [rule] = sheet.cssRules;
  // Set as a value, so that no text can begin a rule of its own.
  (rule as CSSStyleRule).style.setProperty('height', height);
  return sheet;
}
