import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';

const text = optionalNull(z.string());

const SecondaryStructure = z.looseObject({ id: text, sheet: text, helix: text, loop: text });

/** Residues such as "5..7,13" or "50..", counted from 1. */
const Region = z.looseObject({ chain_id: text, residue_indices: text });
const Atom = z.looseObject({ chain_id: z.string(), index: z.int(), atom_name: z.string() });

/** A chain to design: letters stay, numbers and ranges are designed stretches ("140..180", "9A9C"). */
const ProteinEntity = z.looseObject({
  id: z.string(),
  sequence: z.string(),
  secondary_structure: optionalNull(SecondaryStructure),
  cyclic: optionalNull(z.boolean()),
});
const LigandEntity = z.looseObject({ id: z.string(), smiles: z.string() });

/** A target: a protein of the platform, and which of its residues count. */
const FileEntity = z.looseObject({
  uuid: z.string(),
  include: z._default(z.array(Region), []),
  exclude: z._default(z.array(Region), []),
  /** `radius` in Å. */
  include_proximity: z._default(z.array(z.extend(Region, { radius: optionalNull(z.int()) })), []),
  binding_types: z._default(z.array(z.looseObject({ chain_id: text, binding: text, not_binding: text })), []),
  design: z._default(z.array(Region), []),
  secondary_structure: z._default(z.array(SecondaryStructure), []),
  design_insertions: z._default(
    z.array(
      z.looseObject({
        chain_id: z.string(),
        residue_index: z.int(),
        number_of_residues: z.string(),
        secondary_structure: optionalNull(z.enum(['UNSPECIFIED', 'LOOP', 'HELIX', 'SHEET'])),
      }),
    ),
    [],
  ),
});

/** What a binder is designed for and from. */
export const BinderDesignInput = z.looseObject({
  protein_entities: z._default(z.array(ProteinEntity), []),
  ligand_entities: z._default(z.array(LigandEntity), []),
  file_entities: z._default(z.array(FileEntity), []),
  constraints: z._default(z.array(z.looseObject({ atom1: Atom, atom2: Atom })), []),
});
export type BinderDesignInput = z.output<typeof BinderDesignInput>;

/** Most residues of all designed chains together. */
export const mostDesignedResidues = 1500;

/** Residues that a design pattern can have at most: one for each letter, the number itself, the upper end of a range. Null for a pattern that cannot be read. */
export function longestPattern(pattern: string): number | null {
  const parts = pattern.replace(/\s+/g, '').match(/\d+\.\.\d+|\d+|[A-Za-z]|./g) ?? [];
  let length = 0;
  for (const part of parts) {
    const [first = 0, last = first] = part.split('..').map(Number);
    if (/^[A-Za-z]$/.test(part)) length += 1;
    else if (/^\d/.test(part) && last >= first) length += last;
    else return null;
  }
  return length;
}
