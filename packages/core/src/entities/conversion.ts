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
    z.looseObject({ name: optionalNull(z.string()), molecule: Molecule, smiles: optionalNull(z.string()) }),
  ),
});
export type FileConversion = z.infer<typeof FileConversion>;

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
