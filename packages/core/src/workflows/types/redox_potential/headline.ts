import type { NamedValue } from '../../definition.ts';
import type { HeadlineWord, HeadlineWords } from '../../headline.ts';

/** The potentials that were asked for; one without a number was not computed. */
export function redoxHeadline(
  data: { oxidation: boolean; reduction: boolean },
  named: (path: string) => NamedValue | null,
): HeadlineWords {
  const couples = (['reduction', 'oxidation'] as const).flatMap((couple): HeadlineWord[] => {
    const value = named(`${couple}_potential`);
    return value && (value.value !== null || data[couple]) ? [{ of: value.path, label: null }] : [];
  });
  return { values: couples, sentence: 'One electron, without proton transfer, in acetonitrile.' };
}
