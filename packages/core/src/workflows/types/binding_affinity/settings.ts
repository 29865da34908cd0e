import * as z from 'zod/mini';
import { Pdb } from '../../../chemistry/pdb/schema.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { forgivingEnum, optionalNull } from '../../../entities/scalars.ts';
import { messages } from '../../parts/inputs/input-shapes.ts';

export const kinds = ['single_point_energy', 'gnina', 'aev_plig', 'nesso'] as const;
export type Kind = (typeof kinds)[number];
export const kindTitles: Readonly<Record<Kind, string>> = {
  single_point_energy: 'Energy of the pocket',
  gnina: 'GNINA',
  aev_plig: 'AEV-PLIG',
  nesso: 'Nesso-1',
};

/** Methods of the energies, the public default first. */
export const methods = ['pm6_d3h4x', 'gfn2_xtb'] as const;
export type Method = (typeof methods)[number];
export const methodTitles: Readonly<Record<Method, string>> = { pm6_d3h4x: 'PM6-D3H4X', gfn2_xtb: 'GFN2-xTB' };
/** The model of water that goes with a method. */
export const waterModels: Readonly<Record<Method, string>> = { pm6_d3h4x: 'cosmo2', gfn2_xtb: 'alpb' };

const Level = z.looseObject({
  method: z._default(z.string(), 'pm6_d3h4x'),
  solvent_settings: z._default(z.nullable(z.looseObject({})), { solvent: 'water', model: 'cosmo2' }),
});

export const settings = z.looseObject({
  messages,
  protein: optionalNull(z.union([z.string(), Pdb])),
  /** Residue of the protein that is the ligand; its SMILES is the only one of `ligand_smiles`. */
  ligand_residue_name: optionalNull(z.string()),
  ligand_smiles: z._default(z.array(z.string()), []),
  /** Ligands that lie in the protein, in its coordinates. */
  ligand_structures: z._default(z.array(Molecule), []),
  protein_sequences: z._default(z.array(z.unknown()), []),
  binding_affinity_settings: z.prefault(
    z.looseObject({
      settings_type: z._default(forgivingEnum(kinds), 'single_point_energy'),
      multistage_opt_settings: z.prefault(
        z.looseObject({
          optimization_settings: z._default(z.array(z.unknown()), []),
          singlepoint_settings: z.prefault(Level, {}),
        }),
        {},
      ),
      /** Å around the ligand within which residues belong to the pocket. */
      truncation_radius: z._default(z.nullable(z.number().check(z.positive())), 6),
      truncation_residues: optionalNull(z.array(z.unknown())),
    }),
    {},
  ),
});
export type Data = z.output<typeof settings>;

const base = 'binding_affinity_settings';
export const paths = {
  kind: `${base}.settings_type`,
  optimization: `${base}.multistage_opt_settings.optimization_settings`,
  level: `${base}.multistage_opt_settings.singlepoint_settings`,
  radius: `${base}.truncation_radius`,
} as const;

export const methodOf = (data: Data): string =>
  data.binding_affinity_settings.multistage_opt_settings.singlepoint_settings.method;

/** The largest pocket that makes sense (Å). */
export const largestRadius = 12;
