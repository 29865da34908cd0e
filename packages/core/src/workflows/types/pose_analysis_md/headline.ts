import { phrase, sentences } from '../../../entities/phrases.ts';
import type { NamedValue } from '../../definition.ts';
import { counted, type HeadlineWords } from '../../headline.ts';
import { conservedContacts, mean } from '../../parts/calculations/trajectory-contacts.ts';
import type { PoseTrajectory } from './pose-analysis-results.ts';

/** Mean and largest RMSD of the ligand over all frames of all trajectories, Å. */
export function rmsdValues(trajectories: readonly PoseTrajectory[]): NamedValue[] {
  const all = trajectories.flatMap(({ ligand_rmsd }) => ligand_rmsd);
  const largest = all.reduce<number | null>((most, value) => (most !== null && most >= value ? most : value), null);
  const rmsd = { unit: 'Å', precision: 2 };
  return [
    { path: 'mean_ligand_rmsd', title: 'Mean RMSD of the ligand', ...rmsd, value: mean(all) },
    { path: 'largest_ligand_rmsd', title: 'Largest RMSD of the ligand', ...rmsd, value: largest },
  ];
}

/** How far the ligand moved from its pose, and how many contacts last. */
export function poseAnalysisHeadline(trajectories: readonly PoseTrajectory[]): HeadlineWords {
  const frames = trajectories.reduce((sum, { ligand_rmsd }) => sum + ligand_rmsd.length, 0);
  if (frames === 0) return { values: [], sentence: null };
  const contacts = conservedContacts(trajectories).length;
  return {
    values: [
      { of: 'mean_ligand_rmsd', label: 'RMSD' },
      { of: 'largest_ligand_rmsd', minor: true },
      {
        number: {
          title: 'Conserved contacts',
          precision: 0,
          value: contacts,
          ...counted(contacts, 'contact', 'contacts'),
        },
        minor: true,
      },
    ],
    sentence: sentences(
      'From the pose that the ligand started with.',
      trajectories.length === 1
        ? phrase('One trajectory of {frames} frames.', { frames })
        : phrase('{count} trajectories, {frames} frames together.', { count: trajectories.length, frames }),
    ),
  };
}
