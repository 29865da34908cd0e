import * as z from 'zod/mini';
import { boltzmannWeights, ensembleTemperature } from '../../../chemistry/boltzmann.ts';
import { isUuid } from '../../../chemistry/identifiers.ts';
import { HARTREE_TO_KCAL_PER_MOL } from '../../../chemistry/units.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import type { ItemProvenance } from '../../../entities/provenance.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import type { NamedValue, ReadItem } from '../../definition.ts';
import type { TabPart } from '../../tab-parts.ts';

/** A conformer as the older type lists it: energy in Hartree, weight between 0 and 1, the calculation that holds the structure. */
export const Conformer = z.looseObject({
  energy: z.number(),
  weight: optionalNull(z.number()),
  uuid: optionalNull(z.string()),
});

/** What an item stores of its ensemble besides energies, each list in their order, and how the table is headed. */
export interface EnsembleView {
  id?: string;
  title?: string;
  /** What a row is ("Tautomer"). */
  member?: string;
  /** Boltzmann weights between 0 and 1. */
  weights?: readonly (number | null)[];
  /** Relative energies in kcal/mol. */
  relative?: readonly (number | null)[];
  /** What is to be known of the energies: their method and its error. */
  energyHelp?: Text;
  /** What a row has to say for itself: "Failed". */
  notes?: readonly (string | null)[];
  /** SMILES of each member, where their bonds differ; drawn beside the numbers. */
  drawings?: readonly (string | null)[];
  empty?: Text;
}

/** Members of an ensemble: what compute recorded; else what the item stores; else from the energies (Hartree) alone. */
function members(
  energies: readonly (number | null)[],
  { weights = [], relative = [], notes = [] }: EnsembleView,
  provenance: ItemProvenance | null,
) {
  const recorded = provenance?.ensemble?.conformers;
  const known = energies.filter((energy) => energy !== null);
  const lowest = Math.min(...known);
  const stored = weights.some((weight) => weight !== null);
  const complete = known.length > 0 && known.length === energies.length;
  const computed = !stored && complete ? boltzmannWeights(known) : [];
  // Stored relative energies may contain more than the energies (solvation): the two are never mixed in one column.
  const predicted = relative.some((value) => value !== null);
  const own = (energy: number | null) => (energy === null ? null : (energy - lowest) * HARTREE_TO_KCAL_PER_MOL);
  return energies.map((energy, index) => {
    const member = recorded?.[index];
    const excluded = member?.excluded ? `Left out: ${member.excluded}` : null;
    return {
      energy,
      relative: member?.relative_energy_kcal ?? (predicted ? relative[index] : own(energy)) ?? null,
      weight: member ? member.weight : ((stored ? weights[index] : computed[index]) ?? null),
      degeneracy: member?.degeneracy ?? null,
      note: [excluded, notes[index]].filter((note) => note).join(' ') || null,
    };
  });
}

/** From what the weights of an ensemble come, as text for their heading. */
export function weightHelp({ weights = [] }: Pick<EnsembleView, 'weights'>, provenance: ItemProvenance | null): Text {
  const ensemble = provenance?.ensemble;
  if (ensemble) {
    const { temperature, quantity } = ensemble;
    return phrase('Boltzmann weight at {temperature} K from {quantity}, with degeneracy', { temperature, quantity });
  }
  if (weights.some((weight) => weight !== null)) {
    return 'Boltzmann weight as stored with the item, which does not say at which temperature and from which energy';
  }
  return phrase('Boltzmann weight at {temperature} K from E', { temperature: ensembleTemperature });
}

