import type { Constraint, SettingsInput } from '../entities/settings.ts';

/** Modes that have a fixed chain of methods. */
export type ChainMode = 'reckless' | 'rapid' | 'careful' | 'meticulous';

interface Chain {
  optimizations: string[];
  preoptimization: string | null;
  singlePoint: { method: string; basisSet?: string; solventModel: string };
}

const chains: Record<ChainMode, Chain> = {
  reckless: {
    optimizations: ['gfn_ff'],
    preoptimization: null,
    singlePoint: { method: 'gfn2_xtb', solventModel: 'cpcmx' },
  },
  rapid: {
    optimizations: ['gfn2_xtb'],
    preoptimization: 'gfn0_xtb',
    singlePoint: { method: 'r2scan_3c', solventModel: 'cpcm' },
  },
  careful: {
    optimizations: ['r2scan_3c'],
    preoptimization: 'gfn2_xtb',
    singlePoint: { method: 'wb97x_3c', solventModel: 'cpcm' },
  },
  meticulous: {
    optimizations: ['r2scan_3c', 'wb97x_3c'],
    preoptimization: 'gfn2_xtb',
    singlePoint: { method: 'wb97m_d3bj', basisSet: 'def2-TZVPPD', solventModel: 'cpcm' },
  },
};

/** What a chain is made for besides its mode. */
export interface ChainOptions {
  solvent: string | null;
  xtbPreoptimization: boolean;
  frequencies: boolean;
  transitionState: boolean;
  constraints: Constraint[];
}

/** Settings of a multistage optimization in the order that they run, single point last; the solvent acts in the single point only. */
export function multistageSettings(mode: ChainMode, options: ChainOptions) {
  const chain = chains[mode];
  const { solvent, transitionState, frequencies } = options;
  const constraints = transitionState ? [] : options.constraints;
  const methods = [
    ...(options.xtbPreoptimization && chain.preoptimization ? [chain.preoptimization] : []),
    ...chain.optimizations,
  ];
  const optimization = methods.map((method, index): SettingsInput => {
    const last = index === methods.length - 1;
    return {
      method,
      tasks: last && frequencies ? ['optimize', 'frequencies'] : ['optimize'],
      opt_settings: { constraints, transition_state: last && transitionState },
    };
  });
  const { method, basisSet, solventModel } = chain.singlePoint;
  const singlePoint: SettingsInput = {
    method,
    basis_set: basisSet ? { name: basisSet } : null,
    tasks: ['energy', 'charge', 'dipole'],
    solvent_settings: solvent ? { solvent, model: solventModel } : null,
  };
  return { mode, optimization_settings: optimization, singlepoint_settings: singlePoint };
}
