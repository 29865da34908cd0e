import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';
import { comma } from './numbers.ts';

export const microstatesGerman: Translation<Words['microstates']> = {
  loading: 'Wird geladen …',
  cards: 'Mikrozustände',
  slider: 'pH',
  pH: (value) => `pH ${comma(value)}`,
  weight: (percent) => `${comma(percent)} %`,
  charge: (charge) => `Ladung ${charge}`,
  chargeUnknown: 'Ladung unbekannt',
  population: 'Anteil (%)',
  populations: (count) =>
    count === 1
      ? 'Anteil eines Mikrozustands in Abhängigkeit vom pH-Wert.'
      : `Anteile von ${count} Mikrozuständen in Abhängigkeit vom pH-Wert.`,
  dominates: (name, from, to) => `${name} überwiegt von pH ${comma(from)} bis ${comma(to)}.`,
  isoelectric: (value) => `Isoelektrischer Punkt bei pH ${comma(value)}.`,
  isoelectricMark: (value) => `pI ${comma(value)}`,
  dominantNow: (name, percent) => `${name} überwiegt mit ${comma(percent)}\u00a0%.`,
  outside: (low, high) =>
    `Berechnet von pH ${comma(low)} bis ${comma(high)}; außerhalb werden die Anteile am nächsten Rand gezeigt.`,
  noWeights: 'Dieses Ergebnis enthält Mikrozustände ohne ihre Anteile in Abhängigkeit vom pH-Wert.',
  none: 'Es wurden keine Mikrozustände gefunden.',
  misfit: 'Die Mikrozustände dieses Ergebnisses können nicht gelesen werden.',
  misfitDetail:
    'Die Daten passen nicht zu dem, was diese Version von Cuvette erwartet. <cuvette-workflow> zeigt sie, wie sie sind.',
  method: (title) => `Vorhergesagt mit ${title}.`,
  weightAt: (percent, pH) => `${comma(percent)}\u00a0% bei pH ${comma(pH)}`,
  curve: (name, low, high) => `${name} in Abhängigkeit vom pH-Wert, zwischen ${comma(low)} und ${comma(high)}.`,
  valueAt: (name, value) => `${name} ${comma(value)}`,
  atPH: (pH, values) => `Bei pH ${comma(pH)}: ${values}.`,
};
