import type { MeasuredQuantity } from '../../entities/applied-calibration.ts';
import type { WorkflowData } from '../definition.ts';

/** A unit of another scale, by which a list of values is recognised, and what to do with it. */
interface ForeignUnit {
  unit: RegExp;
  advice: string;
}

/** What a set of measured values of one quantity must look like, and what computes the quantity. */
export interface QuantityFacts {
  title: string;
  /** Unit as it is printed; empty where there is none. */
  unit: string;
  /** Spellings of the unit that are taken. */
  units: RegExp;
  foreign: readonly ForeignUnit[];
  /** Values outside are impossible. */
  possible: readonly [lowest: number, highest: number];
  /** Where such values usually lie: a list that mostly does not is of another scale. */
  usual: readonly [lowest: number, highest: number];
  /** What a list that mostly lies elsewhere may be. */
  otherScale: string;
  type: string;
  /** Settings that the values are computed with where nobody chose others. */
  data: WorkflowData;
  /** Rows are nuclei of a molecule, named by their atom. */
  perAtom: boolean;
}

const plain = /^(?:|-|1|none|unitless|log(?:10)? ?units?)$/i;
const percent: ForeignUnit = { unit: /^%$/, advice: 'Give the logarithm, not a percentage.' };

const volt = {
  unit: 'V',
  units: /^V(?: ?(?:vs\.?|against) ?(?:SHE|NHE))?$/i,
  foreign: [
    { unit: /^mV/i, advice: 'Divide the values by 1000.' },
    {
      unit: /SCE|Ag|Fc|ferroc/i,
      advice:
        'Our potentials are against the standard hydrogen electrode: add the potential of your electrode in acetonitrile to the values and give the unit "V vs. SHE".',
    },
  ],
  possible: [-8, 8],
  usual: [-4.5, 4.5],
  otherScale: 'They look like millivolts: divide them by 1000.',
  type: 'redox_potential',
  perAtom: false,
} as const;

const pka = {
  unit: '',
  units: /^(?:|-|pKa|pH|none|unitless|log(?:10)? ?units?)$/i,
  foreign: [
    { unit: /^(?:Ka|M|mol\/L)$/i, advice: 'Give −log10 of the constant.' },
    { unit: /kcal|kJ|eV/i, advice: 'Give pKa, not a free energy.' },
  ],
  possible: [-30, 60],
  usual: [-12, 40],
  otherScale: 'They are no pKa values.',
  type: 'pka',
  perAtom: false,
} as const;

const shift = {
  unit: 'ppm',
  units: /^ppm$/i,
  foreign: [{ unit: /^k?M?Hz$/i, advice: 'Divide by the frequency of the spectrometer: shifts are in ppm.' }],
  type: 'nmr',
  data: {},
  perAtom: true,
} as const;

/** What is known of each quantity. */
export const quantityFacts: Readonly<Record<MeasuredQuantity, QuantityFacts>> = {
  pka_acid: {
    ...pka,
    title: 'pKa of the strongest acid',
    data: { microscopic_pka_method: 'gfn2_alpb_linear', pka_range: [-12, 40] },
  },
  pka_base: {
    ...pka,
    title: 'pKa of the strongest base',
    data: { microscopic_pka_method: 'gfn2_alpb_linear', pka_range: [-12, 40] },
  },
  log_s: {
    title: 'Solubility in water at 25 °C (log S)',
    unit: 'log10 of mol/L',
    units: /^(?:log(?:10)?[ (]*(?:of )?(?:mol\/L|M)\)?|logS|log S|)$/i,
    foreign: [
      { unit: /^(?:[mµun]?mol\/?L|[mµun]?M)$/i, advice: 'Give log10 of the solubility in mol/L.' },
      {
        unit: /g\/(?:[mµ]?L|dL)|mg\/mL|ppm|%/i,
        advice: 'Divide by the molar mass, then give log10 of the solubility in mol/L.',
      },
      { unit: /^(?:ln|pS|-log)/i, advice: 'Give log10 of mol/L, which is negative for most molecules.' },
    ],
    possible: [-20, 3],
    usual: [-14, 2.1],
    otherScale: 'They look like concentrations and no logarithms: give log10 of the solubility in mol/L.',
    type: 'solubility',
    data: { solubility_method: 'esol_environments', solvents: ['O'], temperatures: [298.15] },
    perAtom: false,
  },
  log_d: {
    title: 'logD at pH 7.4',
    unit: '',
    units: plain,
    foreign: [percent],
    possible: [-15, 20],
    usual: [-8, 12],
    otherScale: 'They look like ratios and no logarithms: give log10 of them.',
    type: 'macropka',
    data: { macropka_method: 'gfn2_alpb_linear' },
    perAtom: false,
  },
  log_p: {
    title: 'logP',
    unit: '',
    units: plain,
    foreign: [percent],
    possible: [-15, 25],
    usual: [-8, 15],
    otherScale: 'They look like ratios and no logarithms: give log10 of them.',
    type: 'logp',
    data: { logp_method: 'environment_ridge_physprop' },
    perAtom: false,
  },
  oxidation_potential: {
    ...volt,
    title: 'Oxidation potential',
    data: { redox_method: 'gfn2_alpb_absolute', oxidation: true, reduction: false },
  },
  reduction_potential: {
    ...volt,
    title: 'Reduction potential',
    data: { redox_method: 'gfn2_alpb_absolute', oxidation: false, reduction: true },
  },
  ccs: {
    title: 'Collision cross section',
    unit: 'Å²',
    units: /^(?:Å|A|angstrom)(?:²|2|\^2)$/i,
    foreign: [{ unit: /^nm(?:²|2|\^2)$/i, advice: 'Multiply the values by 100: 1 nm² is 100 Å².' }],
    possible: [20, 5000],
    usual: [40, 2000],
    otherScale: 'They look like nm²: multiply them by 100.',
    type: 'ion_mobility',
    data: { ccs_method: 'trajectory_n2_inelastic', protonate: true },
    perAtom: false,
  },
  shift_h: {
    ...shift,
    title: '¹H shifts',
    possible: [-60, 60],
    usual: [-5, 20],
    otherScale: 'They look like hertz or shifts of another nucleus.',
  },
  shift_c: {
    ...shift,
    title: '¹³C shifts',
    possible: [-300, 500],
    usual: [-50, 300],
    otherScale: 'They look like hertz or shifts of another nucleus.',
  },
};
