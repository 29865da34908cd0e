import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import type { Resolved } from '../../../methods/resolution.ts';
import { solventsByUse, solventTitle } from '../../../methods/solvents.ts';
import type { SubmissionRules, TimedOption, WorkflowInputs } from '../../definition.ts';
import { givenChainProblems } from '../../parts/chains/chain-form.ts';
import { givenChain, givenChainLevels } from '../../parts/chains/optimization-chain.ts';
import { generatorNeeds } from '../../parts/conformers/conformer-generators.ts';
import { completeGeneration, generationLimits, generationProblems } from '../../parts/conformers/generation-form.ts';
import { sizeLimit } from '../../parts/inputs/size.ts';
import { expectedConformers, generationSeconds, settingsSeconds, together } from '../../parts/times/expected-times.ts';
import { nmrMethods, ownNmrMethod, shieldingLevels } from './nmr-methods.ts';
import { type Data, mostShielded, standardSolvent } from './results.ts';

export const solvents: readonly string[] = solventsByUse.nmr;

export const generationOf = ({ conf_gen_settings: given }: Data) => (given ? completeGeneration(given) : null);

function problems({ nmr_method, solvent, multistage_opt_settings }: Data): Problem[] {
  const found = givenChainProblems(multistage_opt_settings);
  if (!nmrMethods.some((name) => name === nmr_method)) {
    found.push({
      field: 'nmr_method',
      detail: `"${nmr_method}" is not a method for NMR; choose ${nmrMethods.join(', ')}.`,
    });
  }
  if (!solvents.includes(solvent)) {
    found.push({
      field: 'solvent',
      detail: `${solventTitle(solvent)} is not offered as a solvent of NMR; choose one of ${solvents.map(solventTitle).join(', ')}.`,
    });
  }
  return found;
}

/** A solvent that is not offered becomes the default, for a spectrum without a solvent is not predicted. */
function resubmit(data: Data): Resolved<Data> {
  if (solvents.includes(data.solvent)) return { value: data, changes: [] };
  const reason = `${solventTitle(data.solvent)} is not offered as a solvent of NMR.`;
  return {
    value: { ...data, solvent: standardSolvent },
    changes: [{ what: 'solvent', kind: 'replaced', from: data.solvent, to: standardSolvent, reason }],
  };
}

/** Conformers that are expected to be kept; null without an input. */
function expectedKept(data: Data, inputs: WorkflowInputs): number | null {
  const generation = generationOf(data);
  return generation === null ? 1 : expectedConformers(inputs, generation.max_confs ?? 20);
}

/** Seconds of the conformers and of the shieldings, which take about as long as energy and gradient of a structure. */
function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport): number | null {
  const kept = expectedKept(data, inputs);
  if (kept === null) return null;
  const { shielded_conformers: chosen, multistage_opt_settings: chain } = data;
  const most = mostShielded[chosen === 'three' || chosen === 'one' ? chosen : 'most'];
  return together(
    generationSeconds(generationOf(data), inputs, report),
    chain === null ? 0 : settingsSeconds(givenChainLevels(chain), inputs, report, kept),
    settingsSeconds(shieldingLevels(data.nmr_method, data.solvent), inputs, report, 2 * Math.min(kept, most)),
  );
}

const everyConformer = 'shieldings of all conformers in the spectrum';

/** Shieldings of all conformers that count where they end in time, else of the heaviest ones; another method has no such choice. */
function shieldedOptions(data: Data, inputs: WorkflowInputs, report: MethodReport | null): TimedOption[] {
  if (data.nmr_method !== ownNmrMethod) return [];
  const kept = report === null ? null : expectedKept(data, inputs);
  const option = (value: keyof typeof mostShielded, title: string): TimedOption => ({
    value,
    title,
    seconds: report && seconds({ ...data, shielded_conformers: value }, inputs, report),
  });
  const all = option('most', everyConformer);
  // Few conformers leave nothing to choose between, and without a time nothing is left out.
  if (kept === null || kept <= 1 || all.seconds === null) return [all];
  const one = option('one', 'shieldings of the most populated conformer alone');
  const three = option('three', `shieldings of the ${mostShielded.three} most populated conformers`);
  return kept > mostShielded.three ? [all, three, one] : [all, one];
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: (data) => ({ ...generationLimits(data.conf_gen_settings), openShell: false, size: sizeLimit('nmr') }),
  complete: (data) => ({
    conf_gen_settings: generationOf(data),
    multistage_opt_settings: data.multistage_opt_settings && givenChain(data.multistage_opt_settings),
  }),
  needs: ({ conf_gen_settings: given, nmr_method: method }) => [
    method === ownNmrMethod ? 'rdkit' : 'magnet',
    ...(given ? generatorNeeds(given) : []),
  ],
  rules: [problems, (data, inputs, report) => generationProblems(data.conf_gen_settings, inputs, report)],
  seconds,
  timed: [{ path: 'shielded_conformers', options: shieldedOptions }],
  resubmit,
  better: ({ shielded_conformers: chosen }) =>
    chosen === 'three' || chosen === 'one'
      ? {
          title: everyConformer,
          changes: { shielded_conformers: 'most' },
        }
      : null,
};
