import * as z from 'zod/mini';

/**
 * The dictionary shape of a macromolecular structure, as the API's protein data has it. Nulls are compact: an atom's `name` is null when it equals
 * the element symbol, `occupancy` null means 1, `charge` null means 0, `is_hetatm` null means ATOM. Keys that are not listed are kept.
 */

const nullable = <T extends z.core.$ZodType>(schema: T) => z._default(z.nullable(schema), null);
const vector = z.tuple([z.number(), z.number(), z.number()]);

/** An atom: position in Å, B factor in Å² (or pLDDT of a prediction), anisotropic U11 U22 U33 U12 U13 U23 in Å². */
export const PdbAtom = z.looseObject({
  x: z.number(),
  y: z.number(),
  z: z.number(),
  element: z.string(),
  name: nullable(z.string()),
  charge: nullable(z.number()),
  occupancy: nullable(z.number()),
  alt_loc: nullable(z.string()),
  anisotropy: nullable(z.array(z.number())),
  bvalue: z.number(),
  is_hetatm: nullable(z.boolean()),
});
export type PdbAtom = z.infer<typeof PdbAtom>;

/** Atoms by their serial number. */
const atoms = z._default(z.record(z.string(), PdbAtom), {});

/** A residue of a polymer; `number` is its 1-based place among the residues of the chain, not the number in its key. */
export const PdbResidue = z.looseObject({
  name: nullable(z.string()),
  full_name: nullable(z.string()),
  atoms,
  number: z.int(),
});
export type PdbResidue = z.infer<typeof PdbResidue>;

/** A chain: residues by key ("A.16A"), helices and strands as lists of keys, the full sequence in one-letter code (X: non-standard). */
export const PdbPolymer = z.looseObject({
  internal_id: z.string(),
  helices: z._default(z.array(z.array(z.string())), []),
  residues: z._default(z.record(z.string(), PdbResidue), {}),
  sequence: nullable(z.string()),
  strands: z._default(z.array(z.array(z.string())), []),
});
export type PdbPolymer = z.infer<typeof PdbPolymer>;

/** A ligand, ion or sugar; `polymer` names the chain that it belongs to. */
export const PdbNonPolymer = z.looseObject({
  name: z.string(),
  full_name: nullable(z.string()),
  atoms,
  internal_id: z.string(),
  polymer: z.string(),
});
export type PdbNonPolymer = z.infer<typeof PdbNonPolymer>;

export const PdbWater = z.looseObject({
  name: nullable(z.string()),
  full_name: nullable(z.string()),
  atoms,
  internal_id: nullable(z.string()),
  polymer: z.string(),
});
export type PdbWater = z.infer<typeof PdbWater>;

export const PdbModel = z.looseObject({
  polymer: z._default(z.record(z.string(), PdbPolymer), {}),
  non_polymer: z._default(z.record(z.string(), PdbNonPolymer), {}),
  branched: z._default(z.record(z.string(), z.unknown()), {}),
  water: z._default(z.record(z.string(), PdbWater), {}),
});
export type PdbModel = z.infer<typeof PdbModel>;

export const PdbDescription = z.looseObject({
  code: nullable(z.string()),
  title: nullable(z.string()),
  authors: z._default(z.array(z.string()), []),
  classification: nullable(z.string()),
  deposition_date: nullable(z.string()),
  keywords: z._default(z.array(z.string()), []),
});

export const PdbExperiment = z.looseObject({
  expression_system: nullable(z.string()),
  missing_residues: z._default(z.array(z.looseObject({ name: z.string(), id: z.string() })), []),
  source_organism: nullable(z.string()),
  technique: nullable(z.string()),
});

/** A biological assembly. Surface areas in Å², energy in kcal/mol, translation in Å. */
export const PdbAssembly = z.looseObject({
  transformations: z.array(
    z.looseObject({ chains: z.array(z.string()), matrix: z.tuple([vector, vector, vector]), vector }),
  ),
  software: nullable(z.string()),
  buried_surface_area: nullable(z.number()),
  surface_area: nullable(z.number()),
  delta_energy: nullable(z.number()),
  id: z.int(),
});
export type PdbAssembly = z.infer<typeof PdbAssembly>;

/** Unit cell a, b, c in Å and α, β, γ in degrees. */
export const PdbGeometry = z.looseObject({
  assemblies: z._default(z.array(PdbAssembly), []),
  crystallography: z._default(
    z.looseObject({ space_group: nullable(z.string()), unit_cell: nullable(z.array(z.number())) }),
    { space_group: null, unit_cell: null },
  ),
});

/** Resolution in Å. */
export const PdbQuality = z.looseObject({
  resolution: nullable(z.number()),
  rfree: nullable(z.number()),
  rvalue: nullable(z.number()),
});

export const Pdb = z.looseObject({
  description: PdbDescription,
  experiment: PdbExperiment,
  geometry: PdbGeometry,
  models: z._default(z.array(PdbModel), []),
  quality: z._default(PdbQuality, { resolution: null, rfree: null, rvalue: null }),
});
export type Pdb = z.infer<typeof Pdb>;
