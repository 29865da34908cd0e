import * as z from 'zod/mini';

const count = z._default(z.number(), 0);
const list = <T extends z.core.$ZodType>(entry: T) => z._default(z.array(entry), []);
const named = z.looseObject({ residue: z.string(), name: z.string() });
const changed = z.looseObject({ residue: z.string(), from: z.string(), to: z.string() });
const counts = z.looseObject({ atoms: count, hydrogens: count, residues: count, heterogens: count, waters: count });

/** What compute says of a preparation (`PROTOCOL.md`, `protein`); keys that an older report lacks are empty. */
export const PreparationReport = z.looseObject({
  software: z._default(z.record(z.string(), z.string()), {}),
  before: counts,
  after: counts,
  removed: z._default(
    z.looseObject({
      models: count,
      alternate_locations: count,
      deuterium: count,
      waters: count,
      hydrogens: count,
      heterogens: list(named),
      invalid_hydrogens: list(z.string()),
    }),
    { models: 0, alternate_locations: 0, deuterium: 0, waters: 0, hydrogens: 0, heterogens: [], invalid_hydrogens: [] },
  ),
  replaced_residues: list(changed),
  renamed_residues: list(changed),
  built_residues: list(named),
  open_gaps: list(z.looseObject({ residues: z.string(), count: count, reason: z.string() })),
  added_atoms: list(z.looseObject({ residue: z.string(), name: z.string(), atoms: list(z.string()) })),
  added_hydrogens: count,
  protonation: list(z.looseObject({ residue: z.string(), name: z.string(), state: z.string() })),
  /** Side chains with a pKa or a chosen state. Their state follows the pKa, a person, or (`standard`) the standard pKa and the hydrogens of the file. */
  titration: list(
    z.looseObject({
      residue: z.string(),
      name: z.string(),
      pka: z._default(z.nullable(z.number()), null),
      state: z.string(),
      chosen: z.enum(['pka', 'by_hand', 'standard']),
    }),
  ),
  protonation_model: z._default(z.nullable(z.string()), null),
  relaxation: z._default(
    z.nullable(z.looseObject({ force_field: z.string(), before_kj_mol: z.number(), after_kj_mol: z.number() })),
    null,
  ),
  without_hydrogens: list(z.string()),
  deviations: list(z.looseObject({ what: z.string(), reason: z.string() })),
});
export type PreparationReport = z.output<typeof PreparationReport>;
