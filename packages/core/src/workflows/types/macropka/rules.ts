import type { Problem } from '../../../chemistry/problem.ts';
import { capabilityReason } from '../../capabilities.ts';
import type { SubmissionRules } from '../../definition.ts';
import { stereoProblems } from '../../parts/inputs/input-problems.ts';
import { sizeLimit } from '../../parts/inputs/size.ts';
import { waterLevel } from '../../parts/levels/aqueous-level.ts';
import { methodChoiceProblems } from '../../parts/levels/method-choice.ts';
import { type MethodChoice } from '../../parts/levels/own-method.ts';
import { protonationSeconds } from '../../parts/times/expected-times.ts';
import { type Data, methodChoice } from './settings.ts';

export const bbbChoice: MethodChoice = {
  type: 'macropka',
  path: 'bbb_method',
  title: 'Blood–brain barrier',
  platform: 'Probability of Kp,uu ≥ 0.3',
  method: () => null,
  missing: (value, report) => capabilityReason(report, value === null ? 'kpuu' : 'rdkit', 'the BBB score'),
};

/** Charges that the search goes to at most, and the pH beyond which an aqueous scale means little. */
export const chargeLimit = 7;

function rangeRules({ min_pH, max_pH, min_charge, max_charge }: Data): Problem[] {
  const found: Problem[] = [];
  if (min_pH >= max_pH) {
    found.push({ field: 'max_pH', detail: `The highest pH (${max_pH}) must be above the lowest (${min_pH}).` });
  }
  if (min_charge >= max_charge) {
    found.push({
      field: 'max_charge',
      detail: `The highest charge (${max_charge}) must be above the lowest (${min_charge}).`,
    });
  }
  for (const [field, charge] of Object.entries({ min_charge, max_charge })) {
    if (Math.abs(charge) > chargeLimit) {
      found.push({
        field,
        detail: `Charges from −${chargeLimit} to +${chargeLimit} are searched; ${charge} is outside.`,
      });
    }
  }
  return found;
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_smiles', kind: 'smiles', title: 'Molecule', required: true }],
  limits: () => ({ openShell: false, severalStructures: false, size: sizeLimit('macropka') }),
  needs: ({ macropka_method, bbb_method, compute_solvation_energy }) => [
    macropka_method === null ? 'starling' : 'rdkit',
    ...(compute_solvation_energy ? [bbb_method === null ? 'kpuu' : 'rdkit'] : []),
  ],
  rules: [
    rangeRules,
    (_data, inputs) => stereoProblems(inputs),
    // What a method lacks here is shown once, by `needs`.
    ({ macropka_method, bbb_method }) => [
      ...methodChoiceProblems(methodChoice, macropka_method, null),
      ...methodChoiceProblems(bbbChoice, bbb_method, null),
    ],
  ],
  seconds: ({ macropka_method }, inputs, report) =>
    macropka_method === null
      ? null
      : protonationSeconds([waterLevel('gfn2_xtb', 'alpb', 'macropka_method')], { built: 15, kept: 4 }, inputs, report),
};
