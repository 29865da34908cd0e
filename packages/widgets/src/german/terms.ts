import { admetTerms } from './admet-terms.ts';
import { cellWords } from './cell-words.ts';
import { explanations } from './explanations.ts';
import { comma } from './numbers.ts';
import { titles } from './titles.ts';

const terms = new Map(Object.entries({ ...titles, ...cellWords, ...explanations, ...admetTerms }));

/** Structures and rows that are counted: one of them, and several. */
const counted: Readonly<Record<string, [one: string, several: string]>> = {
  conformer: ['Konformer', 'Konformere'],
  tautomer: ['Tautomer', 'Tautomere'],
  structure: ['Struktur', 'Strukturen'],
  microstate: ['Mikrozustand', 'Mikrozustände'],
  step: ['Schritt', 'Schritte'],
  pose: ['Pose', 'Posen'],
  trajectory: ['Trajektorie', 'Trajektorien'],
};
const nameOf = (word: string, many: boolean) => counted[word.toLowerCase()]?.[many ? 1 : 0] ?? word;
const names = Object.keys(counted).join('|');

type Say = (...parts: string[]) => string;

/** Texts with something of their own in them; each part that is a term again is said in German too. */
const patterns: readonly (readonly [RegExp, Say])[] = [
  [
    RegExp(`^(${names}) ([\\d.]+)( \\(refined\\))?$`, 'i'),
    (name, number, refined) => `${nameOf(name, false)} ${number}${refined ? ' (verfeinert)' : ''}`,
  ],
  [RegExp(`^(\\d+) (${names})s$`), (count, name) => `${count} ${nameOf(name, true)}`],
  [/^(Bond|Angle|Dihedral) (.+)$/, (kind, atoms) => `${inGerman(kind)} ${atoms}`],
  [/^(Protein|DNA|RNA|Sequence), cyclic$/, (kind) => `${inGerman(kind)}, zyklisch`],
  [/^(.+), calibrated(, .+)?$/, (method, program) => `${method}, kalibriert${program}`],
  [/^(.+) charge$/, (model) => `${model}-Ladung`],
  [/^(.+ correction) at (.+) K$/, (what, kelvin) => `${inGerman(what)} bei ${comma(kelvin)} K`],
  [/^Weight at pH (.+)$/, (pH) => `Gewicht bei pH ${comma(pH)}`],
  [
    /^Boltzmann weight at (.+) K from (\w+)(, with degeneracy)?$/,
    (kelvin, quantity, degeneracy) =>
      `Boltzmann-Gewicht bei ${comma(kelvin)} K aus ${quantity}${degeneracy ? ', mit Entartung' : ''}`,
  ],
  [/^Strain under (.+) kcal\/mol$/, (limit) => `Spannung unter ${comma(limit)} kcal/mol`],
  [/^Found in trajectories \(of (.+)\)$/, (count) => `Gefunden in Trajektorien (von ${count})`],
  [/^Occupancy, (.+)$/, (trajectory) => `Häufigkeit, ${inGerman(trajectory)}`],
  [/^At most (.+) frames are kept\.$/, (count) => `Höchstens ${count} Bilder werden aufbewahrt.`],
  [/^(.+) \(unreliable\)$/, (title) => `${inGerman(title)} (unzuverlässig)`],
  [
    /^(.+?\.)( Unreliable: the model behind it is weak\.)?(?: A value below (.+?) is shown as (.+?)\.)?(?: Rating: (.+)\.)$/,
    (meaning, weak, limit, least, source) =>
      [
        inGerman(meaning),
        weak && 'Unzuverlässig: das Modell dahinter ist schwach.',
        limit && `Ein Wert unter ${comma(limit)} wird als ${comma(least)} gezeigt.`,
        `Bewertung: ${inGerman(source)}.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
  ],
  [/^Rating: (.+)\.$/, (source) => `Bewertung: ${inGerman(source)}.`],
  [/^(CYP\w+) Inhibition$/, (enzyme) => `Hemmung von ${enzyme}`],
  [/^(CYP\w+) Substrate$/, (enzyme) => `Substrat von ${enzyme}`],
  [
    /^Probability that the molecule inhibits the enzyme (.+)\.$/,
    (enzyme) => `Wahrscheinlichkeit, dass das Molekül das Enzym ${enzyme} hemmt.`,
  ],
  [
    /^Probability that the enzyme (.+) metabolizes the molecule\.$/,
    (enzyme) => `Wahrscheinlichkeit, dass das Enzym ${enzyme} das Molekül umsetzt.`,
  ],
  [
    /^Probability that the molecule is active in the Tox21 assay of (.+)\.$/,
    (target) => `Wahrscheinlichkeit, dass das Molekül in diesem Tox21-Test aktiv ist: ${inGerman(target)}.`,
  ],
  [
    /^Above the lowest of these energies\.(?: (.+) does not rank spin states: this order may be wrong\.)?$/,
    (method) =>
      `Über der niedrigsten dieser Energien.${method ? ` ${method} ordnet Spinzustände nicht: diese Reihenfolge kann falsch sein.` : ''}`,
  ],
  [
    /^Donor strengths were not computed: (.+) gives acceptors only\.$/,
    (method) => `Donorstärken wurden nicht berechnet: ${method} gibt nur Akzeptoren.`,
  ],
  [
    /^(.+), (.+); (.+): the error of a tautomer energy is not known$/,
    (method, solvent, calibration) =>
      `${method}, ${inGerman(solvent)}; ${inGerman(calibration)}: der Fehler einer Tautomerenergie ist nicht bekannt`,
  ],
  [
    /^(?:(.+): )?± (\S+) \((.+), n = (\d+)\)(\.?)$/,
    (subject, error, kind, size, stop) =>
      `${subject ? `${inGerman(subject)}: ` : ''}± ${comma(error)} (${inGerman(kind)}, n = ${size})${stop}`,
  ],
  [
    /^(.+): (not calibrated|outside calibration|reference values not verified)\.$/,
    (method, calibration) => `${method}: ${inGerman(calibration)}.`,
  ],
  [
    /^±: (.+) of (\d+) values(?:, (.+))?$/,
    (kind, size, subject) => `±: ${inGerman(kind)} von ${size} Werten${subject ? `, ${inGerman(subject)}` : ''}`,
  ],
  [
    /^(±: error of the sampling alone\. )?Gas: (.+?)(\.?)$/,
    (sampling, gas, stop) => `${sampling ? '±: nur der Fehler der Stichprobe. ' : ''}Gas: ${inGerman(gas)}${stop}`,
  ],
];

/**
 * What core calls a type, a tab, a column, a unit, a structure, a named value or why a table is empty, in German. What is none of these (a person's
 * text, a method's name) comes back as it is. `tests/scripts/german-terms.test.ts` walks all types: a title without German fails there.
 */
export function inGerman(text: string): string {
  const known = terms.get(text);
  if (known !== undefined) return known;
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(text);
    if (found) return say(...found.slice(1).map((part) => part ?? ''));
  }
  return text;
}
