import * as z from 'zod/mini';

/** Most characters of a SMILES or SMARTS that is searched for. */
export const longestStructureText = 2000;

/** Tanimoto coefficient from which molecules count as similar where none is given. */
export const usualSimilarity = 0.5;

/** A search by structure: one of the three ways. */
export const StructureQuery = z.object({
  /** SMILES of a molecule; without stereochemistry it means all of its stereoisomers. */
  exact: z.optional(z.string()),
  /** SMARTS, or SMILES of a part of a molecule. */
  substructure: z.optional(z.string()),
  /** SMILES of a molecule that others are compared with. */
  similar_to: z.optional(z.string()),
  /** Lowest Tanimoto coefficient (0 to 1) of Morgan fingerprints of radius 2. */
  min_similarity: z.optional(z.number()),
});
/** What is not asked for may be missing or undefined. */
export type StructureQuery = {
  [Name in keyof z.infer<typeof StructureQuery>]?: z.infer<typeof StructureQuery>[Name] | undefined;
};

/** The molecule of a thing that a search by structure found, and its Tanimoto coefficient where similarity was asked for. */
export const StructureMatch = z.looseObject({ smiles: z.string(), similarity: z.nullable(z.number()) });
export type StructureMatch = z.infer<typeof StructureMatch>;
