import * as z from 'zod/mini';
import { Molecule } from './molecule.ts';
import { batchSizes } from './platform-constants.ts';
import { optionalNull } from './scalars.ts';

/** Most characters of a SMILES that is taken. */
export const maximumSmilesLength = 2000;

const ConversionError = z.looseObject({
  detail: z.string(),
  position: optionalNull(z.number()),
});

/** What RDKit says of one SMILES: identity, what is undefined in it, and the place where it breaks. */
export const SmilesInspection = z.looseObject({
  smiles: z.string(),
  canonical: optionalNull(z.string()),
  formula: optionalNull(z.string()),
  charge: optionalNull(z.number()),
  multiplicity: optionalNull(z.number()),
  elements: z._default(z.array(z.number()), []),
  atom_count: optionalNull(z.number()),
  fragments: optionalNull(z.number()),
  /** Bonds outside rings that turn, those to hydroxyl and thiol groups included: how many conformers there are follows from them. */
  rotatable_bonds: z.optional(z.nullable(z.number())),
  /** Sizes of the rings of single bonds, which take several forms. */
  saturated_rings: z.optional(z.array(z.number())),
  undefined_stereocentres: z._default(
    z.array(z.looseObject({ atom: z.string(), index: z.number(), kind: z.string() })),
    [],
  ),
  stereoisomers: z._default(z.array(z.string()), []),
  error: optionalNull(ConversionError),
  molecule: optionalNull(Molecule),
});
export type SmilesInspection = z.infer<typeof SmilesInspection>;
export const SmilesConversion = z.looseObject({ results: z.array(SmilesInspection) });

export const FileConversion = z.looseObject({
  molecules: z.array(
    z.looseObject({
      name: optionalNull(z.string()),
      molecule: Molecule,
      smiles: optionalNull(z.string()),
      /** Atoms (from 1) that the file holds where they are: "Selective dynamics" of a POSCAR. */
      fixed_atoms: z.optional(z.array(z.int())),
    }),
  ),
  /** Lines that were left out, each with its reason: SMILES of a list that could not be read, atoms of a PDB file in alternate places. */
  failed: z._default(
    z.array(z.looseObject({ line: z.int(), detail: z.string(), position: optionalNull(z.number()) })),
    [],
  ),
});
export type FileConversion = z.infer<typeof FileConversion>;

/** Canonical SMILES perceived from coordinates; a molecule in which none could be perceived carries its error. */
export const PerceivedSmiles = z.looseObject({
  smiles: optionalNull(z.string()),
  perceived: z.boolean(),
  error: optionalNull(z.looseObject({ detail: z.string(), field: optionalNull(z.string()) })),
});
export type PerceivedSmiles = z.infer<typeof PerceivedSmiles>;
export const MoleculesConversion = z.looseObject({ results: z.array(PerceivedSmiles) });
export type MoleculesConversion = z.infer<typeof MoleculesConversion>;

/**
 * A molecule with its atoms in the order of the template. `order[i]` is the 0-based place in the molecule as given of the atom that is at place i now;
 * `rmsd` in Å, over all atoms after superposition. One that does not have the template's bonds carries its error.
 */
export const ReorderedMolecule = z.looseObject({
  molecule: optionalNull(Molecule),
  order: optionalNull(z.array(z.int())),
  rmsd: optionalNull(z.number()),
  error: optionalNull(z.looseObject({ detail: z.string(), field: optionalNull(z.string()) })),
});
export type ReorderedMolecule = z.infer<typeof ReorderedMolecule>;
export const Reordering = z.looseObject({ results: z.array(ReorderedMolecule) });

/** A compound of PubChem by number or name; `other_cids` have the same name. One that is not known carries its error. */
export const PubchemCompound = z.looseObject({
  identifier: z.string(),
  cid: optionalNull(z.int()),
  name: optionalNull(z.string()),
  smiles: optionalNull(z.string()),
  other_cids: z._default(z.array(z.int()), []),
  molecule: optionalNull(Molecule),
  error: optionalNull(ConversionError),
});
export type PubchemCompound = z.infer<typeof PubchemCompound>;
export const PubchemConversion = z.looseObject({ results: z.array(PubchemCompound) });

/** The polymers of an entry of the Protein Data Bank, chains by their authors' names. */
export const PdbSequences = z.looseObject({
  pdb_id: z.string(),
  sequences: z.array(
    z.looseObject({
      kind: z.enum(['protein', 'dna', 'rna', 'other']),
      sequence: z.string(),
      chains: z.array(z.string()),
      name: optionalNull(z.string()),
    }),
  ),
});
export type PdbSequences = z.infer<typeof PdbSequences>;

/** Bodies of the conversion calls. */
export const SmilesBody = z.object({ smiles: z.array(z.string()).check(z.minLength(1), z.maxLength(50)) });
export const MoleculesBody = z.object({
  molecules: z.array(Molecule).check(z.minLength(1), z.maxLength(batchSizes.moleculesToSmiles)),
});
export const FileBody = z.object({ filename: z.string().check(z.maxLength(500)), text: z.string() });
export const MoleculeFileBody = z.object({
  molecules: z.array(Molecule).check(z.minLength(1)),
  filetype: z.optional(z.string()),
  comments: z.optional(z.array(z.string())),
});
/** One molecule, for the call that answers with one SMILES or refuses. */
export const MoleculeBody = z.object({ molecule: Molecule });
export const ReorderBody = z.object({
  template: Molecule,
  molecules: z.array(Molecule).check(z.minLength(1), z.maxLength(1000)),
});
export const PubchemBody = z.object({
  identifiers: z.array(z.string()).check(z.minLength(1), z.maxLength(batchSizes.smilesToMolecules)),
});
