import { phrase, sentences } from '../../../entities/phrases.ts';
import type { HeadlineWords } from '../../headline.ts';
import type { ProteinTrajectory } from './protein-md-results.ts';

/** How far the protein moved, and how large it is. */
export function proteinMdHeadline(trajectories: readonly ProteinTrajectory[]): HeadlineWords {
  const frames = trajectories.reduce((sum, { protein_rmsd }) => sum + protein_rmsd.length, 0);
  if (frames === 0) return { values: [], sentence: null };
  return {
    values: [
      { of: 'mean_protein_rmsd', label: 'RMSD' },
      { of: 'mean_radius_of_gyration', minor: true },
      { of: 'mean_rmsf', minor: true },
    ],
    sentence: sentences(
      'Alpha carbons against the first frame.',
      trajectories.length === 1
        ? phrase('One trajectory of {frames} frames.', { frames })
        : phrase('{count} trajectories, {frames} frames together.', { count: trajectories.length, frames }),
    ),
  };
}
