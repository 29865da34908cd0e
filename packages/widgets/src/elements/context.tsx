import type { Client } from '@cuvette/core/client';
import { createContext, useCallback, useContext, useLayoutEffect } from 'react';
import { wordsFor } from '../languages.ts';
import type { Words } from '../words.ts';
import { type CuvetteEventDetails, type CuvetteEventName, emit } from './events.ts';
import type { LiveState } from './held-content.tsx';

/** The custom element that holds a view. A view used outside an element (in the portal) has none. */
export interface ElementHome {
  /** The custom element, or whatever node events are sent from. */
  host: HTMLElement;
  /** Where dialogs and menus are mounted: inside the shadow root, so that they are styled and their events bubble. */
  portalRoot: ShadowRoot | HTMLElement;
  /** The message table in the element's language. */
  words?: Words;
  /** Hears how far the view is: until it is ready the page’s own content of the element is shown. */
  onLive?: (state: LiveState) => void;
  /** Called with the client through which the view reads; with another one it begins anew. */
  onClient?: (client: Client) => void;
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

/** The message table in the language of the element around this view; of the document without one. */
export function useWords(): Words {
  const home = useContext(ElementHomeContext);
  return home?.words ?? wordsFor(document.documentElement.lang);
}

/** Tells the element how far its view is; without a word of it, a view counts as drawn. */
export function useLiveState(state: LiveState): void {
  const onLive = useContext(ElementHomeContext)?.onLive;
  useLayoutEffect(() => {
    onLive?.(state);
  }, [onLive, state]);
  useLayoutEffect(() => () => onLive?.('drawn'), [onLive]);
}
