import { createContext, useCallback, useContext } from 'react';
import { type Words, wordsFor } from '../words.ts';
import { type CuvetteEventDetails, type CuvetteEventName, emit } from './events.ts';

/** The custom element that a view lives in. A view used outside an element (in the portal) has none. */
export interface ElementHome {
  /** The custom element, or whatever node events are sent from. */
  host: HTMLElement;
  /** Where dialogs and menus are mounted: inside the shadow root, so that they are styled and their events bubble. */
  portalRoot: ShadowRoot | HTMLElement;
}

export const ElementHomeContext = createContext<ElementHome | null>(null);

/** The element around this view, or null when the view is used as a plain React component. */
export function useElementHome(): ElementHome | null {
  return useContext(ElementHomeContext);
}

/** A function, the same for the life of the view, that sends a typed Cuvette event from the element around it (and does nothing without one). */
export function useEmit(): <Name extends CuvetteEventName>(name: Name, detail: CuvetteEventDetails[Name]) => boolean {
  const home = useContext(ElementHomeContext);
  return useCallback(
    <Name extends CuvetteEventName>(name: Name, detail: CuvetteEventDetails[Name]) =>
      home ? emit(home.host, name, detail) : true,
    [home],
  );
}

/** The message table in the language of the element around this view. */
export function useWords(): Words {
  const home = useContext(ElementHomeContext);
  return wordsFor(home?.host.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang);
}
