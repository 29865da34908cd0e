import { boltzmannWeights } from '../chemistry/boltzmann.ts';
import { HARTREE_TO_KCAL_PER_MOL } from '../chemistry/units.ts';
import type { ItemProvenance } from '../entities/provenance.ts';
import { tableOf } from '../tables/build-table.ts';
import type { TableData } from '../tables/table.ts';

/** Members of an ensemble: what compute recorded, or weights from the energies (Hartree) alone where an item carries no record. */
function members(energies: readonly number[], provenance: ItemProvenance | null) {
  const recorded = provenance?.ensemble?.conformers;
  const lowest = Math.min(...energies);
  const weights = energies.length > 0 ? boltzmannWeights(energies) : [];
  return energies.map((energy, index) => {
    const member = recorded?.[index];
    return {
      energy,
      relative: member?.relative_energy_kcal ?? (energy - lowest) * HARTREE_TO_KCAL_PER_MOL,
      weight: member ? member.weight : (weights[index] ?? null),
      degeneracy: member?.degeneracy ?? null,
      excluded: member?.excluded ?? null,
    };
  });
}

/** The conformers of an ensemble with relative energies and weights; `structures` are their calculations in the same order. */
export function conformerTable(
  energies: readonly number[],
  structures: readonly (string | null)[],
  provenance: ItemProvenance | null,
): TableData {
  const rows = members(energies, provenance);
  const quantity = provenance?.ensemble?.quantity ?? 'E';
  const temperature = provenance?.ensemble?.temperature ?? 298.15;
  return tableOf({
    id: 'conformers',
    title: 'Conformer Search',
    rows,
    columns: [
      { id: 'conformer', title: 'Conformer', precision: 0, value: (_, index) => index + 1 },
      {
        id: 'relative_energy',
        title: 'Relative energy',
        unit: 'kcal/mol',
        precision: 2,
        value: ({ relative }) => relative,
      },
      {
        id: 'weight',
        title: 'Weight',
        unit: '%',
        precision: 1,
        help: `Boltzmann weight at ${temperature} K from ${quantity}, with degeneracy`,
        value: ({ weight }) => (weight === null ? null : weight * 100),
      },
      {
        id: 'degeneracy',
        title: 'Degeneracy',
        precision: 0,
        help: '2 where the mirror image is another conformer of the same energy',
        value: ({ degeneracy }) => degeneracy,
      },
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: ({ energy }) => energy },
      ...(rows.some(({ excluded }) => excluded !== null)
        ? [
            {
              id: 'note',
              title: 'Note',
              text: ({ excluded }: (typeof rows)[number]) => (excluded ? `Left out: ${excluded}` : null),
            },
          ]
        : []),
    ],
    structure: (_, index) => structures[index] ?? null,
    empty: 'No conformers yet.',
  });
}
