import type { SettingsInput } from '../entities/settings.ts';
import { methodExtensions } from './extensions.ts';
import { type ChainMode, multistageSettings } from './multistage.ts';

/** A mode of the bond-dissociation workflow: the value on the wire and what the form calls it. */
export interface BondDissociationMode {
  value: string;
  title: string;
  /** Offered in the form; the others are read in stored items. */
  offered: boolean;
}

/** Modes, the default first. */
export const bondDissociationModes: readonly BondDissociationMode[] = [
  { value: 'OMOL25_CONSERVING_S', title: 'Rapid NNP', offered: true },
  { value: 'G_XTB//GFN2_XTB', title: 'Rapid Semiempirical', offered: true },
  { value: 'R2SCAN3C//GFN2_XTB', title: 'Careful DFT', offered: true },
  { value: 'G_XTB', title: 'g-xTB', offered: false },
  { value: 'reckless', title: 'Reckless', offered: false },
  { value: 'rapid', title: 'Rapid', offered: false },
  { value: 'careful', title: 'Careful', offered: false },
  { value: 'meticulous', title: 'Meticulous', offered: false },
];

const optimize = (method: string, frequencies: boolean): SettingsInput => ({
  method,
  tasks: frequencies ? ['optimize', 'frequencies'] : ['optimize'],
});
const energy = (method: string, basisSet: string | null): SettingsInput => ({
  method,
  tasks: ['energy'],
  ...(basisSet ? { basis_set: { name: basisSet } } : {}),
});

type Chain = [optimization: string, singlePoint: string | null, basisSet?: string | null, frequencies?: boolean];
const chains: Readonly<Record<string, Chain>> = {
  OMOL25_CONSERVING_S: ['omol25_conserving_s', null],
  G_XTB: ['g_xtb', null],
  'G_XTB//GFN2_XTB': ['gfn2_xtb', 'g_xtb'],
  'R2SCAN3C//GFN2_XTB': ['gfn2_xtb', 'r2scan_3c'],
  R2SCAN3C_GFN2_BY_CLASS: ['gfn2_xtb', 'r2scan_3c', null, true],
  GFN2_BOND_TYPE: ['gfn2_xtb', null],
  B3LYP_631GD_GFN2_LINEAR: ['gfn2_xtb', 'b3lyp', '6-31G(d)'],
};

/** Modes of our own, calibrated on other levels of theory (`extensions.ts`): offered beside the platform's. */
export const bondDissociationExtensions: readonly BondDissociationMode[] = methodExtensions
  .filter(({ type, enumeration, value }) => type === 'bde' && enumeration === 'mode' && value.toUpperCase() in chains)
  .map(({ value, title }) => ({ value, title, offered: true }));

interface BondDissociationChain {
  optimization_settings: SettingsInput[];
  singlepoint_settings: SettingsInput | null;
  /** Whether the fragments are relaxed; reckless keeps them as they break off. */
  optimizeFragments: boolean;
}

/** Methods of a mode, in the order that they run; null for a value that is no mode. */
export function bondDissociationChain(value: string): BondDissociationChain | null {
  const chain = chains[value.toUpperCase()];
  if (chain) {
    const [optimization, singlePoint, basisSet = null, frequencies = false] = chain;
    return {
      optimization_settings: [optimize(optimization, frequencies)],
      singlepoint_settings: singlePoint ? energy(singlePoint, basisSet) : null,
      optimizeFragments: true,
    };
  }
  const mode = value.toLowerCase();
  if (!isChainMode(mode)) return null;
  const { optimization_settings, singlepoint_settings } = multistageSettings(mode, {
    solvent: null,
    xtbPreoptimization: false,
    frequencies: false,
    transitionState: false,
    constraints: [],
  });
  return { optimization_settings, singlepoint_settings, optimizeFragments: mode !== 'reckless' };
}

function isChainMode(mode: string): mode is ChainMode {
  return mode === 'reckless' || mode === 'rapid' || mode === 'careful' || mode === 'meticulous';
}
