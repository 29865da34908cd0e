import type { Problem } from '../../../chemistry/problem.ts';
import type { Change, Resolved } from '../../../methods/resolution.ts';
import type { ChainData, MultistageOptimizationSettings } from './multistage-optimization.ts';

/** Keys of a chain that a type may not take. */
type Refused = 'constraints' | 'transition_state' | 'solvent' | 'xtb_preopt' | 'frequencies';

const refusedWords: Record<Refused, string> = {
  constraints: 'constraints',
  transition_state: 'transition states',
  solvent: 'a solvent',
  xtb_preopt: 'a preoptimization',
  frequencies: 'frequencies',
};
const open = { constraints: [], transition_state: false, solvent: null, xtb_preopt: false, frequencies: false };

function isAsked(data: Pick<ChainData, Refused>, key: Refused): boolean {
  const value = data[key];
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Options of a chain that a type does not take, each as a problem of its field: nothing that was asked for is left out in silence. */
export function refusedOptions(data: ChainData, refused: readonly Refused[], title: string): Problem[] {
  return refused
    .filter((key) => isAsked(data, key))
    .map((field) => ({ field, detail: `${title} does not take ${refusedWords[field]}.` }));
}

/** A resubmission without the options that a type does not take, with the list of them. */
export function withoutRefusedOptions<Data extends ChainData>(
  data: Data,
  refused: readonly Refused[],
  title: string,
): Resolved<Data> {
  const changes = refused
    .filter((key) => isAsked(data, key))
    .map(
      (what): Change => ({
        what,
        kind: 'dropped',
        from: data[what],
        to: open[what],
        reason: `${title} does not take ${refusedWords[what]}.`,
      }),
    );
  return { value: { ...data, ...Object.fromEntries(changes.map(({ what, to }) => [what, to])) }, changes };
}

/**
 * Lists what is wrong with a chain that runs in manual mode: no level at all, frequencies without an optimization, or a solvent beside levels that do
 * not have it. `place` is where the chain is in the data.
 */
export function manualProblems(chain: MultistageOptimizationSettings, place: string): Problem[] {
  if (chain.mode !== 'manual') return [];
  const levels = [...chain.optimization_settings, ...(chain.singlepoint_settings ? [chain.singlepoint_settings] : [])];
  if (levels.length === 0) {
    return [{ field: place, detail: 'Manual mode needs at least one optimization or single point.' }];
  }
  const found: Problem[] = [];
  if (chain.frequencies && chain.optimization_settings.length === 0) {
    found.push({ field: 'frequencies', detail: 'Frequencies need an optimization before them.' });
  }
  if (chain.solvent && !levels.some(({ solvent_settings }) => solvent_settings?.solvent === chain.solvent)) {
    found.push({
      field: 'solvent',
      detail: `In manual mode the solvent is a setting of each level, and none of them has ${chain.solvent}. Choose it there, or leave this one empty.`,
    });
  }
  return found;
}
