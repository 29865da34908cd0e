import { formulaOf } from '../chemistry/atoms.ts';
import type { CalculationProvenance } from '../entities/provenance.ts';
import type { Settings } from '../entities/settings.ts';
import { canonicalBasisSet } from './basis-sets.ts';
import { engineTitle } from './engines.ts';
import { compositeBasisSets } from './method-traits.ts';
import { methodTitle } from './methods.ts';

/** Quantities that depend on temperature need its match too; a free energy also that of the standard state. */
export type ComparedQuantity = 'energy' | 'enthalpy' | 'free_energy';

/** What an energy rests on. Null is "not recorded", which never counts as a match; an absent basis set, solvent or correction is an empty text. */
export interface EnergyBasis {
  formula: string;
  charge: number;
  method: string;
  basisSet: string;
  solvent: string;
  corrections: string;
  engine: string | null;
  engineVersion: string | null;
  /** K */
  temperature: number | null;
  /** mol/L */
  concentration: number | null;
  /** Low-frequency treatment: scheme, cutoff in cm⁻¹ and scaling factor in one text. */
  thermochemistry: string | null;
}

/** Returns what the energy of a calculation rests on: what ran, where that was recorded, else what its settings say. */
export function energyBasis(
  molecule: { atoms: readonly { atomic_number: number }[]; charge: number },
  settings: Settings,
  provenance: CalculationProvenance | null = null,
): EnergyBasis {
  const method = provenance?.ran.method ?? settings.method;
  const { basis_set, solvent_settings, thermochem_settings } = settings;
  const basisName = compositeBasisSets.get(method) ?? basis_set?.name ?? '';
  const record = provenance?.thermochemistry;
  const cutoff = record?.cutoff_frequency ?? thermochem_settings.cutoff_frequency;
  const scaling = record?.scaling_factor ?? thermochem_settings.scaling_factor;
  return {
    formula: formulaOf(molecule.atoms),
    charge: molecule.charge,
    method,
    basisSet: canonicalBasisSet(basisName) ?? basisName.toLowerCase(),
    solvent: solvent_settings ? `${solvent_settings.model.toLowerCase()}(${solvent_settings.solvent})` : '',
    corrections: [...settings.corrections].sort().join(', '),
    engine: provenance?.ran.engine ?? settings.engine,
    engineVersion: provenance?.ran.engine_version ?? null,
    temperature: record?.temperature ?? thermochem_settings.temperature,
    concentration: thermochem_settings.concentration,
    thermochemistry: `${record?.scheme ?? 'scheme not recorded'}, cutoff ${cutoff} cm⁻¹, scaling ${scaling}`,
  };
}

/** The answer: whether a difference may be shown, and every reason why not, as text. */
export interface Comparability {
  comparable: boolean;
  reasons: string[];
}

type Key = keyof EnergyBasis;
const always: Key[] = ['formula', 'charge', 'method', 'basisSet', 'solvent', 'corrections', 'engine', 'engineVersion'];
const keysOf: Record<ComparedQuantity, Key[]> = {
  energy: always,
  enthalpy: [...always, 'temperature', 'thermochemistry'],
  free_energy: [...always, 'temperature', 'thermochemistry', 'concentration'],
};
const names: Record<Key, string> = {
  formula: 'formula',
  charge: 'charge',
  method: 'method',
  basisSet: 'basis set',
  solvent: 'solvent',
  corrections: 'correction',
  engine: 'engine',
  engineVersion: 'engine version',
  temperature: 'temperature',
  concentration: 'standard state',
  thermochemistry: 'thermochemistry',
};

/**
 * Whether the difference of two energies means anything: formula, charge, method, basis set, solvent, corrections and engine with version must match;
 * for enthalpies the temperature and the low-frequency treatment too, for free energies also the standard state.
 */
export function comparable(a: EnergyBasis, b: EnergyBasis, quantity: ComparedQuantity): Comparability {
  const reasons = keysOf[quantity].flatMap((key) => {
    const [first, second] = [a[key], b[key]];
    if (first === null || second === null)
      return [`The ${names[key]} is not recorded${first === second ? '' : ' for one of them'}.`];
    return same(first, second)
      ? []
      : [`The ${names[key]} differs: ${inWords(key, first)} and ${inWords(key, second)}.`];
  });
  return { comparable: reasons.length === 0, reasons };
}

function same(first: string | number, second: string | number): boolean {
  if (typeof first === 'number' && typeof second === 'number')
    return Math.abs(first - second) <= 1e-9 * Math.abs(first);
  return first === second;
}

function inWords(key: Key, value: string | number): string {
  switch (key) {
    case 'charge':
      return Number(value) > 0 ? `+${value}` : String(value).replace('-', '\u2212');
    case 'method':
      return methodTitle(String(value));
    case 'engine':
      return engineTitle(String(value));
    case 'temperature':
      return `${value} K`;
    case 'concentration':
      return `${value} mol/L`;
    default:
      return value === '' ? 'none' : String(value);
  }
}
