import { phrase, type Text } from '../../../entities/phrases.ts';
import type { NamedValue } from '../../definition.ts';
import { type HeadlineWords, rounded } from '../../headline.ts';

/** kcal/mol within which two ends of a path have the same energy. */
const sameEnergy = 0.05;

/** The barriers of a path from both sides and the energy of the reaction; `ends` are the titles of its ends inside a sentence. */
export function pathHeadline(
  named: (path: string) => NamedValue | null,
  ends: Readonly<{ start: string; end: string }>,
): HeadlineWords {
  const [barrier, reaction] = [named('barrier_forward')?.value ?? null, named('reaction_energy')?.value ?? null];
  return {
    values: [
      { of: 'barrier_forward', label: null },
      { of: 'barrier_backward', minor: true },
      { of: 'reaction_energy', title: 'Energy of the reaction', minor: true },
    ],
    sentence: barrier === null || reaction === null ? null : reactionInWords(reaction, ends),
  };
}

function reactionInWords(energy: number, { start, end }: Readonly<{ start: string; end: string }>): Text {
  if (Math.abs(energy) < sameEnergy) return phrase('The {end} has the energy of the {start}.', { end, start });
  const by = rounded(Math.abs(energy), 2);
  return energy > 0
    ? phrase('The {end} lies {energy} kcal/mol above the {start}.', { end, start, energy: by })
    : phrase('The {end} lies {energy} kcal/mol below the {start}.', { end, start, energy: by });
}
