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
    'Kopplungen werden nicht berechnet: jede Gruppe äquivalenter Kerne ist eine Linie; ihre Höhe ist die Zahl der Kerne.',
  link: 'Wählen Sie eine Linie, eine Zeile oder ein Atom, um die anderen zu markieren.',
  drawing: 'Strukturformel; die Atome der gewählten Linien sind markiert.',
  atom: (name) => `${name} auswählen`,
};
