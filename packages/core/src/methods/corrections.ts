import { engines } from './engines.ts';
import { compositeBasisSets, dispersionBuiltIn } from './method-traits.ts';

/** Dispersion corrections by the name that the API spells. */
export const correctionTitles: ReadonlyMap<string, string> = new Map([
  ['d3bj', 'D3(BJ)'],
  ['d3', 'D3(0)'],
  ['d4', 'D4'],
  ['gcp', 'gCP'],
]);

const uncorrected = new Set([
  ...dispersionBuiltIn,
  ...compositeBasisSets.keys(),
  'skala',
  'orb_v3_conservative_inf_omat',
]);

const exceptions: ReadonlyMap<string, readonly string[]> = new Map([
  ['r2scan/psi4', ['d3bj', 'd4']],
  ['b3lyp/psi4', ['d3bj', 'd4']],
  ['b3lyp/pyscf', ['d3', 'd3bj', 'd4']],
  ['b3lyp/gpu4pyscf', ['d3', 'd3bj', 'd4']],
  ['m06/pyscf', ['d3']],
  ['m06l/pyscf', ['d3']],
  ['m062x/pyscf', ['d3']],
  ['m06/psi4', ['d3']],
  ['m06l/psi4', ['d3']],
  ['m062x/psi4', ['d3']],
]);

/** Corrections that can be added to a method on an engine; empty where the method has its own, or the engine offers none. */
export function correctionsOf(method: string, engine: string): readonly string[] {
  if (uncorrected.has(method)) return [];
  // ORCA is asked for the same corrections as PySCF.
  const name = engine === 'orca' ? 'pyscf' : engine;
  return exceptions.get(`${method}/${name}`) ?? engines.get(name)?.corrections ?? [];
}
