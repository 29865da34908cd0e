import type { Words } from '../words.ts';

type ViewerWords = Words['viewer'];

export const selectionGerman: ViewerWords['selection'] = {
  lasso: 'Mit Lasso auswählen',
  lassoHint: 'Um Atome herum ziehen. Umschalt fügt hinzu, Alt nimmt weg.',
  list: 'Atome nach Nummern auswählen',
  field: 'Atome',
  example: 'etwa 1-5, 8',
  apply: 'Auswählen',
  all: 'Alle',
  none: 'Keine',
  count: (count) => `${count} Atome ausgewählt`,
};

export const measureGerman: ViewerWords['measure'] = {
  keep: 'Messung behalten',
  removeAll: 'Messungen entfernen',
  kept: 'Messungen',
  needsAtoms: 'Wählen Sie zuerst zwei, drei oder vier Atome aus.',
};

export const valueGerman: ViewerWords['values'] = {
  open: 'Beschriftung und Farben',
  labels: 'Atome beschriften mit',
  colours: 'Atome färben nach',
  nothing: 'Nichts',
  element: 'Element',
  number: 'Nummer',
  name: 'Element und Nummer',
  lowest: 'Unterste Farbe',
  highest: 'Oberste Farbe',
  automatic: 'Automatischer Bereich',
  noValue: 'grau: kein Wert',
  tooMany: (limit) => `Beschriftungen gibt es bis ${limit} Atome.`,
  legend: (title, low, high) => `Farben nach ${title}, von ${low} bis ${high}`,
  signedLegend: (title, low, high) =>
    `Farben nach ${title}: Rot ist negativ (${low}), Grau ist null, Blau ist positiv (${high})`,
};

export const motionGerman: ViewerWords['motion'] = {
  amplitude: 'Auslenkung',
  amplitudeValue: (value) => `${value} Å`,
  arrows: 'Pfeile',
};
