import { distance } from '../../../chemistry/atoms.ts';
import { HARTREE_TO_KCAL_PER_MOL } from '../../../chemistry/units.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import type { MoleculesByCalculation } from '../../definition.ts';

/** A point of an intrinsic reaction coordinate; `step` is 0 at the transition state, negative on the backward side. */
export interface ReactionPoint {
  name: Text;
  step: number;
  calculation: string;
}

/** Both paths as one, from the far end of the backward side over the transition state to the far end of the forward side. Each list begins next to the transition state. */
export function reactionPath(
  backward: readonly string[],
  transitionState: string | null,
  forward: readonly string[],
): ReactionPoint[] {
  const side = (uuids: readonly string[], direction: 'Backward' | 'Forward', sign: 1 | -1) =>
    uuids.map((calculation, index) => ({
      name: phrase('IRC {direction} Step {number}', { direction, number: index + 1 }),
      step: sign * (index + 1),
      calculation,
    }));
  return [
    ...side(backward, 'Backward', -1).reverse(),
    ...(transitionState ? [{ name: 'Transition State', step: 0, calculation: transitionState }] : []),
    ...side(forward, 'Forward', 1),
  ];
}

/** Length of the displacement from one structure to the next in Å, over all atoms; null where they do not have the same atoms. */
function displacement(from: Molecule | null, to: Molecule | null): number | null {
  if (!from || !to || from.atoms.length !== to.atoms.length) return null;
  const squares = from.atoms.reduce((sum, { position }, index) => {
    const other = to.atoms[index];
    return other ? sum + distance(position, other.position) ** 2 : sum;
  }, 0);
  return Math.sqrt(squares);
}

/** Length of the path from the transition state to each point in Å, negative on the backward side; null where a structure between them is not known. */
function pathLengths(points: readonly ReactionPoint[], structures: readonly (Molecule | null)[]): (number | null)[] {
  const start = points.findIndex(({ step }) => step === 0);
  const lengths = new Array<number | null>(points.length).fill(null);
  if (start < 0) return lengths;
  lengths[start] = 0;
  for (const sign of [-1, 1]) {
    for (let at = start + sign; at >= 0 && at < points.length; at += sign) {
      const before = lengths[at - sign] ?? null;
      const moved = displacement(structures[at - sign] ?? null, structures[at] ?? null);
      lengths[at] = before === null || moved === null ? null : before + sign * moved;
    }
  }
  return lengths;
}

/** The path with energies relative to the transition state; the length is measured on the structures themselves. */
export function reactionPathTable(points: readonly ReactionPoint[], molecules: MoleculesByCalculation): TableData {
  const structures = points.map(({ calculation }) => molecules.get(calculation)?.at(-1) ?? null);
  const lengths = pathLengths(points, structures);
  const reference = structures[points.findIndex(({ step }) => step === 0)]?.energy ?? null;
  const energyOf = (index: number) => structures[index]?.energy ?? null;
  return tableOf({
    id: 'irc',
    title: 'IRC',
    rows: points,
    columns: [
      { id: 'structure', title: 'Structure', notation: 'term', text: ({ name }) => name },
      { id: 'step', title: 'Step', help: 'Negative on the backward side', precision: 0, value: ({ step }) => step },
      {
        id: 'path_length',
        title: 'Path length',
        unit: 'Å',
        help: 'From the transition state, over the displacements of all atoms',
        precision: 2,
        value: (_, index) => lengths[index],
      },
      {
        id: 'relative_energy',
        title: 'Relative energy',
        unit: 'kcal/mol',
        help: 'Relative to the transition state',
        precision: 2,
        value: (_, index) => {
          const energy = energyOf(index);
          return energy === null || reference === null ? null : (energy - reference) * HARTREE_TO_KCAL_PER_MOL;
        },
      },
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: (_, index) => energyOf(index) },
    ],
    structure: ({ calculation }) => calculation,
    empty: 'No step of the path has finished yet.',
  });
}
