/** The files of each element's script, by tag, beside `embed.js`; written by the build. */
declare const __CUVETTE_FILES__: Readonly<Record<string, readonly string[]>>;

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
  const { '': base = [], ...byTag } = __CUVETTE_FILES__;
  const wanted = new Set(base);
  for (const [tag, files] of Object.entries(byTag)) {
    if ([...document.getElementsByTagName(tag)].some(isNear)) for (const file of files) wanted.add(file);
  }
  for (const file of wanted) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = new URL(file, import.meta.url).href;
    link.onload = link.onerror = () => link.remove();
    document.head.append(link);
  }
}
