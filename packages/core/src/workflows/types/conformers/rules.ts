import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { conformersModes } from '../../../methods/conformers-modes.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import { modesByType } from '../../../methods/modes.ts';
import { resolveSolvent } from '../../../methods/resolution.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import { capabilityReason, whyUnavailable } from '../../capabilities.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { generationSettings } from '../../parts/conformers/conformer-generation.ts';
import { generatorLimits } from '../../parts/conformers/conformer-generators.ts';
import { choiceProblem } from '../../parts/forms/choice-problem.ts';
import { constraintProblems } from '../../parts/inputs/constraints.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { methodElements } from '../../parts/inputs/limits.ts';
import { solventsOfMethod } from '../../parts/levels/settings-fields.ts';
import {
  embeddingSeconds,
  expectedAtoms,
  expectedConformers,
  settingsSeconds,
  together,
} from '../../parts/times/expected-times.ts';
import { type Data, isQuick, levels, modeOf } from './settings.ts';

/** Elements of the generator: RDKit's MMFF94, or the method of CREST's metadynamics. */
function generatorElements(data: Data) {
  const { gfn } = conformersModes[modeOf(data)];
  if (gfn !== undefined) return methodElements(gfn === 'ff' ? 'gfn_ff' : 'gfn2_xtb');
  const generator = generationSettings('rapid', { nci: false, max_confs: null, constraints: [] });
  return generatorLimits(generator).elements ?? null;
}

function constraintRules(data: Data, inputs: WorkflowInputs): Problem[] {
  const { constraints } = data.settings;
  const field = 'settings.constraints';
  if (isQuick(data) && constraints.length > 0) {
    return [{ field, detail: 'Constraints need the careful or meticulous mode.' }];
  }
  return constraintProblems(constraints, inputAtomCount(inputs), field, inputs.molecule);
}

function solventRules({ settings: chosen }: Data, _inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const { solvent, final_method } = chosen;
  if (solvent === null || !methods.has(final_method)) return [];
  const offered = solventsOfMethod(final_method, report);
  if (offered.includes(solvent)) return [];
  const detail =
    offered.length === 0
      ? `${methodTitle(final_method)} has no solvent model here; choose the gas phase.`
      : `${solventTitle(solvent)} is not offered as a solvent of ${methodTitle(final_method)}; choose one of ${offered.map(solventTitle).join(', ')}.`;
  return [{ field: 'settings.solvent', detail }];
}

function generatorRules(data: Data, _inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const reason = isQuick(data) ? null : capabilityReason(report, 'crest', 'CREST');
  if (reason === null) return [];
  return [choiceProblem('mode', data.mode, whyUnavailable('CREST', reason), ['rapid', 'reckless'])];
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: (data) => ({
    openShell: !isQuick(data),
    constraints: !isQuick(data),
    transitionState: true,
    severalStructures: false,
    elements: generatorElements(data),
    advice: isQuick(data) ? 'The careful and meticulous modes take open shells, constraints and more elements.' : null,
  }),
  modes: { mode: modesByType.conformers },
  complete(data) {
    const mode = modeOf(data);
    const { final_method, solvent, transition_state, constraints } = data.settings;
    return { mode, settings: { ...conformersModes[mode], final_method, solvent, transition_state, constraints } };
  },
  needs: (data) => ['rdkit', ...(isQuick(data) ? [] : ['crest'])],
  rules: [constraintRules, solventRules, generatorRules],
  untimed: 'How long CREST samples is not known before.',
  seconds(data, inputs, report) {
    const numbers = conformersModes[modeOf(data)];
    const kept = expectedConformers(inputs, numbers.num_confs_taken);
    const atoms = expectedAtoms(inputs);
    // How long CREST samples is not known.
    if (!isQuick(data) || kept === null || atoms === null) return null;
    return together(
      embeddingSeconds(numbers.num_initial_confs ?? 0, atoms, report),
      settingsSeconds(levels(data), inputs, report, kept),
    );
  },
  resubmit(data) {
    const solvent = resolveSolvent(data.settings.solvent);
    return {
      value: { ...data, settings: { ...data.settings, solvent: solvent.value } },
      changes: solvent.changes.map((change) => ({ ...change, what: 'settings.solvent' })),
    };
  },
};
