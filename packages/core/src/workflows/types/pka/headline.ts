import { atomLabel } from '../../../chemistry/atoms.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import { pHSlider } from '../../../entities/platform-constants.ts';
import type { ItemProvenance } from '../../../entities/provenance.ts';
import { type HeadlineWord, type HeadlineWords, rounded } from '../../headline.ts';
import type { PkaSites } from './pka-sites.ts';

interface Strongest {
  strongest_acid: number | null;
  strongest_base: number | null;
}

type Atoms = readonly { atomic_number: number }[] | null;

/** The strongest acid and the strongest base, each with its site, and what both are at the usual pH. `none` is the text where there are no sites. */
export function pkaHeadline(
  data: PkaSites & Strongest,
  atoms: Atoms,
  classes: ItemProvenance['site_classes'],
  none: string | null,
): HeadlineWords {
  const { strongest_acid: acid, strongest_base: base } = data;
  const siteOf = (list: 'conjugate_acids' | 'conjugate_bases', pka: number) => {
    const place = data[list].findIndex((site) => site.pka === pka);
    const site = data[list][place];
    if (!site) return null;
    const atom = atomLabel(atoms, site.atom_index, 1);
    const group = classes?.[list][place] ?? null;
    return group ? phrase('{atom}, {group}', { atom, group }) : atom;
  };
  const values: HeadlineWord[] = [
    ...(acid === null
      ? []
      : [{ of: 'strongest_acid', title: 'Strongest acid', label: 'pKa', site: siteOf('conjugate_bases', acid) }]),
    ...(base === null
      ? []
      : [
          {
            of: 'strongest_base',
            title: 'Strongest base',
            label: acid === null ? 'pKa' : null,
            site: siteOf('conjugate_acids', base),
          },
        ]),
  ];
  if (values.length === 0 && none !== null) {
    return { values: [{ title: 'pKa', text: 'none found' }], sentence: none };
  }
  return { values, sentence: statesAt(pHSlider.default, acid, base) };
}

/** Returns what acid and base are at a pH, by Henderson and Hasselbalch: the part of each site that has lost or taken its proton. */
function statesAt(pH: number, acid: number | null, base: number | null): Text | null {
  const share = (difference: number) => rounded(100 / (1 + 10 ** difference), 1);
  const lost = acid === null ? null : share(acid - pH);
  const taken = base === null ? null : share(pH - base);
  if (lost !== null && taken !== null)
    return phrase('At pH {pH} the acid is {lost} % deprotonated and the base {taken} % protonated.', {
      pH,
      lost,
      taken,
    });
  if (lost !== null) return phrase('At pH {pH} the acid is {lost} % deprotonated.', { pH, lost });
  if (taken !== null) return phrase('At pH {pH} the base is {taken} % protonated.', { pH, taken });
  return null;
}
