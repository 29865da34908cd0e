import { texts } from '@cuvette/core/texts';

/** What the structure drawing says; a part of the message table on its own, because the small eager script needs no other. */
export const structureWords = {
  preview: (smiles: string) => `Structure drawing of ${smiles}`,
  notAvailable: texts.previewNotAvailable,
} as const;

/** What is in place of an element whose script has not arrived. */
export const loaderWords = {
  failed:
    'This part of the page could not be loaded. Check the connection. It is loaded again when the connection is back.',
} as const;

interface EagerWords {
  structure: { preview: (smiles: string) => string; notAvailable: string };
  loader: { failed: string };
}

/**
 * The few words of the eager script in each language that ships: three sentences cost less than a request for them, and that a script did not
 * come must be shown without another script.
 */
export const eagerWords: { en: EagerWords; de: EagerWords } = {
  en: { structure: structureWords, loader: loaderWords },
  de: {
    structure: {
      preview: (smiles) => `Strukturformel von ${smiles}`,
      notAvailable: 'Vorschau nicht verfügbar',
    },
    loader: {
      failed:
        'Dieser Teil der Seite konnte nicht geladen werden. Prüfen Sie die Verbindung. Er wird erneut geladen, sobald sie wieder da ist.',
    },
  },
};

/** The eager words for a language tag; English where there is no translation. */
export function eagerWordsFor(tag: string): EagerWords {
  return /^de\b/i.test(tag) ? eagerWords.de : eagerWords.en;
}
