import { type Family, family } from './descriptor.ts';

/** Atom groups of the electrotopological state: bonds (s single, d double, t triple, a aromatic), element, hydrogens. */
const groups =
  `sLi ssBe ssssBe ssBH sssB ssssB sCH3 dCH2 ssCH2 tCH dsCH aaCH sssCH ddC tsC dssC aasC aaaC ssssC sNH3 sNH2 ssNH2
dNH ssNH aaNH tN sssNH dsN aaN sssN ddsN aasN ssssN sOH dO ssO aaO sF sSiH3 ssSiH2 sssSiH ssssSi sPH2 ssPH sssP dsssP sssssP
sSH dS ssS aaS dssS ddssS sCl sGeH3 ssGeH2 sssGeH ssssGe sAsH2 ssAsH sssAs sssdAs sssssAs sSeH dSe ssSe aaSe dssSe ddssSe sBr
sSnH3 ssSnH2 sssSnH ssssSn sI sPbH3 ssPbH2 sssPbH ssssPb`.split(/\s+/);

const bondWords: [letter: string, word: string][] = [
  ['s', 'single'],
  ['d', 'double'],
  ['t', 'triple'],
  ['a', 'aromatic'],
];
const numbers = ['no', 'one', 'two', 'three', 'four', 'five'];

/** A group as text: "aasC" is "C with one single bond and two aromatic bonds". */
export function groupInWords(group: string): string {
  const [, bonds = '', atom = ''] = /^([sdta]+)([A-Z].*)$/.exec(group) ?? [];
  const words = bondWords.flatMap(([letter, word]) => {
    const count = [...bonds].filter((bond) => bond === letter).length;
    return count === 0 ? [] : [`${numbers[count]} ${word} bond${count === 1 ? '' : 's'}`];
  });
  return `${atom} with ${words.join(' and ')}`;
}

const kinds: [prefix: string, family: string, sentence: (group: string) => string][] = [
  ['N', 'Numbers of atom groups', (group) => `Number of groups ${group}.`],
  ['S', 'Sums of electrotopological states', (group) => `Sum of the electrotopological states of the groups ${group}.`],
  [
    'MAX',
    'Highest electrotopological states',
    (group) => `Highest electrotopological state among the groups ${group}.`,
  ],
  ['MIN', 'Lowest electrotopological states', (group) => `Lowest electrotopological state among the groups ${group}.`],
];

/** Electrotopological states by atom group. */
export const electrotopologicalFamilies: readonly Family[] = kinds.map(([prefix, name, sentence]) =>
  family('EState', name, () => groups.map((group) => [`${prefix}${group}`, sentence(groupInWords(group))] as const)),
);
