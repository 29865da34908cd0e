import * as z from 'zod/mini';
import { madeFromOf } from '../../../entities/made-from.ts';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { Mode, Settings } from '../../../entities/settings.ts';
import { orbitalEngines } from '../../../methods/engines.ts';
import { orbitalEngineExtensions } from '../../../methods/extensions.ts';
import { solventsOf } from '../../../methods/solvent-support.ts';
import type { Level, WorkflowInputs } from '../../definition.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { runnableLevel } from '../../parts/levels/single-level.ts';

/** The method that a structure is optimized with before its orbitals are computed. */
export const preoptimizationMethod = 'gfn2_xtb';

const orbitalCount = z._default(z.int().check(z.minimum(0)), 1);

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  settings: z.prefault(Settings, { method: 'b97_3c', engine: 'psi4', mode: 'auto' }),
  compute_density_cube: z._default(z.boolean(), true),
  compute_electrostatic_potential_cube: z._default(z.boolean(), true),
  /** How many occupied and empty orbitals, counted from the gap. */
  compute_num_occupied_orbitals: orbitalCount,
  compute_num_virtual_orbitals: orbitalCount,
  /** Optimization of the structure before its orbitals are computed; `auto` is chosen by where it comes from and by the expected time. */
  preoptimization: z._default(forgivingEnum(['auto', 'none', preoptimizationMethod]), 'auto'),
});
export type Data = z.output<typeof settings>;

export const allowedEngines: readonly string[] = [...orbitalEngines, ...orbitalEngineExtensions];

export const levelOf = ({ settings: level }: Data) => runnableLevel(level, allowedEngines);

/** The optimization before the orbitals, in the solvent that they are computed in where ALPB has it; null where none was asked for. */
export function preoptimizationOf(data: Data): Settings | null {
  if (data.preoptimization !== preoptimizationMethod) return null;
  const solvent = data.settings.solvent_settings?.solvent;
  const known = solvent !== undefined && solventsOf(preoptimizationMethod, 'alpb').includes(solvent);
  return runnableLevel(
    z.parse(Settings, {
      method: preoptimizationMethod,
      tasks: ['optimize'],
      solvent_settings: known ? { solvent, model: 'alpb' } : null,
    }),
  );
}

export function levelsOf(data: Data): Level[] {
  const before = preoptimizationOf(data);
  return [
    ...(before ? [{ settings: before, field: 'preoptimization' }] : []),
    { settings: levelOf(data), field: 'settings.method' },
  ];
}

/** Whether a structure was computed before: it is an item's result, or carries its energy. */
export function isComputed(data: Data, { molecule }: WorkflowInputs): boolean {
  return madeFromOf(data) !== null || molecule === null || molecule.energy !== null;
}
