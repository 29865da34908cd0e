import type { Problem } from '../../../chemistry/problem.ts';
import type { Resolved } from '../../../methods/resolution.ts';
import { solventsByUse, solventTitle } from '../../../methods/solvents.ts';
import type { SubmissionRules } from '../../definition.ts';
import { givenChainProblems } from '../../parts/chains/chain-form.ts';
import { givenChain, givenChainLevels } from '../../parts/chains/optimization-chain.ts';
import { generatorNeeds } from '../../parts/conformers/conformer-generators.ts';
import { completeGeneration, generationLimits, generationProblems } from '../../parts/conformers/generation-form.ts';
import { sizeLimit } from '../../parts/inputs/size.ts';
import { expectedConformers, generationSeconds, settingsSeconds, together } from '../../parts/times/expected-times.ts';
import { nmrMethods, ownNmrMethod, shieldingLevels } from './nmr-methods.ts';
import { type Data, standardSolvent } from './results.ts';

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
  // The shieldings of a structure take about as long as its energy and gradient.
  seconds(data, inputs, report) {
    const generation = generationOf(data);
    const kept = generation === null ? 1 : expectedConformers(inputs, generation.max_confs ?? 20);
    if (kept === null) return null;
    return together(
      generationSeconds(generation, inputs, report),
      data.multistage_opt_settings === null
        ? 0
        : settingsSeconds(givenChainLevels(data.multistage_opt_settings), inputs, report, kept),
      settingsSeconds(shieldingLevels(data.nmr_method, data.solvent), inputs, report, 2 * kept),
    );
  },
  resubmit,
};
