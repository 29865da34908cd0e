/** The closest `lang` around a node, across shadow roots; the document's where nobody says one, else English. */
export function languageOf(node: Element): string {
  for (let place: Element | null = node; place; place = hostOf(place)) {
    const tag = place.closest('[lang]')?.getAttribute('lang');
    if (tag) return tag;
  }
  return node.ownerDocument.documentElement.lang || 'en';
}

function hostOf(node: Element): Element | null {
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

interface Watched {
  listeners: Set<() => void>;
  stop: () => void;
}

const watched = new WeakMap<Node, Watched>();

/** Calls back whenever a `lang` changes in the document or in a shadow root that the node is in. One observer for each, however many ask. */
export function watchLanguage(node: Element, listener: () => void): () => void {
  const roots: Node[] = [];
  for (let place: Element | null = node; place; place = hostOf(place)) roots.push(place.getRootNode());
  for (const root of roots) {
    const entry = watched.get(root) ?? observe(root);
    entry.listeners.add(listener);
  }
  return () => {
    for (const root of roots) {
      const entry = watched.get(root);
      entry?.listeners.delete(listener);
      if (entry?.listeners.size !== 0) continue;
      entry.stop();
      watched.delete(root);
    }
  };
}

function observe(root: Node): Watched {
  const listeners = new Set<() => void>();
  const observer = new MutationObserver(() => {
    for (const listener of [...listeners]) listener();
  });
  observer.observe(root, { attributes: true, attributeFilter: ['lang'], subtree: true });
  const entry = { listeners, stop: () => observer.disconnect() };
  watched.set(root, entry);
  return entry;
}
