import { atomLabel } from '../../../chemistry/atoms.ts';
import { phrase } from '../../../entities/phrases.ts';
import { type HeadlineWord, type HeadlineWords, rounded } from '../../headline.ts';

type Atoms = readonly { atomic_number: number }[] | null;

/** The atom with the largest index of a list; null where there is none. */
function largest(values: readonly number[] | null, atoms: Atoms): { atom: string; value: number } | null {
  const top = (values ?? []).reduce((best, value, index, all) => (value > (all[best] ?? -Infinity) ? index : best), 0);
  const value = values?.[top];
  return value === undefined ? null : { atom: atomLabel(atoms, top, 0), value };
}

/** Where reagents attack: the atoms with the largest Fukui indices. */
export function fukuiHeadline(
  { fukui_positive, fukui_negative }: { fukui_positive: number[] | null; fukui_negative: number[] | null },
  atoms: Atoms,
): HeadlineWords {
  const [electrophile, nucleophile] = [largest(fukui_positive, atoms), largest(fukui_negative, atoms)];
  const values: HeadlineWord[] = [
    ...(electrophile
      ? [{ title: 'A nucleophile attacks', label: 'f⁺', text: electrophile.atom, order: electrophile.value }]
      : []),
    ...(nucleophile
      ? [{ title: 'An electrophile attacks', label: 'f⁻', text: nucleophile.atom, order: nucleophile.value }]
      : []),
    { of: 'global_electrophilicity_index', minor: true },
  ];
  const sentence =
    electrophile && nucleophile
      ? phrase('f⁺ is largest on {first} ({value}), f⁻ on {second} ({other}).', {
          first: electrophile.atom,
          value: rounded(electrophile.value, 3),
          second: nucleophile.atom,
          other: rounded(nucleophile.value, 3),
        })
      : null;
  return { values, sentence };
}
