import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import type { Settings } from '../../../entities/settings.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { solventsOf } from '../../../methods/solvent-support.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import type { Field, TimedOption, WorkflowData } from '../../definition.ts';
import { valueAt } from '../forms/data-path.ts';
import { select } from '../forms/form-fields.ts';
import { expectedSeconds } from '../times/long-jobs.ts';
import { optionWithMethod } from '../times/timed-settings.ts';
import { isRefinable, type Refinement, refinementLevel, refinementMethod } from './refinement.ts';

/** A solvent that the single points do not have: energies in the gas phase would not be those of the same molecule. */
export function refinementProblems(geometry: Settings, refinement: Refinement): Problem[] {
  const level = refinementLevel(geometry, refinement);
  const solvent = level?.solvent_settings;
  if (!solvent || solventsOf(refinementMethod, solvent.model).includes(solvent.solvent)) return [];
  const detail = `${methodTitle(refinementMethod)} has no CPCM parameters for ${solventTitle(solvent.solvent)}; choose another solvent, or no single points.`;
  return [{ field: 'refinement', detail }];
}

/** Seconds of so many single points; null where nobody timed the method. One gradient is counted for each, which is more than an energy takes. */
export function refinementSeconds(count: number, atoms: number, report: MethodReport | null): number | null {
  return expectedSeconds(refinementMethod, count, atoms, report);
}

/**
 * The options of a refinement: single points first, then none. A method that needs no refinement, and work that none is proposed for, has none alone.
 * @param seconds of the run without single points
 */
export function refinementOptions(
  geometry: Settings,
  count: number,
  atoms: number,
  seconds: number | null,
  report: MethodReport | null,
): TimedOption[] {
  const title = `energies of ${methodTitle(geometry.method)}`;
  const none = { value: 'none', title, seconds };
  if (!isRefinable(geometry.method)) return [none];
  const more = refinementSeconds(count, atoms, report);
  const all = more === null || seconds === null ? null : seconds + more;
  const refined = `${methodTitle(refinementMethod)} single points`;
  return [optionWithMethod(refinementMethod, refined, refinementMethod, all, report), none];
}

/** The form field; `path` is that of the geometries' level. `on` says which structures get single points. */
export function refinementField(path: string, on: string): Field {
  return select(
    'refinement',
    'Energies',
    [
      { value: 'auto', title: 'Automatic: single points where they take at most ten minutes' },
      { value: refinementMethod, title: `${methodTitle(refinementMethod)} single points on ${on}` },
      { value: 'none', title: 'Those of the method of the geometries' },
    ],
    { shown: (data: WorkflowData) => isRefinable(String(valueAt(data, `${path}.method`) ?? '')) },
  );
}

/** The single points as a better way to compute an item that has none; null where its method needs none. */
export function refinementOffer(geometry: Settings): { title: string; changes: WorkflowData } | null {
  if (!isRefinable(geometry.method)) return null;
  const title = `${methodTitle(refinementMethod)} single points`;
  return { title, changes: { refinement: refinementMethod } };
}
