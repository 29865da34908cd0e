import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';

/** Texts of the judgement of candidates by measured shifts. */
export const candidatesGerman: Translation<Words['candidates']> = {
  title: 'Welcher Kandidat zu gemessenen Verschiebungen passt (DP4)',
  what: (least) =>
    `Geben Sie die gemessenen Verschiebungen einer Verbindung ein, von einem Kern mindestens ${least}. Jede bekommt in bester Reihenfolge eine Linie jedes Kandidaten, die berechneten werden auf die gemessenen skaliert, und die verbleibenden Fehler geben die Wahrscheinlichkeiten.`,
  carbon_nmr: 'Gemessene Verschiebungen ¹³C (ppm)',
  proton_nmr: 'Gemessene Verschiebungen ¹H (ppm)',
  take: (title) => `Signale von ${title} nehmen`,
  candidate: 'Kandidat',
  probability: 'Wahrscheinlichkeit',
  errorsOf: (shifts) => `${shifts}: mittlerer / größter Fehler nach der Skalierung`,
  limits:
    'Die Fehler werden nach den t-Verteilungen von Smith und Goodman beurteilt (J. Am. Chem. Soc. 2010, 132, 12946, 10.1021/ja105035r), die an Verschiebungen von B3LYP/6-31G(d,p) angepasst wurden; für andere Methoden sind sie nicht geprüft. Die Wahrscheinlichkeiten vergleichen nur diese Kandidaten: Fehlt die richtige Struktur, bekommt der beste der falschen trotzdem einen hohen Wert. Die Kandidaten müssen Isomere sein, und Verschiebungen von Wasserstoff an O und N sollten weggelassen werden.',
};
