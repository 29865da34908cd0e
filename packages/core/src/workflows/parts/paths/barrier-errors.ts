import { type Caveat, caveatOf } from '../../../entities/caveat.ts';
import { phrase } from '../../../entities/phrases.ts';
import type { Settings } from '../../../entities/settings.ts';
import { accuracy } from '../../../methods/accuracy.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { isRefinable, refinedWords, refinementLevel } from '../levels/refinement.ts';
import type { PathMethod } from './path-facts.ts';

type Refinement = Parameters<typeof refinementLevel>[1];

/** Errors that were measured on published barriers, by the method of the geometries; `refined` with r²SCAN-3c single points on them. */
const measured = {
  plain: accuracy['double_ended_ts_search/gfn2_xtb'],
  refined: accuracy['double_ended_ts_search/r2scan_3c_gfn2_xtb'],
};

/** Returns what computed the energies of a path, and the mean error of such barriers where it was measured. */
export function barrierMethod(geometry: Settings, refinement: Refinement): PathMethod {
  const isRefined = refinementLevel(geometry, refinement) !== null;
  const method = isRefined ? refinedWords(geometry, refinement) : null;
  if (geometry.method !== 'gfn2_xtb') return { method };
  const { size, mae } = isRefined ? measured.refined : measured.plain;
  return {
    method,
    barrierError: {
      value: mae,
      remark: isRefined
        ? phrase('Geometry GFN2-xTB, energies r²SCAN-3c. ± is the mean error of {size} published barriers.', { size })
        : phrase('± is the mean error of {size} published barriers.', { size }),
    },
  };
}

/** What to do about barriers of a fast method: single points, another method for the path; nothing where the stationary points have single points. */
const advice = {
  refine: 'Refine with r²SCAN-3c.',
  follow: 'Follow the path with r²SCAN-3c for its barriers.',
  refined: 'This is the string alone: reactant, product and transition state have energies of r²SCAN-3c.',
} as const;

/**
 * A note on barriers by a fast method without single points; none for the others.
 * @param what what a person does about them
 */
export function barrierCaveats(
  geometry: Settings,
  what: keyof typeof advice,
  place: { values: string[] | null; table: string | null },
): Caveat[] {
  if (!isRefinable(geometry.method)) return [];
  const { size, mae, rmse } = measured.plain;
  const errors = { size, mae: mae.toFixed(1), rmse: rmse.toFixed(1), advice: advice[what] };
  const text =
    geometry.method === 'gfn2_xtb'
      ? phrase(
          'GFN2-xTB is not designed for barriers: on {size} published ones it is off by {mae} kcal/mol on average (RMSE {rmse}). {advice}',
          errors,
        )
      : phrase(
          '{method} is not designed for barriers, and its error was not measured; that of GFN2-xTB is {mae} kcal/mol on average. {advice}',
          { method: methodTitle(geometry.method), mae: errors.mae, advice: errors.advice },
        );
  return [caveatOf('changes_number', text, place)];
}
