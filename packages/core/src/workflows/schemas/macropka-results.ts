import * as z from 'zod/mini';
import { numbered } from '../../entities/phrases.ts';
import { optionalNull } from '../../entities/scalars.ts';

const byPH = z._default(z.array(z.tuple([z.number(), z.number()])), []);
/** What a run adds. */
export const MacropkaResults = z.looseObject({
  /** `energy` is in the free-energy units of the model, at pH 0. */
  microstates: z._default(
    z.array(z.looseObject({ smiles: z.string(), energy: optionalNull(z.number()), charge: optionalNull(z.int()) })),
    [],
  ),
  /** One for each step of charge, from the acid to its base. */
  pKa_values: z._default(
    z.array(z.looseObject({ initial_charge: z.int(), final_charge: z.int(), pKa: z.number() })),
    [],
  ),
  isoelectric_point: optionalNull(z.number()),
  /** kcal/mol */
  solvation_energy: optionalNull(z.number()),
  /** Probability that Kp,uu is at least 0.3, between 0 and 1. */
  kpuu_probability: optionalNull(z.number()),
  /** BBB score of Gupta et al., 0 to 6, where it was asked for. */
  bbb_score: optionalNull(z.number()),
  /** Weights between 0 and 1 in the order of `microstates`. */
  microstate_weights_by_pH: z._default(z.array(z.tuple([z.number(), z.array(z.number())])), []),
  logD_by_pH: byPH,
  /** log10(mol/L) */
  aqueous_solubility_by_pH: byPH,
});
export type MacropkaResults = z.output<typeof MacropkaResults>;

/** Identifier of a microstate's structure, from its place counted from 0. */
export const microstateId = (index: number) => `microstate-${index + 1}`;

/** Name of a microstate, from its place counted from 0. */
export const microstateName = (index: number) => numbered('Microstate', index + 1);

/** Reads the results out of an item's data as a whole, without the settings; null where they do not fit. */
export function readMacropkaResults(data: unknown): MacropkaResults | null {
  const read = z.safeParse(MacropkaResults, data ?? {});
  return read.success ? read.data : null;
}
