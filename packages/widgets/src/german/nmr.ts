import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';
import { zahl } from './numbers.ts';

export const nmrGerman: Translation<Words['nmr']> = {
  axis: (nucleus) => `Chemische Verschiebung ${nucleus} (ppm)`,
  atoms: 'Atome',
  nuclei: 'Kerne',
  line: (shift, atoms) => `${shift} ppm (${atoms})`,
  label: (nucleus, count, list) => `Berechnetes ${nucleus}-Spektrum, ${zahl(count, 'Linie', 'Linien')}: ${list}.`,
  couplings:
    'Kopplungen werden nicht berechnet: jede Gruppe äquivalenter Kerne ist eine Linie; ihre Höhe ist die Zahl der Kerne. Eingegebene Kopplungen spalten die Linien auf.',
  axisInHertz: (nucleus) => `Frequenz ${nucleus} ab der Referenz (Hz)`,
  width: 'Halbwertsbreite der Linien (Hz)',
  field: 'Spektrometer (MHz)',
  range: 'Gezeigt',
  whole: 'Das ganze Spektrum',
  enterCouplings: 'Kopplungen eingeben, um Multipletts zu zeichnen',
  couplingsHint:
    'J in Hz und die Zahl der äquivalenten Kerne: „7,1 x3; 1,2“ ist ein Quartett von Dubletts. Multipletts sind erster Ordnung: liegen die Verschiebungen zweier Gruppen näher als etwa das Zehnfache ihrer Kopplung, sieht das wirkliche Muster anders aus.',
  wrongCouplings: 'Schreiben Sie Kopplungen in Hz, etwa „7,1 x3; 1,2“.',
  link: 'Wählen Sie eine Linie, eine Zeile oder ein Atom, um die anderen zu markieren.',
  drawing: 'Strukturformel; die Atome der gewählten Linien sind markiert.',
  atom: (name) => `${name} auswählen`,
};
