import type { Molecule } from '../../../entities/molecule.ts';
import { phrase, sentences } from '../../../entities/phrases.ts';
import type { NamedValue } from '../../definition.ts';
import type { HeadlineWords } from '../../headline.ts';
import { vibrationsInWords } from '../../parts/calculations/vibrations-in-words.ts';

const hartree = { unit: 'Hartree', precision: 6 };

/** Energy of the last level, and the free energy where frequencies were computed. `calculations` are those of the stages. */
export function finalValues(
  calculations: readonly (string | null)[],
  stages: readonly (Molecule | null)[],
): NamedValue[] {
  const last = stages.findLast((stage) => stage !== null && stage.energy !== null) ?? null;
  const correction = stages.findLast((stage) => stage?.vibrational_modes)?.thermal_free_energy_corr ?? null;
  const energy = last?.energy ?? null;
  const calculation = calculations.findLast((uuid) => uuid !== null) ?? null;
  return [
    { path: 'final_energy', title: 'Final energy', ...hartree, value: energy, calculation },
    {
      path: 'final_gibbs_free_energy',
      title: 'Gibbs free energy, G',
      ...hartree,
      value: energy === null || correction === null ? null : energy + correction,
      calculation,
    },
  ];
}

/** The final energy, and by how many levels it was reached. */
export function multistageHeadline(
  stages: readonly (Molecule | null)[],
  planned: number,
  level: string | null,
): HeadlineWords {
  const done = stages.filter((stage) => stage !== null).length;
  const modes = stages.findLast((stage) => stage?.vibrational_modes)?.vibrational_modes ?? [];
  return {
    values: [
      { of: 'final_energy', label: null },
      { of: 'final_gibbs_free_energy', minor: true },
    ],
    sentence:
      done === 0
        ? null
        : sentences(
            level === null
              ? phrase('{done} of {count} levels.', { done, count: planned })
              : phrase('{done} of {count} levels, the last one {level}.', { done, count: planned, level }),
            modes.length > 0 ? vibrationsInWords(modes) : null,
          ),
  };
}
