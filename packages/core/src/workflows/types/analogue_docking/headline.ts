import { phrase, sentences, type Text } from '../../../entities/phrases.ts';
import type { HeadlineWords } from '../../headline.ts';

interface Row {
  name: Text;
  score: number | null;
  checked: boolean | null;
  state: string;
}

/** The best score and whose it is, and how many analogues have a pose. */
export function analogueHeadline(rows: readonly Row[]): HeadlineWords {
  const docked = rows.filter(({ score }) => score !== null).length;
  const failed = rows.filter(({ state }) => state === 'failed').length;
  const [best] = rows;
  if (docked === 0 && failed === 0) return { values: [], sentence: null };
  return {
    values: [
      { of: 'best_docking_score', title: 'Best docking score', label: null, site: docked > 0 ? best?.name : null },
    ],
    sentence: sentences(
      phrase('{docked} of {count} analogues have a pose on the reference.', { docked, count: rows.length }),
      best?.checked === false ? 'The best one fails a PoseBusters check.' : null,
    ),
  };
}
