import * as z from 'zod/mini';
import type { MethodReport } from '../../../entities/method-report.ts';
import { solventsOf } from '../../../methods/solvent-support.ts';
import { solvents, solventTitle } from '../../../methods/solvents.ts';
import type { Field, Notice, Offer, Option, SubmissionForm, WorkflowData, WorkflowInputs } from '../../definition.ts';
import { givenChainFields, givenChainOffers } from '../../parts/chains/chain-form.ts';
import { generatorNotices } from '../../parts/conformers/conformer-generators.ts';
import { completeGeneration, generationFields, generationOffers } from '../../parts/conformers/generation-form.ts';
import { select, toggle } from '../../parts/forms/form-fields.ts';
import { longJobNotice } from '../../parts/times/long-jobs.ts';
import { correctionProblem, seconds } from './rules.ts';
import { type Correction, corrections, correctionTitles, type Data, modelOf, settings } from './settings.ts';

/** Where a correction cannot run: ALPB, where GFN2-xTB has it here. */
function offers(data: Data, report: MethodReport | null): Offer[] {
  const reason = correctionProblem(data, report);
  const instead = 'gfn2_alpb_solvation' as const;
  if (reason === null || correctionProblem({ ...data, final_correction: instead }, report) !== null) return [];
  return [
    {
      field: 'final_correction',
      text: reason,
      action: `Use ${correctionTitles[instead]}`,
      missing: { what: correctionTitles[data.final_correction], instead: correctionTitles[instead] },
      apply: (current) => ({ ...current, final_correction: instead }),
    },
  ];
}

function read(data: WorkflowData): Data | null {
  const parsed = z.safeParse(settings, data);
  return parsed.success ? parsed.data : null;
}

function correctionOptions(data: WorkflowData, report: MethodReport | null): Option[] {
  const current = read(data);
  return corrections.map((value) => {
    const reason = current && correctionProblem({ ...current, final_correction: value }, report);
    const option = { value, title: correctionTitles[value] };
    return reason === null ? option : { ...option, unavailable: reason };
  });
}

function solventOptions(data: WorkflowData): Option[] {
  const current = read(data);
  const correction: Correction = current?.final_correction ?? 'gfn2_alpb_solvation';
  const model = modelOf[correction];
  const known = model === null ? [...solvents.keys()] : solventsOf('gfn2_xtb', model);
  // A solvent that the model lacks is listed while it is chosen, so that it can be taken out.
  const chosen: readonly string[] = current?.solvents ?? [];
  return [...solvents.keys()]
    .filter((value) => known.includes(value) || chosen.includes(value))
    .map((value) => ({ value, title: solventTitle(value) }));
}

function notices(data: Data, inputs: WorkflowInputs, report: MethodReport | null): Notice[] {
  return [
    ...generatorNotices(completeGeneration(data.conf_gen_settings), report),
    ...longJobNotice(seconds(data, inputs, report), `Conformers in ${data.solvents.length} solvents`),
  ];
}

const fields: Field[] = [
  { kind: 'multiselect', path: 'solvents', title: 'Solvents', options: solventOptions },
  select('final_correction', 'Solvation', correctionOptions, {
    help: 'What is added to the energy in the gas phase for each solvent.',
  }),
  toggle('enumerate_tautomers', 'Tautomers', {
    help: 'Searches the conformers of each tautomer and weighs all of them together. The time grows with their number.',
  }),
  ...generationFields(),
  // The solvents are chosen above: the single point has none of its own.
  ...givenChainFields().filter(({ path }) => !path.includes('singlepoint_settings.solvent_settings')),
];

export const form: SubmissionForm<Data> = {
  notices,
  offers: (data, report) => [
    ...generationOffers(data.conf_gen_settings, report),
    ...givenChainOffers(data.multistage_opt_settings, report),
    ...offers(data, report),
  ],
  fields,
};
