import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { loadWords, onNewWords, wordsAtHand } from '../../languages.ts';
import type { Words } from '../../words.ts';
import { languageOf, watchLanguage } from '../language.ts';

/** The language of an element, again whenever a `lang` on or around it changes, or it stands somewhere else. */
function useLanguage(host: HTMLElement): string {
  // Part of what is subscribed to, so that an element that was moved listens where it stands now.
  const place = host.getRootNode();
  const subscribe = useCallback(
    (listener: () => void) => (place ? watchLanguage(host, listener) : () => {}),
    [host, place],
  );
  return useSyncExternalStore(subscribe, () => languageOf(host));
}

/**
 * The message table of an element's language. Null only at the start, while a table that is loaded on demand is on its way; later the one before
 * stands until the other is there. English where there is no translation.
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
