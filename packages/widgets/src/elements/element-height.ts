import { sheetFrom } from '../theme/sheet.ts';

/**
 * A style sheet that gives an element its height, inside and out, for pages whose policy refuses inline style. The page's own rules
 * for the element win over it.
 * @param height what `heightOf` (height.ts) gave
 */
export function heightSheet(document: Document, height: string): CSSStyleSheet {
  // What the page wrote into the element may fill it until the view does (`theme/held.css`), whatever height it got.
  const sheet = sheetFrom(document, ':host([height]) {} :host([height][height]) { --cv-reserved: 100% }');
  const [rule] = sheet.cssRules;
  // Set as a value, so that no text can begin a rule of its own.
  (rule as CSSStyleRule).style.setProperty('height', height);
  return sheet;
}
