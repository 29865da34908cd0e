import { strainLimits } from './ratings.ts';

/** A docked pose: score of the scoring function (kcal/mol by its own scale; no free energy) and strain in kcal/mol, null where not computed. */
export interface PoseScore {
  score: number | null | undefined;
  strain?: number | null | undefined;
}

function finite(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function lowestBy(poses: readonly PoseScore[], accepts: (pose: PoseScore) => boolean): number | null {
  let best: number | null = null;
  poses.forEach((pose, index) => {
    if (!finite(pose.score) || !accepts(pose)) return;
    const previous = best === null ? null : poses[best]?.score;
    if (!finite(previous) || pose.score < previous) best = index;
  });
  return best;
}

/** Pose that is shown first: the lowest score among poses with a strain of at most 8 kcal/mol, else the lowest score, else null (the initial structure). */
export function activePose(poses: readonly PoseScore[]): number | null {
  const relaxed = lowestBy(poses, ({ strain }) => finite(strain) && strain <= strainLimits.okay);
  return relaxed ?? lowestBy(poses, () => true);
}

/** What a docking reports: the lowest score overall, and among poses with strain under 4 and under 8 kcal/mol, with the numbers of such poses. */
export interface DockingSummary {
  poses: number;
  lowestScore: number | null;
  lowestScoreUnder4: number | null;
  lowestScoreUnder8: number | null;
  posesUnder4: number;
  posesUnder8: number;
  /** Poses whose strain was not computed: unknown, counted in neither. */
  posesWithoutStrain: number;
}

/** Summary of the poses of one docking. */
export function dockingSummary(poses: readonly PoseScore[]): DockingSummary {
  const under =
    (limit: number) =>
    ({ strain }: PoseScore): boolean =>
      finite(strain) && strain < limit;
  const lowest = (accepts: (pose: PoseScore) => boolean): number | null => {
    const index = lowestBy(poses, accepts);
    return index === null ? null : (poses[index]?.score ?? null);
  };
  return {
    poses: poses.length,
    lowestScore: lowest(() => true),
    lowestScoreUnder4: lowest(under(strainLimits.good)),
    lowestScoreUnder8: lowest(under(strainLimits.okay)),
    posesUnder4: poses.filter(under(strainLimits.good)).length,
    posesUnder8: poses.filter(under(strainLimits.okay)).length,
    posesWithoutStrain: poses.filter(({ strain }) => !finite(strain)).length,
  };
}

/** Number of compounds that a batch docking lists first. */
export const defaultTopCount = 5;

/** Positions of the best compounds of a batch docking: lowest finite best score first, equal ones in their order. */
export function topCompounds(bestScores: readonly (number | null | undefined)[], count = defaultTopCount): number[] {
  return bestScores
    .map((score, index) => ({ score, index }))
    .filter((entry): entry is { score: number; index: number } => finite(entry.score))
    .sort((a, b) => a.score - b.score || a.index - b.index)
    .slice(0, Math.max(0, count))
    .map(({ index }) => index);
}
