import parts from './cuvette.css?inline';
import tokens from './tokens.css?inline';

const sheets = new WeakMap<object, CSSStyleSheet[]>();

/**
 * The style sheets that every element adopts: the tokens and the parts. One constructed pair per document, shared by all
 * elements in it (a constructed sheet belongs to the document that made it).
 */
export function cuvetteSheets(document: Document): CSSStyleSheet[] {
  const known = sheets.get(document);
  if (known) return known;
  const View = document.defaultView ?? window;
  const made = [tokens, parts].map((text) => {
    const sheet = new View.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  sheets.set(document, made);
  return made;
}

/** A constructed sheet of `document` from rules in text, for `adoptedStyleSheets`. */
export function sheetFrom(document: Document, text: string): CSSStyleSheet {
  const View = document.defaultView ?? window;
  const sheet = new View.CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
