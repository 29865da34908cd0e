import { texts } from '@cuvette/core/texts';

/** What the structure drawing says; a part of the message table on its own, because the small eager script needs no other. */
export const structureWords = {
  preview: (smiles: string) => `Structure drawing of ${smiles}`,
  notAvailable: texts.previewNotAvailable,
} as const;

/** What stands in place of an element whose script has not arrived. */
export const loaderWords = {
  failed:
    'This part of the page could not be loaded. Check the connection; it is asked for again when the connection is back.',
} as const;
