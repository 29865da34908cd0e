import * as z from 'zod/mini';
import { phrase, type Text } from '../../../entities/phrases.ts';
import { Pocket } from '../../../entities/proteins/pocket.ts';
import { forgivingEnum, optionalNull } from '../../../entities/scalars.ts';

/** How a program of the Vina family searches and scores. */
export const VinaSettings = z.looseObject({
  max_poses: z._default(z.int(), 4),
  executable: z._default(forgivingEnum(['vina', 'qvina2', 'qvina-w']), 'vina'),
  scoring_function: z._default(forgivingEnum(['vinardo', 'vina']), 'vinardo'),
  exhaustiveness: z._default(z.int(), 8),
  /** Whether independent searches that do not find the same best pose go on with more exhaustiveness. */
  extend_search: z._default(z.boolean(), true),
});
export type VinaSettings = z.infer<typeof VinaSettings>;

/** Keys of every type that docks into a box. */
export const dockingShape = {
  pocket: optionalNull(Pocket),
  docking_settings: z.prefault(VinaSettings, {}),
};

/** Å and kcal/mol within which independent searches have found the same pose; compute's `docking/agreement.py` has the same numbers. */
const samePose = { distance: 2, score: 0.5 } as const;

/** How far independent searches agree: how many of them found the best pose, and the exhaustiveness of each. */
export const SearchAgreement = z.looseObject({
  searches: z.int(),
  found: z.int(),
  exhaustiveness: z.int(),
  /** Whether enough of them found it. */
  sure: z.boolean(),
});
export type SearchAgreement = z.infer<typeof SearchAgreement>;

/** "3 of 4". */
export function foundWords(found: number | null, agreement: SearchAgreement | null): Text | null {
  return found === null || agreement === null
    ? null
    : phrase('{found} of {searches}', { found, searches: agreement.searches });
}

/** A note beside a score whose search is not sure; null where it is sure, or where nothing was compared. */
export function unsureSearch(agreement: SearchAgreement | null): Text | null {
  if (agreement === null || agreement.sure) return null;
  const { searches, found, exhaustiveness } = agreement;
  if (searches === 1)
    return phrase(
      'One search with exhaustiveness {exhaustiveness}: nothing shows whether another one finds the same pose. Allow a longer search, or raise the exhaustiveness.',
      { exhaustiveness },
    );
  return phrase(
    'Only {found} of {searches} independent searches (exhaustiveness {exhaustiveness} each) found the best pose within {distance} Å and {score} kcal/mol. There may be a better pose elsewhere: raise the exhaustiveness, or make the pocket smaller.',
    { found, searches, exhaustiveness, ...samePose },
  );
}

export interface DockingData {
  pocket: Pocket | null;
  docking_settings: VinaSettings;
}

/** What the heading of a score says: it is no free energy. */
export const scoreHelp =
  'Value of the scoring function, on its own scale: lower is better. It ranks poses; it is not a binding free energy (ΔG).';

/** Works of the program and of its scoring function. */
export function vinaCitations({ docking_settings: vina }: DockingData): string[] {
  return [
    vina.executable,
    ...(vina.executable === 'vina' ? [] : ['vina']),
    ...(vina.scoring_function === 'vinardo' ? ['vinardo'] : []),
  ];
}
