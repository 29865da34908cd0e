import { phrase, sentences, type Text } from '../../../entities/phrases.ts';
import type { HeadlineWords } from '../../headline.ts';

/** The best score and whose it is, and how many compounds were docked. */
export function batchDockingHeadline(
  compounds: readonly { name: Text; score: number | null; state: string }[],
): HeadlineWords {
  const docked = compounds.filter(({ score }) => score !== null).length;
  const failed = compounds.filter(({ state }) => state === 'failed').length;
  const [best] = compounds;
  if (docked === 0 && failed === 0) return { values: [], sentence: null };
  return {
    values: [
      { of: 'best_docking_score', title: 'Best docking score', label: null, site: docked > 0 ? best?.name : null },
    ],
    sentence: sentences(
      phrase('{docked} of {count} compounds were docked.', { docked, count: compounds.length }),
      failed > 0 ? phrase('{count} failed.', { count: failed }) : null,
    ),
  };
}
