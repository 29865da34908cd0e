import { phrase, sentences } from '../../../entities/phrases.ts';
import type { HeadlineWord, HeadlineWords } from '../../headline.ts';

/** A site with its atom and the group of its calibration. */
export interface HeadlineSite {
  atom: string;
  group: string | null;
  strength: number;
}

const strongestOf = (sites: readonly HeadlineSite[]) =>
  sites.reduce<HeadlineSite | null>((best, site) => (best && best.strength >= site.strength ? best : site), null);

const placeOf = ({ atom, group }: HeadlineSite) => (group ? phrase('{atom}, {group}', { atom, group }) : atom);

/** The strongest acceptor and the strongest donor; a molecule without acceptors says so. */
export function basicityHeadline(acceptors: readonly HeadlineSite[], donors: readonly HeadlineSite[]): HeadlineWords {
  const [acceptor, donor] = [strongestOf(acceptors), strongestOf(donors)];
  const values: HeadlineWord[] = [
    acceptor
      ? { of: 'strongest_acceptor', title: 'Strongest acceptor, pKBHX', label: 'pKBHX', site: placeOf(acceptor) }
      : { of: 'molecular_pkbhx', label: 'pKBHX' },
    ...(donor
      ? [
          {
            number: { title: 'Strongest donor, pKα', unit: null, precision: 2, value: donor.strength },
            label: 'pKα',
            site: placeOf(donor),
          },
        ]
      : []),
    ...(acceptors.length > 1 ? [{ of: 'molecular_pkbhx', minor: true }] : []),
  ];
  const sentence = sentences(
    acceptors.length === 0
      ? null
      : acceptors.length === 1
        ? 'The molecule has one acceptor site.'
        : phrase('The molecule has {count} acceptor sites.', { count: acceptors.length }),
    'Higher values bind more strongly.',
  );
  return { values, sentence: acceptor || donor ? sentence : null };
}
