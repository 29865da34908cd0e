import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';

export const surfaceGerman: Translation<Words['viewer']['surface']> = {
  open: 'Isoflächen',
  surface: 'Fläche',
  none: 'Keine',
  isovalue: 'Isowert',
  opacity: 'Deckkraft',
  wireframe: 'Drahtgitter',
  usual: 'Üblicher Isowert',
  loading: 'Fläche wird geladen',
  failed: 'Die Fläche konnte nicht gezeichnet werden.',
  away: 'Die Fläche ist ausgeblendet, weil sich die Atome seit ihrer Berechnung bewegt haben.',
  empty: 'Bei diesem Isowert gibt es keine Fläche.',
  signs: 'Blau ist positiv, Orange negativ.',
  positive: 'Die Fläche ist blau.',
  valueOf: (title, value) => `${title} bei ${value}.`,
};
