import * as z from 'zod/mini';
import { Constraint, Mode, Settings } from '../../../entities/settings.ts';
import { conformersModes } from '../../../methods/conformers-modes.ts';
import { canonicalMethod } from '../../../methods/methods.ts';
import type { ChainMode } from '../../../methods/multistage.ts';
import type { Level } from '../../definition.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';

const standard = conformersModes.rapid;

const methodName = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? (canonicalMethod(value) ?? value) : value)),
  z.string(),
);
const solventName = z.pipe(
  z.transform((value: unknown) => (value === '' ? null : value)),
  z.nullable(z.string()),
);

/** RMSD in Å, energies in kcal/mol; all but method, solvent, transition state and constraints come from the mode. */
const ConformersSettings = z.looseObject({
  num_confs_considered: z._default(z.int(), standard.num_confs_considered),
  num_confs_taken: z._default(z.int(), standard.num_confs_taken),
  rmsd_cutoff: z._default(z.number(), standard.rmsd_cutoff),
  transition_state: z._default(z.boolean(), standard.transition_state),
  final_method: z._default(methodName, standard.final_method),
  solvent: z._default(solventName, standard.solvent),
  max_energy: z._default(z.number(), standard.max_energy),
  constraints: z._default(z.array(Constraint), []),
  num_initial_confs: z.optional(z.int()),
  max_mmff_energy: z.optional(z.number()),
  max_mmff_iterations: z.optional(z.int()),
  gfn: z.optional(z.union([z.string(), z.number()])),
  flags: z.optional(z.string()),
});

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'rapid'),
  settings: z.prefault(ConformersSettings, {}),
});
export type Data = z.output<typeof settings>;

export function modeOf({ mode }: Pick<Data, 'mode'>): ChainMode {
  return mode === 'reckless' || mode === 'careful' || mode === 'meticulous' ? mode : 'rapid';
}

export function isQuick(data: Pick<Data, 'mode'>): boolean {
  return conformersModes[modeOf(data)].gfn === undefined;
}

/** The level without its solvent, which has a rule of its own: the data name no solvent model. */
export function levels({ settings: { final_method, transition_state, constraints } }: Data): Level[] {
  const level = z.parse(Settings, {
    method: final_method,
    tasks: ['optimize'],
    opt_settings: { transition_state, constraints },
  });
  return [{ settings: level, field: 'settings.final_method' }];
}
