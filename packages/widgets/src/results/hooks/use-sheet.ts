import { useInsertionEffect } from 'react';
import { useElementHome } from '../../elements/context.tsx';
import { sheetFrom } from '../../theme/sheet.ts';

const made = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/**
 * Adopts a style sheet (rules in text) in the root that this view is drawn in: the element's shadow root, or the document in the portal.
 * One constructed sheet per document and text, never a `<style>` element, so that a strict Content-Security-Policy holds.
 */
export function useSheet(text: string): void {
  const home = useElementHome();
  useInsertionEffect(() => {
    const node = home?.portalRoot.getRootNode() ?? document;
    const root = node instanceof ShadowRoot || node instanceof Document ? node : document;
    const owner = root instanceof Document ? root : root.ownerDocument;
    let sheets = made.get(owner);
    if (!sheets) made.set(owner, (sheets = new Map()));
    let sheet = sheets.get(text);
    if (!sheet) sheets.set(text, (sheet = sheetFrom(owner, text)));
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }, [home, text]);
}
