import { ic50, pIC50 } from './derived-values.ts';
import { type RatingRule, scoreRules, strainLimits } from './ratings.ts';

/** Where the value of a saved column is read. */
type Data = Readonly<Record<string, unknown>>;

/** What a saved column reads from: the item's data, and its last molecule where one was loaded. */
export interface PropertySource {
  data: Data;
  molecule: Data | null;
}

/** A property that can be saved as a column of a folder. */
export interface SavedProperty {
  id: string;
  title: string;
  unit: string | null;
  /** Decimals; null for a word (PoseBusters validity). */
  precision: number | null;
  /** Workflow types that have it, in the API's spelling; `null` for every type with a calculation. */
  types: readonly string[] | null;
  rule: RatingRule | null;
  /** The engine of the stage that computes it, where that is not the last stage of a run. */
  engine?: string;
  read: (source: PropertySource) => number | boolean | null;
}

function at(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? (value as Data)[key] : undefined),
      data,
    );
}

function numberAt(data: unknown, path: string): number | null {
  const value = at(data, path);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

const fromData =
  (path: string) =>
  ({ data }: PropertySource) =>
    numberAt(data, path);
const fromMolecule =
  (path: string) =>
  ({ molecule }: PropertySource) =>
    numberAt(molecule, path);

/** Energy of the molecule plus a correction, Hartree; null unless both are there. */
const total =
  (correction: string) =>
  ({ molecule }: PropertySource): number | null => {
    const [energy, added] = [numberAt(molecule, 'energy'), numberAt(molecule, correction)];
    return energy === null || added === null ? null : energy + added;
  };

const affinity =
  (convert: (predicted: number) => number) =>
  ({ data }: PropertySource): number | null => {
    const predicted = numberAt(data, 'affinity_score.pred_value');
    return predicted === null ? null : convert(predicted);
  };

function lowestIn(values: unknown, read: (entry: unknown) => number | null): number | null {
  if (!Array.isArray(values)) return null;
  const numbers = values.map(read).filter((value) => value !== null);
  return numbers.length > 0 ? Math.min(...numbers) : null;
}

const strainRule: RatingRule = { kind: 'below', ...strainLimits };
const cofolding = ['protein_cofolding'];
const energies = { unit: 'Hartree', precision: 6, types: null, rule: null };

/** The catalogue of saved columns. */
export const savedProperties: readonly SavedProperty[] = [
  { id: 'energy', title: 'Energy', ...energies, read: fromMolecule('energy') },
  { id: 'zero_point_energy', title: 'Zero-point energy', ...energies, read: fromMolecule('zero_point_energy') },
  {
    id: 'thermal_energy_corr',
    title: 'Thermal energy correction',
    ...energies,
    read: fromMolecule('thermal_energy_corr'),
  },
  {
    id: 'thermal_enthalpy_corr',
    title: 'Thermal enthalpy correction',
    ...energies,
    read: fromMolecule('thermal_enthalpy_corr'),
  },
  {
    id: 'thermal_free_energy_corr',
    title: 'Thermal free-energy correction',
    ...energies,
    read: fromMolecule('thermal_free_energy_corr'),
  },
  { id: 'total_enthalpy', title: 'Total enthalpy', ...energies, read: total('thermal_enthalpy_corr') },
  { id: 'gibbs_free_energy', title: 'Gibbs free energy', ...energies, read: total('thermal_free_energy_corr') },
  {
    id: 'solvation_energy',
    title: 'Solvation energy',
    unit: 'kcal/mol',
    precision: 2,
    types: ['macropka'],
    rule: null,
    read: fromData('solvation_energy'),
  },
  {
    id: 'bbb_penetrance',
    title: 'BBB penetrance',
    unit: null,
    precision: 2,
    types: ['macropka'],
    rule: scoreRules.bbb_penetrance,
    read: fromData('kpuu_probability'),
  },
  {
    id: 'ptm',
    title: 'pTM',
    unit: null,
    precision: 2,
    types: cofolding,
    rule: scoreRules.ptm,
    read: fromData('scores.ptm'),
  },
  {
    id: 'iptm',
    title: 'ipTM',
    unit: null,
    precision: 2,
    types: cofolding,
    rule: scoreRules.iptm,
    read: fromData('scores.iptm'),
  },
  {
    id: 'plddt',
    title: 'pLDDT',
    unit: null,
    precision: 2,
    types: cofolding,
    rule: scoreRules.plddt,
    read: fromData('scores.avg_lddt'),
  },
  {
    id: 'confidence_score',
    title: 'Confidence score',
    unit: null,
    precision: 2,
    types: cofolding,
    rule: scoreRules.confidence_score,
    read: fromData('scores.confidence_score'),
  },
  {
    id: 'affinity_probability',
    title: 'Affinity probability',
    unit: null,
    precision: 2,
    types: cofolding,
    rule: scoreRules.affinity_probability,
    read: fromData('affinity_score.probability_binary'),
  },
  {
    id: 'ic50',
    title: 'Predicted IC50',
    unit: 'µmol/L',
    precision: 2,
    types: cofolding,
    rule: null,
    read: affinity((predicted) => ic50(predicted) * 1e6),
  },
  {
    id: 'pic50',
    title: 'Predicted pIC50',
    unit: null,
    precision: 2,
    types: cofolding,
    rule: null,
    read: affinity(pIC50),
  },
  {
    id: 'oxidation_potential',
    title: 'Oxidation potential',
    unit: 'V',
    precision: 2,
    types: ['redox_potential'],
    rule: null,
    read: fromData('oxidation_potential'),
  },
  {
    id: 'reduction_potential',
    title: 'Reduction potential',
    unit: 'V',
    precision: 2,
    types: ['redox_potential'],
    rule: null,
    read: fromData('reduction_potential'),
  },
  {
    id: 'collisional_cross_section',
    title: 'Collisional cross section',
    unit: 'Å²',
    precision: 2,
    types: ['ion_mobility'],
    rule: null,
    read: fromData('average_ccs'),
  },
  {
    id: 'strain',
    title: 'Strain',
    unit: 'kcal/mol',
    precision: 2,
    types: ['strain', 'protein_cofolding'],
    rule: strainRule,
    read: fromData('strain'),
  },
  {
    id: 'posebusters_valid',
    title: 'PoseBusters valid',
    unit: null,
    precision: null,
    types: cofolding,
    rule: null,
    read: ({ data }) => (typeof data.posebusters_valid === 'boolean' ? data.posebusters_valid : null),
  },
  {
    id: 'isoelectric_point',
    title: 'Isoelectric point',
    unit: 'pH',
    precision: 2,
    types: ['macropka'],
    rule: null,
    read: fromData('isoelectric_point'),
  },
  {
    id: 'docking_score',
    title: 'Lowest docking score',
    unit: 'kcal/mol',
    precision: 2,
    types: ['docking'],
    engine: 'vina',
    rule: null,
    read: ({ data }) => lowestIn(data.scores, (entry) => numberAt(entry, 'score')),
  },
  {
    id: 'best_docking_score',
    title: 'Best docking score of the batch',
    unit: 'kcal/mol',
    precision: 2,
    types: ['batch_docking'],
    engine: 'vina',
    rule: null,
    read: ({ data }) =>
      lowestIn(data.best_scores, (entry) => (typeof entry === 'number' && Number.isFinite(entry) ? entry : null)),
  },
];

/** Properties that items of a type can show; the energies go with every type that has a calculation. */
export function savedPropertiesOf(type: string): SavedProperty[] {
  return savedProperties.filter(({ types }) => types === null || types.includes(type));
}

/**
 * The calculation whose last molecule an item's energies are those of; null where it has several and none is the item's own: an ensemble has no one
 * energy.
 * @param stages whether its type computes stages of one structure, of which the last one counts
 * @param calculations the item's calculations in their order
 */
export function energyCalculation<Calculation>(
  stages: boolean,
  calculations: readonly Calculation[],
): Calculation | null {
  return calculations.length === 1 || stages ? (calculations.at(-1) ?? null) : null;
}
