import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { solventsOf } from '../../../methods/solvent-support.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { givenChainProblems } from '../../parts/chains/chain-form.ts';
import { generatorNeeds } from '../../parts/conformers/conformer-generators.ts';
import { completeGeneration, generationLimits, generationProblems } from '../../parts/conformers/generation-form.ts';
import { choiceProblem } from '../../parts/forms/choice-problem.ts';
import { inputFragments, stereoProblems } from '../../parts/inputs/input-problems.ts';
import { capabilityOf, unavailableReason } from '../../parts/levels/method-availability.ts';
import { solventModelTitle } from '../../parts/levels/settings-fields.ts';
import { solventModels } from '../../parts/levels/solvent-model.ts';
import {
  expectedAtoms,
  expectedConformers,
  generationSeconds,
  settingsSeconds,
  together,
} from '../../parts/times/expected-times.ts';
import { expectedSeconds } from '../../parts/times/long-jobs.ts';
import {
  type Correction,
  chainOf,
  correctionMethod,
  correctionTitles,
  type Data,
  levels,
  modelOf,
} from './settings.ts';

const energyPath = 'multistage_opt_settings.singlepoint_settings';

/** Why this server cannot compute a correction, as a sentence; null where it can. */
export function correctionProblem(data: Data, report: MethodReport | null): string | null {
  const { final_correction: correction } = data;
  const [title, model] = [correctionTitles[correction], modelOf[correction]];
  if (model === null)
    return report === null
      ? null
      : `${title} is not available on this server: it needs a COSMO-RS program on a worker.`;
  const method = correctionMethod(data);
  const reason = unavailableReason(report, method);
  if (reason !== null) return `${methodTitle(method)}: ${reason}`;
  if (report === null || solventModels(method, report).includes(model)) return null;
  return `${solventModelTitle(model)} is not available with ${methodTitle(method)} on this server.`;
}

function problems(data: Data, inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const { final_correction: correction, solvents, enumerate_tautomers: tautomers } = data;
  const found: Problem[] = [...givenChainProblems(data.multistage_opt_settings)];
  const chain = chainOf(data);
  if (chain.transition_state) {
    found.push({
      field: 'multistage_opt_settings.transition_state',
      detail: 'Conformers in solvents are minima; transition states are not accepted.',
    });
  }
  if (chain.singlepoint_settings?.solvent_settings) {
    found.push({
      field: `${energyPath}.solvent_settings`,
      detail:
        'The single point is computed in the gas phase, for the solvation is added for each solvent. Leave its solvent out.',
    });
  }
  const multiplicity = inputs.molecule?.multiplicity ?? inputs.inspection?.multiplicity ?? 1;
  if (tautomers && multiplicity !== 1) {
    found.push({
      field: 'enumerate_tautomers',
      detail: `Tautomers are enumerated of closed shells only; this structure has multiplicity ${multiplicity}. Leave the tautomers out.`,
    });
  }
  if (inputFragments(inputs) > 1) {
    found.push({
      field: 'initial_molecule',
      detail: 'Submit one molecule at a time, not several separate ones.',
    });
  }
  const missing = correctionProblem(data, report);
  if (missing !== null) {
    const available = (Object.keys(correctionTitles) as Correction[]).filter(
      (one) => correctionProblem({ ...data, final_correction: one }, report) === null,
    );
    found.push(choiceProblem('final_correction', correction, missing, available));
  }
  return [...found, ...solventProblems(correction, correctionMethod(data), solvents)];
}

function solventProblems(correction: Correction, method: string, solvents: readonly string[]): Problem[] {
  if (solvents.length === 0) return [{ field: 'solvents', detail: 'Choose at least one solvent.' }];
  const model = modelOf[correction];
  const known = model === null ? null : solventsOf(method, model);
  return solvents.flatMap((name, index): Problem[] => {
    const field = `solvents.${index}`;
    if (solvents.indexOf(name) < index) return [{ field, detail: `${solventTitle(name)} is listed twice.` }];
    if (known === null || known.includes(name)) return [];
    return [{ field, detail: `${correctionTitles[correction]} has no parameters for ${solventTitle(name)}.` }];
  });
}

/** Generating, then the chain and each solvent on as many conformers as are expected; clustering keeps some of them. */
export function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport | null): number | null {
  const { conformer_clustering_settings: clusters, max_confs, conf_gen_settings } = data;
  const most = clusters
    ? clusters.num_clusters * clusters.conformers_per_cluster
    : (max_confs ?? conf_gen_settings.max_confs);
  const kept = expectedConformers(inputs, most);
  const atoms = expectedAtoms(inputs);
  // How many tautomers there are is not known before they are enumerated.
  if (kept === null || atoms === null || report === null || data.enumerate_tautomers) return null;
  return together(
    generationSeconds(completeGeneration(conf_gen_settings), inputs, report),
    settingsSeconds(levels(data), inputs, report, kept),
    expectedSeconds(correctionMethod(data), kept * (1 + data.solvents.length), atoms, report),
  );
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: ({ conf_gen_settings }) => ({ ...generationLimits(conf_gen_settings), severalStructures: false }),
  complete: (data) => ({
    conf_gen_settings: completeGeneration(data.conf_gen_settings),
    multistage_opt_settings: chainOf(data),
  }),
  needs: (data) => [
    ...generatorNeeds(data.conf_gen_settings),
    ...(data.final_correction === 'COSMO_RS' ? ['cosmors'] : [capabilityOf(correctionMethod(data))]),
  ],
  rules: [
    (data, inputs, report) => generationProblems(data.conf_gen_settings, inputs, report),
    problems,
    (_data, inputs) => stereoProblems(inputs),
  ],
  seconds,
};
