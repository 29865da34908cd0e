import { beginRead } from './begin-reads.ts';

/** The names of files in `chunks/` without their ending; which of them the scripts of elements are, by their tags (`a,b`); and by types of items the hash in the name of their file; written by the build. */
declare const __CUVETTE_FILES__: readonly [
  names: readonly string[],
  byTags: Readonly<Record<string, readonly number[]>>,
  byTypes: Readonly<Record<string, string>>,
];

/** How far below the window an element counts as near, in CSS pixels: as the loader has it. */
const margin = 400;

function isNear(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -margin && top < innerHeight + margin;
}

/**
 * Asks at once for all that the page's elements near the viewport need, so that nothing waits until what asks for it has come: on a slow line each such step
 * costs half a second. The page preloads their files; shared items are read while those are on their way, and the files of an item's type come as soon as
 * its type is known. Only what is in the document itself is looked at; the loader finds the rest. Does nothing where the elements were not built.
 */
export function preloadNear(): void {
  if (typeof document === 'undefined' || typeof __CUVETTE_FILES__ === 'undefined') return;
  const [names, byTags, byTypes] = __CUVETTE_FILES__;
  const asked = new Set<string>();
  const ask = (name: string) => {
    if (asked.has(name)) return;
    asked.add(name);
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    // Not within the call: Vite would take that for files to be built.
    const place = `chunks/${name}.js`;
    link.href = new URL(place, import.meta.url).href;
    link.onload = link.onerror = () => link.remove();
    document.head.append(link);
  };
  const askForType = (text: string) => {
    const type = /"object_type":"(\w+)"/.exec(text)?.[1] ?? '';
    if (Object.hasOwn(byTypes, type)) ask(`${type}-${byTypes[type]}`);
  };
  const wanted = Object.entries(byTags).map(([tags, files]) => {
    const near = tags ? [...document.querySelectorAll(tags)].filter(isNear) : [];
    // A value is read in another way.
    for (const address of new Set(tags === 'cuvette-value' ? [] : near.map(addressOf))) {
      if (address) beginRead(address, askForType);
    }
    return !tags || near.length > 0 ? files : [];
  });
  for (const file of wanted.flat()) ask(names[file] ?? '');
}

/** Where an element that is still to come reads its shared item, as its client will; null where the page or something around it has a say in that. */
function addressOf(element: Element): string | null {
  const uuid = element.getAttribute('workflow');
  const plain = element.matches('[public]:not(:defined,[src],[api],[link])') && !element.querySelector('script');
  if (!uuid || !plain || element.closest('cuvette-client') || document.querySelector('meta[name="cuvette-api"]')) {
    return null;
  }
  // What is before `/embed/VERSION/`, as `defaultOrigin` finds it too.
  const [server = ''] = /^.+?(?=\/embed\/[^/]+\/)/.exec(import.meta.url) ?? [];
  const place = `${server}/api/shared/workflow/${encodeURIComponent(uuid)}`;
  return new URL(place, import.meta.url).href;
}
