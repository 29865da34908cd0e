import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { loadWords, onNewWords, wordsAtHand } from '../../languages.ts';
import type { Words } from '../../words.ts';
import { languageOf, watchLanguage } from '../language.ts';

/** The language of an element, read again whenever a `lang` on or around it changes or it is moved. */
function useLanguage(host: HTMLElement): string {
  // Part of the subscription, so that an element that was moved listens at its new place.
  const place = host.getRootNode();
  const subscribe = useCallback(
    (listener: () => void) => (place ? watchLanguage(host, listener) : () => {}),
    [host, place],
  );
  return useSyncExternalStore(subscribe, () => languageOf(host));
}

/**
 * The message table of an element's language. Null only at the start, while a table is loaded on demand; later the one before stays until the other
 * is there. English where there is no translation.
 */
export function useLanguageWords(host: HTMLElement): Words | null {
  const language = useLanguage(host);
  const words = useSyncExternalStore(onNewWords, () => wordsAtHand(language));
  const [last, setLast] = useState(words);
  useEffect(() => {
    if (words) setLast(words);
    else void loadWords(language);
  }, [language, words]);
  return words ?? last;
}
