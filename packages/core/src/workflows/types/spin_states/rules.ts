import { angle } from '../../../chemistry/geometry.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import { spinProblem } from '../../../chemistry/spin.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { methods } from '../../../methods/methods.ts';
import { modesByType } from '../../../methods/modes.ts';
import { solvents } from '../../../methods/solvents.ts';
import type { Level, SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { manualProblems, refusedOptions, withoutRefusedOptions } from '../../parts/chains/chain-restrictions.ts';
import { completeModeChain, modeChain, modeChainLevels } from '../../parts/chains/mode-chain.ts';
import { withoutExpansion } from '../../parts/chains/multistage-optimization.ts';
import { constraintProblems } from '../../parts/inputs/constraints.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { engineProblems } from '../../parts/levels/levels.ts';
import { settingsSeconds, together, unrestrictedFactor } from '../../parts/times/expected-times.ts';
import { type Data, title } from './settings.ts';

function stateRules({ states }: Data, { molecule }: WorkflowInputs): Problem[] {
  if (states.length === 0) return [{ field: 'states', detail: 'Choose at least one multiplicity.' }];
  return states.flatMap((state, index): Problem[] => {
    const field = `states.${index}`;
    if (states.indexOf(state) < index) return [{ field, detail: `The multiplicity ${state} occurs twice.` }];
    const impossible = molecule ? spinProblem({ ...molecule, multiplicity: state }) : null;
    return impossible ? [{ field, detail: impossible }] : [];
  });
}

/** Engines without open shells refuse every state above the singlet, whatever the multiplicity of the input is. */
function engineRules(data: Data, { molecule }: WorkflowInputs): Problem[] {
  const open = data.states.find((state) => state > 1);
  if (!molecule || molecule.multiplicity > 1 || open === undefined) return [];
  const inputs = { molecule: { ...molecule, charge: 0, multiplicity: open }, smiles: null };
  return modeChainLevels(data).flatMap(({ settings: level, field }) => {
    const engine = level.engine ?? methods.get(level.method)?.defaultEngine;
    return engine ? engineProblems(engine, level.method, inputs, field) : [];
  });
}

function chainRules(data: Data, inputs: WorkflowInputs): Problem[] {
  const unknown = data.solvent !== null && !solvents.has(data.solvent);
  return [
    ...refusedOptions(data, ['transition_state'], title),
    ...manualProblems(modeChain(data), 'multistage_opt_settings'),
    ...constraintProblems(data.constraints, inputAtomCount(inputs), 'constraints', inputs.molecule),
    ...(unknown ? [{ field: 'solvent', detail: `The solvent "${data.solvent}" is not known.` }] : []),
  ];
}

/** Energies that the field of paired electrons takes to converge, which atoms and linear molecules need for their singlet: measured with O₂. */
const pairedFieldEnergies = 40;

/**
 * Seconds of all states. A singlet is computed with paired and with parted electrons, and a triplet at its geometry: twice what another state takes, as
 * measured with CH₂, CH₂O and C₂H₄.
 */
function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport): number | null {
  const levels = modeChainLevels(data);
  const singlets = data.states.filter((state) => state === 1).length;
  const all = settingsSeconds(levels, inputs, report, unrestrictedFactor * (data.states.length + singlets));
  const last = levels.at(-1);
  if (!last || singlets === 0 || !inputs.molecule || !isLinear(inputs.molecule)) return all;
  const energy: Level = { ...last, settings: { ...last.settings, tasks: ['energy'] } };
  return together(all, settingsSeconds([energy], inputs, report, pairedFieldEnergies));
}

/** Degrees off a straight line up to which a molecule counts as linear. */
const straight = 3;

/** Whether the molecule is linear; one atom and two atoms are. */
function isLinear({ atoms }: Molecule): boolean {
  const [first, second, ...others] = atoms.map(({ position }) => position);
  return others.every((other) => {
    const bend = first && second ? angle(second, first, other) : 0;
    return Math.min(bend, 180 - bend) <= straight;
  });
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ constraints: true }),
  modes: { mode: modesByType.spin_states },
  manual: ['mode'],
  complete: completeModeChain,
  rules: [stateRules, chainRules, engineRules],
  seconds,
  resubmit: (data) =>
    withoutRefusedOptions(withoutExpansion({ ...data, mso_mode: data.mode }), ['transition_state'], title),
};
