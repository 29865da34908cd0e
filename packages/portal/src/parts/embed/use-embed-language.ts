import type { FallbackParts, SummaryLanguage } from '@cuvette/core/embedding';
import { itemLabel, loadWords, localNumber, type Words } from '@cuvette/widgets/languages';
import { useEffect, useMemo, useState } from 'react';
import { words } from '../../words.ts';

/** How a snippet says what is in it: the words of its own, and those of the summary. */
export interface EmbedLanguage {
  words: FallbackParts['words'];
  summary: SummaryLanguage | undefined;
}

const english: EmbedLanguage = { words: { ...words.embed, label: (status) => status }, summary: undefined };

/** Returns what a snippet says in the language of a message table of the widgets. */
export function embedLanguage(table: Words): EmbedLanguage {
  return {
    words: {
      more: table.generic.more,
      viewOnCuvette: table.result.viewOnCuvette,
      label: (status) => itemLabel(table, status),
    },
    summary: { term: table.ui.term, number: (text) => localNumber(table, text) },
  };
}

/** The language that was chosen for a snippet (empty: the page's own, which is not known here), English until its words are there. */
export function useEmbedLanguage(tag: string): EmbedLanguage {
  const [loaded, setLoaded] = useState<{ tag: string; table: Words } | null>(null);
  const isEnglish = tag === '' || tag === 'en';
  useEffect(() => {
    let gone = false;
    if (!isEnglish) void loadWords(tag).then((table) => !gone && setLoaded({ tag, table }));
    return () => {
      gone = true;
    };
  }, [tag, isEnglish]);
  const table = !isEnglish && loaded?.tag === tag ? loaded.table : null;
  return useMemo(() => (table ? embedLanguage(table) : english), [table]);
}
