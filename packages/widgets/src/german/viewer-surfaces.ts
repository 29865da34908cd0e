import type { Words } from '../words.ts';

export const surfaceGerman: Words['viewer']['surface'] = {
  open: 'Isoflächen',
  surface: 'Fläche',
  none: 'Keine',
  isovalue: 'Isowert',
  opacity: 'Deckkraft',
  wireframe: 'Drahtgitter',
  usual: 'Üblicher Isowert',
  loading: 'Fläche wird geladen',
  failed: 'Die Fläche konnte nicht gezeichnet werden.',
  empty: 'Bei diesem Isowert gibt es keine Fläche.',
  signs: 'Blau ist positiv, Orange negativ.',
  positive: 'Die Fläche ist blau.',
  valueOf: (title, value) => `${title} bei ${value}.`,
};
