import * as z from 'zod/mini';
import { atomLabel } from '../../../chemistry/atoms.ts';
import { numbered, phrase } from '../../../entities/phrases.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';

/** Atoms of the structure that the trajectories start from, counted from 0; occupancy is the part of the frames (0 to 1) that have the contact. */
export const Contact = z.looseObject({
  protein_atom_index: z.int(),
  ligand_atom_index: z.int(),
  occupancy: z.number(),
});

/** A trajectory as far as its contacts go. */
interface WithContacts {
  contacts: readonly z.output<typeof Contact>[];
}

/** Name of a trajectory, from its place counted from 0. */
export const trajectoryTitle = (index: number) => numbered('Trajectory', index + 1);

/** Arithmetic mean; null of nothing. */
export const mean = (values: readonly number[]): number | null =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;

export interface ConservedContact {
  /** Atoms, 0-based. */
  protein: number;
  ligand: number;
  /** By trajectory; undefined where it was not found. */
  occupancies: (number | undefined)[];
  /** In how many trajectories it was found. */
  found: number;
  /** Mean occupancy of these. */
  mean: number;
}

/** Contacts of all trajectories, those found in most of them first, then by their mean occupancy. */
export function conservedContacts(trajectories: readonly WithContacts[]): ConservedContact[] {
  const contacts = new Map<string, { protein: number; ligand: number; occupancies: (number | undefined)[] }>();
  trajectories.forEach((trajectory, replicate) => {
    for (const { protein_atom_index: protein, ligand_atom_index: ligand, occupancy } of trajectory.contacts) {
      const key = `${protein}-${ligand}`;
      const contact = contacts.get(key) ?? { protein, ligand, occupancies: [] };
      contact.occupancies[replicate] = occupancy;
      contacts.set(key, contact);
    }
  });
  return [...contacts.values()]
    .map((contact) => {
      const found = contact.occupancies.filter((occupancy) => occupancy !== undefined);
      return { ...contact, found: found.length, mean: mean(found) ?? 0 };
    })
    .sort((a, b) => b.found - a.found || b.mean - a.mean);
}

/**
 * The table of the conserved contacts, in their order.
 * @param nameOf names an atom (0-based) where the structure is known
 */
export function contactTable(
  trajectories: readonly WithContacts[],
  nameOf: (atom: number) => string = (atom) => atomLabel(null, atom, 0),
): TableData {
  return tableOf({
    id: 'conserved_contacts',
    title: 'Conserved contacts',
    rows: conservedContacts(trajectories),
    columns: [
      { id: 'protein_atom', title: 'Protein atom', text: ({ protein }) => nameOf(protein) },
      { id: 'ligand_atom', title: 'Ligand atom', text: ({ ligand }) => nameOf(ligand) },
      {
        id: 'found',
        title: phrase('Found in trajectories (of {count})', { count: trajectories.length }),
        precision: 0,
        value: ({ found }) => found,
      },
      {
        id: 'mean_occupancy',
        title: 'Mean occupancy',
        help: 'Part of the frames that have the contact, averaged over the trajectories in which it was found.',
        precision: 2,
        value: (contact) => contact.mean,
      },
      ...trajectories.map(
        (_, replicate): ColumnOf<ConservedContact> => ({
          id: `trajectory_${replicate + 1}`,
          title: phrase('Occupancy, trajectory {number}', { number: replicate + 1 }),
          precision: 2,
          value: ({ occupancies }) => occupancies[replicate],
        }),
      ),
    ],
    empty: 'No contacts yet.',
  });
}
