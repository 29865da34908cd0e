import type { Problem } from '../../../chemistry/problem.ts';
import { defineWorkflow } from '../../define.ts';
import type { Notice } from '../../definition.ts';
import { givenChainFields, givenChainOffers, givenChainProblems } from '../../parts/chains/chain-form.ts';
import { givenChain, givenChainLevels } from '../../parts/chains/optimization-chain.ts';
import { generatorNeeds, generatorNotices } from '../../parts/conformers/conformer-generators.ts';
import {
  completeGeneration,
  generationFields,
  generationLimits,
  generationOffers,
  generationProblems,
} from '../../parts/conformers/generation-form.ts';
import { number, toggle } from '../../parts/forms/form-fields.ts';
import { expectedConformers, generationSeconds, settingsSeconds, together } from '../../parts/times/expected-times.ts';
import results, { type Data } from './results.ts';

const generationOf = (data: Data) => completeGeneration(data.conf_gen_settings);

function problems({ multistage_opt_settings: chain }: Data): Problem[] {
  const found = givenChainProblems(chain);
  if (chain.transition_state) {
    found.push({
      field: 'multistage_opt_settings.transition_state',
      detail: 'Strain is the energy of a pose above its relaxed conformers; transition states are not accepted.',
    });
  }
  return found;
}

function freePoseNotice(data: Data): Notice[] {
  if (data.harmonic_constraint_spring_constant > 0) return [];
  return [
    {
      kind: 'warning',
      title: 'The Pose Is Not Held',
      body: 'With a spring constant of 0 the pose relaxes to the next minimum, and its strain is lost.',
    },
  ];
}

/** Strain of a pose: its energy, relaxed under springs, above the lowest conformer. */
export default defineWorkflow(results, {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Pose', required: true }],
  limits: (data) => generationLimits(data.conf_gen_settings),
  complete: (data) => ({
    conf_gen_settings: generationOf(data),
    multistage_opt_settings: givenChain(data.multistage_opt_settings),
  }),
  needs: (data) => generatorNeeds(data.conf_gen_settings),
  rules: [(data, inputs, report) => generationProblems(data.conf_gen_settings, inputs, report), problems],
  notices: (data, _inputs, report) => [...generatorNotices(generationOf(data), report), ...freePoseNotice(data)],
  offers: (data, report) => [
    ...generationOffers(data.conf_gen_settings, report),
    ...givenChainOffers(data.multistage_opt_settings, report),
  ],
  // The pose is optimized too.
  seconds(data, inputs, report) {
    const kept = expectedConformers(inputs, data.conf_gen_settings.max_confs);
    const chain = givenChainLevels(data.multistage_opt_settings);
    if (kept === null) return null;
    return together(
      generationSeconds(generationOf(data), inputs, report),
      settingsSeconds(chain, inputs, report, 1 + kept),
    );
  },
  fields: [
    ...generationFields(),
    ...givenChainFields(),
    number('harmonic_constraint_spring_constant', 'Spring constant', {
      help: 'Holds the atoms at their places in the pose while it is relaxed.',
      unit: 'kcal/mol/Å²',
      minimum: 0,
      step: 0.5,
    }),
    toggle('constrain_hydrogens', 'Hold hydrogens too', {
      help: 'Off: hydrogens relax freely, as their places are seldom known.',
    }),
  ],
});
