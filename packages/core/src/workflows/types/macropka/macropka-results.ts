import * as z from 'zod/mini';
import { numbered } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';

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
  /** log10(mol/L) of the pure compound, which no value by pH exceeds. */
  aqueous_solubility_limit: optionalNull(z.number()),
  /** RMSE of the solubility of the neutral form in log10(mol/L); null where the equation was not fitted to such molecules. */
  aqueous_solubility_uncertainty: optionalNull(z.number()),
});
export type MacropkaResults = z.output<typeof MacropkaResults>;

/** Whether a log S is the highest that is given: the concentration of the pure compound. More dissolves then, or a salt sets the limit. */
export function isAtSolubilityLimit(logS: number, { aqueous_solubility_limit: limit }: MacropkaResults): boolean {
  return limit !== null && logS >= limit;
}

/** log S by pH up to the concentration of the pure compound: beyond it nothing is drawn. */
export function solubilityBelowLimit(data: MacropkaResults): MacropkaResults['aqueous_solubility_by_pH'] {
  return data.aqueous_solubility_by_pH.filter(([, logS]) => !isAtSolubilityLimit(logS, data));
}

/** Identifier of a microstate's structure, from its place counted from 0. */
export const microstateId = (index: number) => `microstate-${index + 1}`;

/** Name of a microstate, from its place counted from 0. */
export const microstateName = (index: number) => numbered('Microstate', index + 1);

/** Reads the results out of an item's data as a whole, without the settings; null where they do not fit. */
export function readMacropkaResults(data: unknown): MacropkaResults | null {
  const read = z.safeParse(MacropkaResults, data ?? {});
  return read.success ? read.data : null;
}

/** A curve that never comes above this weight is not drawn: it would lie on the axis. */
const lowestDrawn = 0.002;
/** A curve gets its number where it comes above this weight. */
const lowestNamed = 0.05;

/** Populations in percent against pH of the microstates that are there at some pH; `name` is the number of those that are common. */
export function populationCurves({ microstates, microstate_weights_by_pH: grid }: MacropkaResults) {
  return microstates.flatMap((_, index) => {
    const points = grid.map(([pH, weights]) => [pH, (weights[index] ?? 0) * 100] as const);
    const highest = Math.max(0, ...points.map(([, percent]) => percent)) / 100;
    return highest < lowestDrawn ? [] : [{ index, name: highest < lowestNamed ? null : String(index + 1), points }];
  });
}
