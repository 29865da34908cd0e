import type { Domain } from './applicability.ts';
import calibrations from './calibrations.json' with { type: 'json' };
import type { CalibrationLine } from './extensions.ts';

/** A published correction of a bond-dissociation mode: BDE = slope · ΔE + intercept, kcal/mol, with its RMSE against ExpBDE54. */
export interface BondDissociationLine {
  slope: number;
  intercept: number;
  rmse: number;
}

/** Source of the lines of the platform's bond-dissociation modes. */
export const bondDissociationSource =
  'Public documentation of the workflow (bond dissociation energies, ExpBDE54 benchmark)';

/** Lines of the platform's bond-dissociation modes, by the value on the wire. Modes without a line have no published error. */
export const bondDissociationLines: ReadonlyMap<string, BondDissociationLine> = storedLines();

/* @__NO_SIDE_EFFECTS__ */
function storedLines(): Map<string, BondDissociationLine> {
  return new Map(Object.entries(calibrations.bond_dissociation));
}

/** Where those lines may be used: molecules of the elements of our own check set, neutral and with closed shells. */
export const bondDissociationDomain: Domain = {
  elements: [1, 6, 7, 8, 9, 16, 17, 35, 53],
  charges: [0, 0],
  multiplicities: [1],
};

/** Corrected bond-dissociation energy in kcal/mol; null for a mode without a published line. */
export function correctedBondDissociation(mode: string, energyDifference: number): number | null {
  const line = bondDissociationLines.get(mode.toUpperCase());
  return line ? line.slope * energyDifference + line.intercept : null;
}

/** Source of the lines for the platform's hydrogen-bond basicity. */
export const pkbhxSource = 'Public documentation of the workflow (hydrogen-bond acceptor strength, r²SCAN-3c//AIMNet2)';

const rows: [group: string, slope: number, intercept: number, rmse: number, size: number][] = [
  ['Amine', -34.4386, -1.4884, 0.324, 171],
  ['Aromatic N', -52.8126, -3.1376, 0.15, 71],
  ['Imine', -48.4007, -2.3309, 0.236, 28],
  ['Nitrile', -50.1167, -3.2273, 0.198, 28],
  ['N-oxide', -74.3261, -4.4159, 0.589, 16],
  ['Chalcogen oxide', -47.7009, -2.2794, 0.224, 17],
  ['Pnictogen oxide', -61.1141, -3.3839, 0.549, 16],
  ['Carbonyl', -57.2911, -3.5271, 0.208, 128],
  ['Ether/Alcohol', -35.9245, -2.0338, 0.239, 99],
  ['Aromatic O', -35.9245, -2.0338, 0.158, 11],
  ['Thiocarbonyl', -51.8837, -2.2649, 0.384, 10],
  ['Divalent S', -39.1666, -2.1243, 0.127, 17],
  ['Fluorine', -16.4441, -1.254, 0.276, 23],
];

/** Where those lines may be used: neutral molecules with closed shells of the elements of the pKBHX database. */
export const pkbhxDomain: Domain = { elements: [1, 6, 7, 8, 9, 15, 16, 17], charges: [0, 0], multiplicities: [1] };

/** pKBHX lines at r²SCAN-3c//AIMNet2, by group of the acceptor; x is V(min) in Hartree/e. */
export const pkbhxLines: readonly CalibrationLine[] = rows.map(([group, slope, intercept, rmse, size]) => ({
  class: group,
  slope,
  intercept,
  rmse,
  size,
}));
