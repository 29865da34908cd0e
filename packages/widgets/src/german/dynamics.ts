import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';
import { comma, zahl } from './numbers.ts';

export const dynamicsGerman: Translation<Words['dynamics']> = {
  time: (unit) => `Zeit (${unit})`,
  frame: 'Bild',
  rmsd: 'RMSD des Liganden (Å)',
  rmsdLabel: (trajectories, frames, largest) =>
    `RMSD des Liganden von ${zahl(trajectories, 'Trajektorie', 'Trajektorien')} über ${zahl(frames, 'Bild', 'Bilder')}; die größte beträgt ${comma(largest)} Å.`,
  notLoaded: (frame) => `Bild ${frame} ist nicht geladen.`,
  loadAround: 'Die Bilder darum laden',
  frames: 'Bilder',
  contactHint: 'Wählen Sie eine Zeile, um ihre beiden Atome in der 3D-Ansicht auszuwählen.',
  contactDistance: 'Abstand je Bild zeigen',
  pairs: 'Atompaare',
  pairsHint: 'Wählen Sie zwei Atome in der 3D-Ansicht aus, oder geben Sie ihre Nummern an.',
  firstAtom: 'Erstes Atom',
  secondAtom: 'Zweites Atom',
  add: 'Paar hinzufügen',
  remove: (pair) => `${pair} entfernen`,
  noPairs: 'Noch kein Atompaar.',
  pair: (first, second) => `${first} – ${second}`,
  atom: (number) => `Atom ${number}`,
  wrongAtom: (most) => `Geben Sie zwei verschiedene Atome mit ihren Nummern an, von 1 bis ${most}.`,
  alreadyThere: 'Dieses Paar ist schon in der Liste.',
  distance: 'Abstand (Å)',
  distances: (trajectory) => `Abstände, ${trajectory}`,
  distanceLabel: (trajectory, list) => `Abstände je Bild von ${trajectory}: ${list}.`,
  distanceSpan: (pair, low, high) => `${pair} von ${comma(low)} bis ${comma(high)} Å`,
  distancesLoading: 'Abstände werden gelesen',
  distancesFailed: 'Die Abstände konnten nicht gelesen werden.',
  quantity: 'Größe',
  quantityLabel: (quantity, frames, low, high) =>
    `${quantity} über ${zahl(frames, 'Bild', 'Bilder')}, von ${comma(low)} bis ${comma(high)}.`,
};
