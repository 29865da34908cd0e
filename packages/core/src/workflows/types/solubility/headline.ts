import { phrase } from '../../../entities/phrases.ts';
import { solubilityInWords } from '../../../tables/solubility-ratings.ts';
import { type HeadlineWords, mostHeadlineValues } from '../../headline.ts';

/** A solubility with its solvent and temperature. */
export interface HeadlineSolubility {
  path: string;
  solvent: string;
  temperature: string;
  logS: number | null;
}

/** log S in the solvents in which most dissolves, each at one temperature, and what the first one means. */
export function solubilityHeadline(found: readonly HeadlineSolubility[]): HeadlineWords {
  const known = found.filter(({ logS }) => logS !== null).sort((a, b) => (b.logS ?? 0) - (a.logS ?? 0));
  const [best] = known;
  if (!best || best.logS === null) return { values: [], sentence: null };
  const solvents = [...new Map(known.toReversed().map((each) => [each.solvent, each])).values()].reverse();
  const highest = solvents.map(({ solvent }) => known.find((each) => each.solvent === solvent) ?? best);
  return {
    values: highest.slice(0, mostHeadlineValues).map(({ path, solvent, temperature }, index) => ({
      of: path,
      title: 'log S',
      label: index === 0 ? 'log S' : null,
      site: phrase('{solvent}, {temperature}', { solvent, temperature }),
    })),
    sentence:
      solvents.length === 1
        ? phrase('In {solvent}: {solubility}.', { solvent: best.solvent, solubility: solubilityInWords(best.logS) })
        : phrase('It dissolves best in {solvent} (of {count} solvents): {solubility}.', {
            count: solvents.length,
            solvent: best.solvent,
            solubility: solubilityInWords(best.logS),
          }),
  };
}
