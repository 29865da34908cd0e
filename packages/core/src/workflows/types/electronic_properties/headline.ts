import type { HeadlineWord, HeadlineWords } from '../../headline.ts';

/** Gap and frontier orbitals where there is one of each, and the dipole moment. `dipole` in Debye. */
export function electronicHeadline(
  dipole: readonly number[] | null,
  frontier: boolean,
  computed: boolean,
): HeadlineWords {
  if (!computed) return { values: [], sentence: null };
  const moment: HeadlineWord[] = dipole
    ? [{ number: { title: 'Dipole moment', unit: 'Debye', precision: 3, value: Math.hypot(...dipole) } }]
    : [];
  return frontier
    ? {
        values: [
          { of: 'gap', title: 'HOMO–LUMO gap', label: 'gap' },
          { of: 'homo', minor: true },
          { of: 'lumo', minor: true },
        ],
        sentence: 'The gap is a difference of orbital energies, not an excitation energy.',
      }
    : { values: moment, sentence: null };
}
