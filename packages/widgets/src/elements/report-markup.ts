import { emit } from './events.ts';

/**
 * Reports what is wrong in an element's markup, as an event and, for who writes the page, in the browser's console. Markup is read while the
 * element is being made, before anybody could listen: it waits until the element is on the page.
 */
export function reportMarkup(element: HTMLElement, message: string) {
  queueMicrotask(() => {
    if (emit(element, 'cuvette-error', { message })) console.warn(`<${element.localName}>: ${message}`);
  });
}

/** Reports an attribute `theme` that is no theme; the element then looks as without it. */
export function checkTheme(element: HTMLElement, theme: string | null | undefined) {
  if (theme && !['light', 'dark', 'auto'].includes(theme)) {
    reportMarkup(element, `The attribute theme="${theme}" is none of light, dark and auto.`);
  }
}