/** The members of an ensemble with relative energies and weights; `structures` are their calculations in the same order. */
export function conformerTable(
  energies: readonly (number | null)[],
  structures: readonly (string | null)[],
  provenance: ItemProvenance | null,
  view: EnsembleView = {},
): TableData {
  const rows = members(energies, view, provenance);
  const { id = 'conformers', title = 'Conformer Search', member = 'Conformer', energyHelp, empty } = view;
  const help = energyHelp === undefined ? {} : { help: energyHelp };
  const hasDegeneracy = rows.some(({ degeneracy }) => degeneracy !== null);
  const hasNotes = rows.some(({ note }) => note !== null);
  return tableOf({
    id,
    title,
    rows,
    columns: [
      { id: member.toLowerCase(), title: member, precision: 0, value: (_, index) => index + 1 },
      ...(view.drawings?.some((smiles) => smiles !== null)
        ? [
            {
              id: 'drawing',
              title: 'Structure',
              notation: 'smiles' as const,
              text: (_: (typeof rows)[number], index: number) => view.drawings?.[index] ?? null,
            },
          ]
        : []),
      {
        id: 'relative_energy',
        title: 'Relative energy',
        unit: 'kcal/mol',
        precision: 2,
        ...help,
        value: ({ relative }) => relative,
      },
      {
        id: 'weight',
        title: 'Weight',
        unit: '%',
        precision: 1,
        help: weightHelp(view, provenance),
        value: ({ weight }) => (weight === null ? null : weight * 100),
      },
      ...(hasDegeneracy
        ? [
            {
              id: 'degeneracy',
              title: 'Degeneracy',
              precision: 0,
              help: '2 where the mirror image is another conformer of the same energy',
              value: ({ degeneracy }: (typeof rows)[number]) => degeneracy,
            },
          ]
        : []),
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: ({ energy }) => energy },
      ...(hasNotes ? [{ id: 'note', title: 'Note', text: ({ note }: (typeof rows)[number]) => note }] : []),
    ],
    structure: (_, index) => structures[index] ?? null,
    empty: empty ?? phrase('No {things} were found.', { things: `${member.toLowerCase()}s` }),
  });
}

/** Returns what a sentence can quote of an ensemble's table: how many members it has, the lowest energy, and the largest weight. */
export function ensembleValues(table: TableData): NamedValue[] {
  const numbers = (id: string) => {
    const column = table.columns.find((one) => one.id === id);
    return column?.kind === 'number' ? column.values.filter(Number.isFinite) : new Float64Array();
  };
  const [energies, weights] = [numbers('energy'), numbers('weight')];
  const { id, length } = table;
  const lowest = energies.length > 0 ? Math.min(...energies) : null;
  const largest = weights.length > 0 ? Math.max(...weights) : null;
  return [
    {
      path: `number_of_${id}`,
      title: phrase('Number of {things}', { things: id }),
      unit: null,
      precision: 0,
      value: length > 0 ? length : null,
    },
    { path: 'lowest_energy', title: 'Lowest energy', unit: 'Hartree', precision: 6, value: lowest },
    { path: 'largest_weight', title: 'Largest Boltzmann weight', unit: '%', precision: 1, value: largest },
  ];
}

/** Energy in Hartree of the last structure of each calculation that was read; null where none was. */
export function finalEnergies(uuids: readonly (string | null)[], { molecules }: ReadItem): (number | null)[] {
  return uuids.map((uuid) => (uuid === null ? null : (molecules.get(uuid)?.at(-1)?.energy ?? null)));
}

/** Returns what a row says where its calculation cannot be shown: `missing` where there is none, or that its identifier is no UUID. */
export function calculationNotes(uuids: readonly (string | null)[], missing: string | null = null): (string | null)[] {
  return uuids.map((uuid) => {
    if (uuid === null) return missing;
    return isUuid(uuid) ? null : `Not shown: "${uuid}" is not a UUID.`;
  });
}

/** So many conformers are laid over each other at most; more cannot be told apart. */
const mostOverlaid = 10;

/** Returns what a tab of conformers shows: the table, the weights as bars, and a switch that lays them over the first one, which is the lowest. */
export function ensembleParts(structures: readonly (string | null)[]): TabPart[] {
  const [first, ...others] = structures.filter((id) => id !== null);
  const beside = others.slice(0, mostOverlaid - 1);
  return [
    { kind: 'table', table: 'conformers' },
    ...(first === undefined || beside.length === 0
      ? []
      : [{ kind: 'overlay' as const, title: 'Overlay the lowest conformers', shown: first, beside }]),
    { kind: 'plot', table: 'conformers', mark: 'bars', x: 'conformer', y: 'weight' },
  ];
}
