/**
 * What an element holds in a `<script type="application/json">` of its own: nothing, something that the page is still being read for, or a text.
 * `script` is its identity: two elements never share what they hold.
 */
export type InlineBundle = { state: 'none' } | { state: 'coming' } | { state: 'here'; script: Element; text: string };

/** The element's own script of data; the first one counts. */
function scriptOf(element: Element): Element | null {
  for (const child of element.children) {
    if (child.localName === 'script' && /^application\/(\w+\+)?json$/i.test(child.getAttribute('type')?.trim() ?? '')) {
      return child;
    }
  }
  return null;
}

/** Whether the parser of the page may still be inside the element: nothing follows it anywhere yet. */
function isOpen(element: Element): boolean {
  if (element.ownerDocument.readyState !== 'loading') return false;
  for (let node: Node | null = element; node; node = node.parentNode) if (node.nextSibling) return false;
  return true;
}

/** Reads it now. A script whose text the parser is still delivering is `coming`. */
export function inlineBundleOf(element: Element): InlineBundle {
  const script = scriptOf(element);
  if (!script) return isOpen(element) ? { state: 'coming' } : { state: 'none' };
  const text = script.textContent?.trim() ?? '';
  if (isOpen(script)) return { state: 'coming' };
  return text === '' ? { state: 'none' } : { state: 'here', script, text };
}

/** Calls back whenever what the element holds may have changed: a script that came later, another text, the end of the page. */
export function watchInlineBundle(element: Element, listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  // What follows the element is no change inside it, so that the end of the element is looked for while the page is read.
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    listener();
    if (inlineBundleOf(element).state === 'coming') waiting = setTimeout(look, 30);
  };
  if (inlineBundleOf(element).state === 'coming') waiting = setTimeout(look, 0);
  return () => {
    observer.disconnect();
    clearTimeout(waiting);
  };
}
