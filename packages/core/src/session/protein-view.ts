import * as z from 'zod/mini';
import { forgivingField as field } from './forgiving-field.ts';

/** How a chain is drawn. */
export const proteinForms = ['cartoon', 'trace', 'stick', 'line', 'sphere'] as const;
export type ProteinForm = (typeof proteinForms)[number];

/** What a chain is coloured by; `b-factor` is the confidence where the structure is a prediction. */
export const proteinColourings = ['chain', 'residue', 'secondary-structure', 'element', 'b-factor'] as const;
export type ProteinColouring = (typeof proteinColourings)[number];

export const proteinSurfaces = ['none', 'molecular', 'solvent-accessible'] as const;
export type ProteinSurface = (typeof proteinSurfaces)[number];

/** Which hydrogens are drawn; polar ones are those that are not bonded to carbon. */
export const shownHydrogens = ['all', 'polar', 'none'] as const;
export type ShownHydrogens = (typeof shownHydrogens)[number];

/** Chains by their letters; what an address says beyond that is not kept. */
const chain = z.string().check(z.maxLength(12));

/** How a macromolecule is looked at: what the dialog *Manage protein view* sets. */
export const ProteinView = z.object({
  hiddenChains: field(z.array(chain), []),
  form: field(z.enum(proteinForms), 'cartoon'),
  /** Chains that are drawn in another form than the rest. */
  chainForms: field(z.record(chain, z.enum(proteinForms)), {}),
  colouring: field(z.enum(proteinColourings), 'chain'),
  /** Colours of chains (`#rrggbb`) in place of the usual ones. */
  chainColours: field(z.record(chain, z.string().check(z.regex(/^#[0-9a-f]{6}$/i))), {}),
  surface: field(z.enum(proteinSurfaces), 'none'),
  surfaceOpacity: field(z.number().check(z.minimum(0.1), z.maximum(1)), 0.7),
  waters: field(z.boolean(), false),
  ions: field(z.boolean(), true),
  ligands: field(z.boolean(), true),
  /** Residues within 5 Å of a ligand are drawn as sticks too. */
  pocket: field(z.boolean(), false),
  hydrogens: field(z.enum(shownHydrogens), 'polar'),
});
export type ProteinView = z.infer<typeof ProteinView>;
