import { elementList, symbolOf } from '../../../chemistry/elements.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { inputElements } from '../../parts/inputs/input-problems.ts';
import { sizeLimit } from '../../parts/inputs/size.ts';
import { methodChoiceProblems } from '../../parts/levels/method-choice.ts';
import {
  embeddingSeconds,
  expectedAtoms,
  expectedConformers,
  scaledSeconds,
  settingsSeconds,
  together,
} from '../../parts/times/expected-times.ts';
import { capabilityOf, choice, type Data, inelastic, levels } from './settings.ts';

/** Elements that collision cross sections are offered for. */
const ionMobilityElements = [1, 6, 7, 8, 9, 15, 16, 17, 35] as const;

/** Elements that take up a proton: N, O, S. */
const protonated: readonly number[] = [7, 8, 16];

function structureRules({ protonate, forcefield }: Data, inputs: WorkflowInputs): Problem[] {
  const elements = [...new Set(inputElements(inputs))].sort((a, b) => a - b);
  if (elements.length === 0) return [];
  const found: Problem[] = [];
  if (protonate && !elements.some((element) => protonated.includes(element))) {
    found.push({
      field: 'protonate',
      detail: 'A proton is added to nitrogen, oxygen or sulfur, and this molecule has none.',
    });
  }
  const known = forcefield?.map(({ atomic_number }) => atomic_number);
  const missing = known ? elements.filter((element) => !known.includes(element)) : [];
  if (missing.length > 0) {
    found.push({ field: 'forcefield', detail: `The force field has no parameters for ${elementList(missing)}.` });
  }
  return found;
}

function forceFieldRules({ forcefield, ccs_method }: Data): Problem[] {
  if (forcefield === null || ccs_method !== inelastic) return [];
  return [
    {
      field: 'forcefield',
      detail: 'Custom parameters apply to rigid ions only. Choose another cross-section method.',
    },
  ];
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Ion', required: true }],
  secondOpinion: { path: 'ccs_method' },
  limits: ({ protonate, do_csearch, do_optimization }) => ({
    severalStructures: false,
    elements: { allowed: ionMobilityElements, by: 'Ion mobility' },
    size: protonate || do_csearch || do_optimization ? sizeLimit('ion_mobility') : null,
  }),
  complete: ({ forcefield }) => ({
    forcefield: forcefield?.map((entry) => ({ ...entry, symbol: symbolOf(entry.atomic_number) })) ?? null,
  }),
  needs: ({ ccs_method, do_csearch, protonate }) => [
    capabilityOf(ccs_method),
    ...(do_csearch || protonate ? ['rdkit'] : []),
  ],
  rules: [
    structureRules,
    forceFieldRules,
    ({ ccs_method }, _inputs, report) => methodChoiceProblems(choice, ccs_method, report),
  ],
  // Ten conformers are optimized where they are searched; one third of those that turn differently is kept, at most five.
  seconds(data, inputs, report) {
    const atoms = expectedAtoms(inputs);
    const different = expectedConformers(inputs, 15);
    if (atoms === null || different === null) return null;
    const searched = data.do_csearch ? Math.min(10, different) : 1;
    return together(
      data.do_csearch ? embeddingSeconds(50, atoms, report) : 0,
      settingsSeconds(levels(data), inputs, report, searched),
      scaledSeconds(0.3 * atoms * (data.do_csearch ? Math.ceil(different / 6) : 1), report),
    );
  },
};
