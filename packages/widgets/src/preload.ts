/** The names of files in `chunks/` without their ending, and which of them the scripts of elements are, by their tags (`a,b`); written by the build. */
declare const __CUVETTE_FILES__: readonly [
  names: readonly string[],
  byTags: Readonly<Record<string, readonly number[]>>,
];

/** How far below the window an element counts as near, in CSS pixels: as the loader has it. */
const margin = 400;

function isNear(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -margin && top < innerHeight + margin;
}

/**
 * Tells the browser of all files that the page's elements near the viewport need, so that none waits until another one that imports it has come: on a slow line
 * each such step costs half a second. Only what stands in the document itself is looked at; the loader finds the rest. Does nothing where the elements were not built.
 */
export function preloadNear(): void {
  if (typeof document === 'undefined' || typeof __CUVETTE_FILES__ === 'undefined') return;
  const [names, byTags] = __CUVETTE_FILES__;
  const wanted = new Set<number>();
  for (const [tags, files] of Object.entries(byTags)) {
    if (!tags || [...document.querySelectorAll(tags)].some(isNear)) for (const file of files) wanted.add(file);
  }
  for (const file of wanted) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    // Not within the call: Vite would take that for files to be built.
    const place = `chunks/${names[file]}.js`;
    link.href = new URL(place, import.meta.url).href;
    link.onload = link.onerror = () => link.remove();
    document.head.append(link);
  }
}
