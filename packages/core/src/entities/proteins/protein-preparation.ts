import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

/** States of side chains that a preparation can build, by the residue's name, as Amber calls them. */
export const protonationStates = {
  ASP: ['ASP', 'ASH'],
  GLU: ['GLU', 'GLH'],
  HIS: ['HID', 'HIE', 'HIP'],
  LYS: ['LYS', 'LYN'],
  CYS: ['CYS', 'CYM'],
} as const;
export const ProtonationState = z.enum(Object.values(protonationStates).flat());
export type ProtonationState = z.output<typeof ProtonationState>;

const flag = (fallback: boolean) => z._default(z.boolean(), fallback);

/**
 * What a person may choose about the preparation of a protein; the names are those of the query of `POST /api/protein/prepare/{uuid}`, and
 * `POST /api/protein/sanitize/{uuid}` is the same with all defaults.
 */
export const PreparationOptions = z.object({
  /** Build residues that are missing inside a chain; ends that were not observed are never built. */
  find_missing_residues: flag(true),
  /** Add heavy atoms that a residue should have. */
  add_missing_atoms: flag(true),
  /** Make selenomethionine methionine and the like. */
  replace_nonstandard_residues: flag(true),
  /** Drop ligands, ions and sugars that are not part of a chain. */
  remove_heterogens: flag(true),
  keep_waters: flag(false),
  remove_hydrogens: flag(false),
  /** Drop hydrogens that no heavy atom of their residue holds, or that a standard residue has no name for. */
  remove_invalid_hydrogens: flag(true),
  add_hydrogens: flag(true),
  add_hydrogen_ph: z._default(z.number().check(z.minimum(0), z.maximum(14)), 7),
  /** Give Asp, Glu, His, Lys and Cys the state of their pKa in the structure, also where the file has other hydrogens. */
  protonate_by_pka: flag(true),
  /** States chosen by hand, by the residue ("A.361"); in the query of the API they are JSON text. */
  protonation_states: z._default(z.record(z.string(), ProtonationState), {}),
  /** Relax all hydrogens in a force field, heavy atoms held. */
  optimize_hydrogens: flag(true),
});
export type PreparationOptions = z.output<typeof PreparationOptions>;

/**
 * State of the preparation of a protein. The report lists everything that was changed, as `PROTOCOL.md` of compute says: of the preparation that made
 * the present structure, also while a later one is under way, and after one that failed or was stopped.
 */
export const Preparation = z.looseObject({
  state: z.enum(['waiting', 'running', 'done', 'failed', 'stopped']),
  options: PreparationOptions,
  /** What is being done, in a chemist's words. */
  stage: optionalNull(z.string()),
  /** Percent of the whole, 0 to 100. */
  percent: z.number(),
  /** Why it failed or was stopped. */
  message: optionalNull(z.string()),
  report: optionalNull(z.looseObject({})),
  requested_at: optionalNull(z.string()),
  started_at: optionalNull(z.string()),
  ended_at: optionalNull(z.string()),
  /** Whether the structure before all preparation is kept beside the present one. */
  has_original: z.boolean(),
});
export type Preparation = z.infer<typeof Preparation>;

/** Answer of `POST /api/protein/{uuid}/validate_forcefield` where every residue has its parameters. */
export const ForceFieldCheck = z.looseObject({
  valid: z.boolean(),
  force_field: z.string(),
  residues: z.array(z.looseObject({ residue: z.string(), name: z.string(), reason: z.string() })),
});
export type ForceFieldCheck = z.infer<typeof ForceFieldCheck>;
