/** Name of the state that elements on a dark page have; `theme/tokens.css` gives it the dark colours. */
const darkPage = 'dark-page';

/** Colours below this relative luminance are dark: between the greys on which black and white text have the same contrast. */
const darkBelow = 0.18;

/** Red, green, blue and opacity (0 to 1) of a computed colour; null for spaces that are not sRGB. */
function channelsOf(colour: string): [number, number, number, number] | null {
  const numbers = /^rgba?\(/.test(colour) ? colour.match(/[\d.]+/g)?.map(Number) : undefined;
  if (!numbers || numbers.length < 3) return null;
  const [red = 0, green = 0, blue = 0, opacity = 1] = numbers;
  return [red / 255, green / 255, blue / 255, opacity];
}

/** Relative luminance of WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance([red, green, blue]: readonly number[]): number {
  const linear = (value = 0) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Returns what is around an element, through shadow roots and slots. */
function around(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Whether an element is on a dark ground of a page that does not say so by `color-scheme`. */
function isOnDarkGround(element: Element): boolean {
  for (let place = around(element); place; place = around(place)) {
    const { backgroundColor, colorScheme } = getComputedStyle(place);
    // A page that names its schemes is followed by the browser itself.
    if (colorScheme !== 'normal') return false;
    const channels = channelsOf(backgroundColor);
    if (channels && channels[3] > 0.5) return luminance(channels) < darkBelow;
  }
  return false;
}

interface Watched {
  element: Element;
  internals: ElementInternals;
}

const watched = new Set<Watched>();
let stopWatching: (() => void) | null = null;

function look({ element, internals }: Watched): void {
  if (isOnDarkGround(element)) internals.states.add(darkPage);
  else internals.states.delete(darkPage);
}

/** Looks at all elements again when the page may have changed its colours: by a class, an attribute such as `data-theme`, or the person's setting. */
function watchPage(): () => void {
  let waits = false;
  const lookAgain = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      for (const one of watched) look(one);
    });
  };
  const observer = new MutationObserver(lookAgain);
  for (const root of [document.documentElement, ...document.documentElement.children])
    observer.observe(root, { attributes: true });
  const media = matchMedia('(prefers-color-scheme: dark)');
  media.addEventListener('change', lookAgain);
  // A page that fades its ground has its colour at the end.
  document.addEventListener('transitionend', lookAgain);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', lookAgain);
    document.removeEventListener('transitionend', lookAgain);
  };
}

/** Gives an element the dark colours while it is on a dark page that declares no `color-scheme`. @returns a function that ends it */
export function followPageTheme(element: Element, internals: ElementInternals): () => void {
  const one = { element, internals };
  watched.add(one);
  stopWatching ??= watchPage();
  look(one);
  return () => {
    watched.delete(one);
    if (watched.size > 0) return;
    stopWatching?.();
    stopWatching = null;
  };
}
