import * as z from 'zod/mini';
import { Pdb } from '../../../chemistry/pdb/schema.ts';
import { forgivingEnum, optionalNull } from '../../../entities/scalars.ts';
import { messages } from '../../parts/inputs/input-shapes.ts';

export const addMissingMethods = ['boltz_2', 'pdbfixer'] as const;
export const addMissingTitles: Readonly<Record<(typeof addMissingMethods)[number], string>> = {
  boltz_2: 'Boltz-2',
  pdbfixer: 'PDBFixer',
};

export const capTitles = {
  ace_nme: 'Acetyl and N-methylamide groups (ACE, NME)',
  terminal_templates: 'Charged ends',
} as const;

export const protonationMethods = ['openmm', 'protonate_utils', 'propka_3'] as const;
export const protonationTitles: Readonly<Record<(typeof protonationMethods)[number], string>> = {
  openmm: 'Standard pKa values (OpenMM)',
  propka_3: 'pKa values in this structure (PROPKA)',
  protonate_utils: 'protonate-utils',
};

/** A choice that a form may leave open: its empty value is none. */
function orNone<const Values extends readonly [string, ...string[]]>(values: Values, standard: Values[number]) {
  const choice = z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(forgivingEnum(values)),
  );
  return z._default(choice, standard as never);
}

export const settings = z.looseObject({
  messages,
  protein: optionalNull(z.union([z.string(), Pdb])),
  /** One-letter sequences by chain, in place of the file's. */
  sequence_overrides: optionalNull(
    z.record(
      z.string(),
      z.pipe(
        z.transform((value: unknown) => value ?? ''),
        z.string(),
      ),
    ),
  ),
  /** What builds missing residues and atoms; null builds nothing. */
  add_missing_method: orNone(addMissingMethods, 'boltz_2'),
  /** What the ends of protein chains get; null leaves them as they are. */
  cap_residues: orNone(['ace_nme', 'terminal_templates'], 'ace_nme'),
  /** Whether modified residues stay; otherwise they become the standard ones that they come from. */
  retain_noncanonical_residues: z._default(z.boolean(), false),
  /** The ligand, by name or by chain and number ("A.301"), around which the new protein gets its pocket. */
  pocket_ligand: optionalNull(z.union([z.string(), z.int().check(z.nonnegative())])),
  /** Ions and ligands that stay, by name or by chain and number; of a ligand its SMILES, from which its hydrogens come. */
  retain_non_polymer: z._default(z.nullable(z.record(z.string(), z.nullable(z.string()))), {
    NA: null,
    CL: null,
    MG: null,
  }),
  protonation_method: z._default(forgivingEnum(protonationMethods), 'openmm'),
  pH: z._default(z.number(), 7.4),
  /** Whether hydrogens of the file stay, with the states that they say. */
  retain_protonation: z._default(z.boolean(), true),
});
export type Data = z.output<typeof settings>;
