import * as z from 'zod/mini';
import { Molecule } from './molecule.ts';
import { Name } from './name.ts';
import { optionalNull } from './scalars.ts';
import { StructureMatch } from './structure-query.ts';

/** A structure that a project keeps for its workflows: a SMILES, a geometry or both. */
export const Structure = z.looseObject({
  uuid: z.string(),
  name: optionalNull(z.string()),
  project_uuid: optionalNull(z.string()),
  created_at: optionalNull(z.string()),
  updated_at: optionalNull(z.string()),
  public: optionalNull(z.boolean()),
  smiles: optionalNull(z.string()),
  molecule: optionalNull(Molecule),
});
export type Structure = z.infer<typeof Structure>;

/** Body of `POST /api/project/{id}/create_structure`. */
export const StructureCreate = z
  .object({
    name: Name,
    smiles: optionalNull(z.string().check(z.minLength(1))),
    molecule: optionalNull(Molecule),
  })
  .check(
    z.refine(({ smiles, molecule }) => smiles !== null || molecule !== null, {
      error: 'a structure needs a SMILES or a geometry',
      path: ['smiles'],
    }),
  );
export type StructureCreate = z.input<typeof StructureCreate>;

/** Body of `POST /api/structure/{uuid}`: what is missing stays. The structure itself does not change: another one is a new one. */
export const StructureUpdate = z.object({
  name: z.optional(Name),
  public: z.optional(z.boolean()),
});
export type StructureUpdate = z.input<typeof StructureUpdate>;

/** `GET /api/project/{id}/get_structures`: one page, newest first. */
export const StructureList = z.looseObject({
  structures: z.array(Structure),
  num_pages: z.int(),
  /** Of a search by structure: the molecule that was found of each. */
  matches: z.optional(z.record(z.string(), StructureMatch)),
});
export type StructureList = z.infer<typeof StructureList>;
