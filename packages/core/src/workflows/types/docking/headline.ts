import { numbered, phrase, sentences } from '../../../entities/phrases.ts';
import { activePose } from '../../../tables/docking-values.ts';
import { rate, strainLimits } from '../../../tables/ratings.ts';
import type { HeadlineWord, HeadlineWords } from '../../headline.ts';

interface Pose {
  score: number | null;
  strain: number | null;
  posebusters_valid: boolean | null;
}

const strainWords = { good: 'low strain', okay: 'moderate strain', bad: 'high strain' } as const;

function strainInWords({ strain }: Pose): string {
  const rating = rate({ kind: 'below', ...strainLimits }, strain);
  return rating ? strainWords[rating.bucket] : 'unknown strain';
}

function checksInWords({ posebusters_valid: valid }: Pose): string {
  if (valid === null) return 'was not checked by PoseBusters';
  return valid ? 'passes all PoseBusters checks' : 'fails a PoseBusters check';
}

/** The best score, with the strain of its pose and what PoseBusters says of it. `unsure`: the independent searches do not agree on it. */
export function dockingHeadline(poses: readonly Pose[], unsure: boolean): HeadlineWords {
  const scored = poses.filter(({ score }) => score !== null && Number.isFinite(score));
  const best = scored.reduce<Pose | null>(
    (low, pose) => ((low?.score ?? Infinity) <= (pose.score ?? 0) ? low : pose),
    null,
  );
  if (!best) return { values: [], sentence: null };
  const place = poses.indexOf(best);
  const shown = activePose(poses);
  const values: HeadlineWord[] = [
    { of: 'docking_score', title: 'Best docking score', label: null, site: numbered('Pose', place + 1) },
    { number: { title: 'Strain', unit: 'kcal/mol', precision: 2, value: best.strain }, minor: true },
    ...(best.posebusters_valid === null
      ? []
      : [{ title: 'PoseBusters', text: best.posebusters_valid ? 'passes' : 'fails', minor: true }]),
  ];
  const pose = numbered('Pose', place + 1);
  const head = unsure
    ? phrase('{pose} of {count} has the best score, but the searches do not agree on it.', {
        pose,
        count: poses.length,
      })
    : phrase('{pose} of {count} has the best score, {strain}, and {checks}.', {
        pose,
        count: poses.length,
        strain: strainInWords(best),
        checks: checksInWords(best),
      });
  const other =
    shown === null || shown === place
      ? null
      : phrase('{pose} is shown first, since its strain is at most {limit} kcal/mol.', {
          pose: numbered('Pose', shown + 1),
          limit: strainLimits.okay,
        });
  return { values, sentence: sentences(head, other) };
}
