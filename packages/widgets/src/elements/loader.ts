import { eagerWordsFor } from '../words-eager.ts';
import { emit } from './events.ts';
import { heightOf } from './height.ts';
import { languageOf } from './language.ts';
import placeholders from './placeholders.css?inline';

/** Elements whose views are heavy: the module that defines each is imported when the first of them comes near the viewport. */
const definitions: Readonly<Record<string, () => Promise<unknown>>> = {
  'cuvette-workflow': () => import('./workflow.tsx'),
  'cuvette-conformer-search': () => import('./workflow.tsx'),
  'cuvette-basic-calculation': () => import('./workflow.tsx'),
  'cuvette-viewer': () => import('./viewer.tsx'),
  'cuvette-table': () => import('./table.tsx'),
  'cuvette-trajectory': () => import('./trajectory.tsx'),
  'cuvette-microstates': () => import('./microstates.tsx'),
  'cuvette-value': () => import('./value.ts'),
  'cuvette-compare': () => import('./compare.tsx'),
};
/** Tags of those elements. */
export const loadedTags = Object.keys(definitions);
const selector = loadedTags.join();

const startedKey = Symbol.for('cuvette.loader.1');
const waitsBeforeRetry = [1000, 4000];
const loading = new Map<string, Promise<void>>();
const watched = new WeakSet<Node>();

const near =
  typeof IntersectionObserver === 'undefined'
    ? null
    : new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) void loadElement(target.localName);
        },
        { rootMargin: '400px' },
      );

/**
 * Imports the definition of a tag now, near the viewport or not. Tries again twice; when the script does not come, every waiting
 * element says so and sends `cuvette-error`, and the next time the browser is online it is asked for again.
 */
export function loadElement(tag: string): Promise<void> {
  const define = definitions[tag];
  if (!define || customElements.get(tag)) return Promise.resolve();
  const known = loading.get(tag);
  if (known) return known;
  const work = (async () => {
    for (const wait of [...waitsBeforeRetry, null]) {
      try {
        await define();
        settle(tag);
        return;
      } catch (error) {
        if (wait === null) fail(tag, error);
        else await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    loading.delete(tag);
  })();
  loading.set(tag, work);
  return work;
}

const waiting = new Set<Element>();

function settle(tag: string) {
  for (const element of waiting) {
    if (element.localName !== tag) continue;
    near?.unobserve(element);
    element.removeAttribute('data-cuvette-problem');
    waiting.delete(element);
  }
}

function fail(tag: string, error: unknown) {
  for (const element of waiting) {
    if (element.localName !== tag || !element.isConnected) continue;
    const message = eagerWordsFor(languageOf(element)).loader.failed;
    element.setAttribute('data-cuvette-problem', message);
    emit(element, 'cuvette-error', { message, error });
  }
  addEventListener('online', () => void loadElement(tag), { once: true });
}

function wait(element: Element) {
  if (customElements.get(element.localName) || waiting.has(element)) return;
  waiting.add(element);
  reserveHeight(element);
  near?.observe(element);
}

/** For each document or shadow root that is watched: the rules of its waiting elements on the screen, and which heights those know. */
const reserved = new WeakMap<Node, { rules: CSSMediaRule; known: Set<string> }>();

/** Applies the `height` of a waiting element at once, as it will apply when the element is defined. */
function reserveHeight(element: Element) {
  const written = element.getAttribute('height');
  const height = heightOf(written);
  const here = reserved.get(element.getRootNode());
  const selector = `${element.localName}[height=${CSS.escape(written ?? '')}]:not(:defined)`;
  if (height === null || !here || here.known.has(selector)) return;
  here.known.add(selector);
  const { rules } = here;
  const index = rules.insertRule(`${selector} {}`, rules.cssRules.length);
  // Set as a value, so that no text can begin a rule of its own.
  (rules.cssRules[index] as CSSStyleRule).style.setProperty('--cv-reserved', height);
}

/** Looks for elements in a document or shadow root, now and as it changes. Open shadow roots inside are followed as well. */
export function watch(root: Document | ShadowRoot): void {
  if (watched.has(root)) return;
  watched.add(root);
  const owner = root instanceof Document ? root : root.ownerDocument;
  const sheet = new (owner.defaultView ?? window).CSSStyleSheet();
  sheet.replaceSync(placeholders);
  reserved.set(root, { rules: sheet.cssRules[0] as CSSMediaRule, known: new Set() });
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  scan(root);
  new MutationObserver((changes) => {
    for (const { target, addedNodes, removedNodes } of changes) {
      if (waiting.has(target as Element)) reserveHeight(target as Element);
      for (const node of addedNodes) if (node instanceof Element) scan(node);
      for (const node of removedNodes) if (node instanceof Element) forget(node);
    }
  }).observe(root, { childList: true, subtree: true, attributeFilter: ['height'] });
}

function scan(node: Document | ShadowRoot | Element) {
  if (node instanceof Element && node.matches(selector)) wait(node);
  for (const element of node.querySelectorAll(selector)) wait(element);
  if (node instanceof Element) {
    if (node.shadowRoot) watchForeign(node);
    else if (node.localName.includes('-')) watchWhenDefined(node);
  }
  for (const element of node.querySelectorAll('*')) {
    if (element.shadowRoot) watchForeign(element);
    else if (element.localName.includes('-')) watchWhenDefined(element);
  }
}

/** Other people's components get their shadow root when their script arrives, maybe after ours: nothing else tells of it. */
function watchWhenDefined(element: Element) {
  const { localName } = element;
  if (localName.startsWith('cuvette-') || customElements.get(localName)) return;
  void customElements.whenDefined(localName).then(
    () => watchForeign(element),
    () => undefined,
  );
}

/** Our own elements hold no unloaded ones of ours; other people's components may. */
function watchForeign(element: Element) {
  if (element.shadowRoot && !element.localName.startsWith('cuvette-')) watch(element.shadowRoot);
}

function forget(node: Element) {
  for (const element of waiting) {
    if (!node.contains(element) || element.isConnected) continue;
    waiting.delete(element);
    near?.unobserve(element);
  }
}

/** Starts the loader on the page, once, however many bundles the page loads. */
export function startLoader(): void {
  const holder = globalThis as { [startedKey]?: boolean };
  if (holder[startedKey] || typeof document === 'undefined') return;
  holder[startedKey] = true;
  watch(document);
}
