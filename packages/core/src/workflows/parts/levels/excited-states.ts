import type { Problem } from '../../../chemistry/problem.ts';
import type { Settings } from '../../../entities/settings.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import type { WorkflowInputs } from '../../definition.ts';
import { inputAtomCount } from '../inputs/input-problems.ts';

/** What one calculation takes (`engines/pyscf/excited.py` has the same limits). */
export const mostStates = 50;
export const mostAtoms = 100;

/** Methods with a nonlocal correlation term, for which PySCF has no response. */
const nonlocal: readonly string[] = ['wb97x_v', 'wb97m_v'];

/** Families whose methods have the orbitals that a response needs. */
const families: readonly (string | undefined)[] = ['density functional', 'composite', 'wave function'];

/** How many excited states a level asks for; 0 for none. */
export function excitedStatesOf({ excited_state_settings: excited }: Settings): number {
  return excited?.num_excitations ?? 0;
}

/** The level without settings of excited states that ask for none. */
export function withoutEmptyExcitedStates(level: Settings): Settings {
  if (excitedStatesOf(level) > 0) return level;
  const { excited_state_settings: _none, ...rest } = level;
  return rest;
}

/** Returns what keeps a level from computing its excited states, each with what would do. `field` is the path of the level. */
export function excitedStateProblems(level: Settings, inputs: WorkflowInputs, field: string): Problem[] {
  const count = excitedStatesOf(level);
  if (count === 0) return [];
  const path = `${field}.excited_state_settings`;
  const found: Problem[] = [];
  const multiplicity = inputs.molecule?.multiplicity ?? inputs.inspection?.multiplicity ?? 1;
  if (multiplicity !== 1) {
    found.push({
      field: path,
      detail: `Excited states are computed for closed shells only; this structure has multiplicity ${multiplicity}. Compute the closed-shell ion, or leave out the excited states.`,
    });
  }
  if (count > mostStates) {
    found.push({
      field: `${path}.num_excitations`,
      detail: `At most ${mostStates} excited states are computed at once, not ${count}. Ask for those that the spectrum needs; 20 reach far into the ultraviolet for most molecules.`,
    });
  }
  const atoms = inputAtomCount(inputs);
  if (atoms !== null && atoms > mostAtoms) {
    found.push({
      field: path,
      detail: `Excited states are computed for at most ${mostAtoms} atoms; this structure has ${atoms}. Cut out the part that absorbs and saturate it with hydrogen.`,
    });
  }
  if (!families.includes(methods.get(level.method)?.family)) {
    found.push({
      field: path,
      detail: `${methodTitle(level.method)} gives no excited states. Choose Hartree–Fock or a density functional with a basis set, for instance CAM-B3LYP/def2-SVP.`,
    });
  }
  if (nonlocal.includes(level.method)) {
    found.push({
      field: path,
      detail: `${methodTitle(level.method)} has a nonlocal correlation term for which no excited states are computed. Choose CAM-B3LYP, PBE0 or ωB97X-D3.`,
    });
  }
  if (level.excited_state_settings?.target_root) {
    found.push({
      field: `${path}.target_root`,
      detail: 'Geometries of excited states are not optimized on this server; leave out the target root.',
    });
  }
  return found;
}
