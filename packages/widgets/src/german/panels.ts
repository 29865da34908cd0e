import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';
import { comma } from './numbers.ts';

/** The drawings of single workflow types. */
export const panelsGerman: Translation<Words['panels']> = {
  bonds: {
    label: 'Bindungen mit ihren Dissoziationsenergien',
    view: 'Zeigen',
    viewAll: 'Alle zeigen',
    viewOne: (bond) => `${bond} zeigen`,
    viewAllBeside: (bond) => `Alle Bindungen zeigen, auch ${bond}`,
    fragment1: 'Fragment 1 zeigen',
    fragment2: 'Fragment 2 zeigen',
    underlying: 'Zugrunde liegende Rechnung zeigen',
    failed: 'Fehlgeschlagen',
    drawing: (count) => `Strukturformel mit ${count} Bindungen in den Farben ihrer Energien`,
    scale: (low, high, unit) => `Farben von ${comma(low)} (grün) bis ${comma(high)} (blassgrün) ${unit}`,
  },
};
