import { type Mode, modes } from '../entities/settings.ts';

/** Titles of the general modes, in the platform's order. */
export const modeTitles: Readonly<Record<Mode, string>> = {
  auto: 'Auto',
  reckless: 'Reckless',
  rapid: 'Rapid',
  careful: 'Careful',
  meticulous: 'Meticulous',
  debug: 'Debug',
  manual: 'Manual',
};

const chainModes = ['reckless', 'rapid', 'careful', 'meticulous'] as const;

/** Modes that a workflow type takes when it is submitted or resubmitted, the default first. Types without a row take the general modes. */
export const modesByType = {
  conformers: ['rapid', 'reckless', 'careful', 'meticulous'],
  conformer_search: ['rapid', 'reckless', 'careful', 'meticulous', 'manual'],
  tautomers: ['careful', 'reckless', 'rapid'],
  pka: ['careful', 'reckless', 'rapid'],
  redox_potential: ['rapid', 'reckless', 'careful', 'meticulous'],
  multistage_opt: ['rapid', 'reckless', 'careful', 'meticulous'],
  spin_states: ['rapid', 'reckless', 'careful', 'meticulous'],
  irc: ['manual', 'rapid', 'careful', 'meticulous'],
} as const satisfies Record<string, readonly Mode[]>;

/** Modes that a type allows. */
export function modesOf(type: string): readonly Mode[] {
  return Object.hasOwn(modesByType, type) ? modesByType[type as keyof typeof modesByType] : modes;
}

/** Default mode of a type. */
export function defaultModeOf(type: string): Mode {
  return modesOf(type)[0] ?? 'auto';
}

/** Modes that have a fixed chain of methods, cheapest first. */
export const modesWithChain = chainModes;
