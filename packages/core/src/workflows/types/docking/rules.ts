import type { Problem } from '../../../chemistry/problem.ts';
import { optimizationGradients } from '../../../methods/estimate.ts';
import type { SubmissionRules } from '../../definition.ts';
import { generationSettings } from '../../parts/conformers/conformer-generation.ts';
import { generatorNeeds, generatorProblems } from '../../parts/conformers/conformer-generators.ts';
import { pocketInput, pocketProblems, vinaNeeds, vinaProblems } from '../../parts/inputs/docking-form.ts';
import { ligandElements } from '../../parts/inputs/limits.ts';
import {
  dockingSeconds,
  expectedAtoms,
  expectedConformers,
  generationSeconds,
  scaledSeconds,
  together,
} from '../../parts/times/expected-times.ts';
import { expectedSeconds } from '../../parts/times/long-jobs.ts';
import type { Data } from './settings.ts';

function targetProblems({ target, target_uuid }: Data): Problem[] {
  if (target && target_uuid) {
    return [{ field: 'target', detail: 'Give the protein either by its identifier or as a structure, not both.' }];
  }
  return target || target_uuid
    ? []
    : [{ field: 'target_uuid', detail: 'Protein: nothing is given, and it is needed.' }];
}

export const rules: SubmissionRules<Data> = {
  inputs: [
    { role: 'initial_molecule', kind: 'molecule', title: 'Ligand', required: true },
    { role: 'target_uuid', kind: 'protein', title: 'Protein', required: false },
    pocketInput,
  ],
  limits: () => ({ openShell: false, elements: { allowed: ligandElements, by: 'Docking' } }),
  complete({ conformer_gen_settings: given }) {
    const ofMode = given.settings_type === 'etkdg' && (given.mode === 'reckless' || given.mode === 'rapid');
    return ofMode
      ? { conformer_gen_settings: generationSettings(given.mode === 'rapid' ? 'rapid' : 'reckless', given) }
      : {};
  },
  needs: (data) => [...vinaNeeds(data), ...(data.do_csearch ? generatorNeeds(data.conformer_gen_settings) : ['rdkit'])],
  rules: [
    targetProblems,
    vinaProblems,
    pocketProblems,
    ({ do_csearch, conformer_gen_settings: given }, _inputs, report) =>
      do_csearch ? generatorProblems(given, report, 'conformer_gen_settings.settings_type', given.settings_type) : [],
  ],
  seconds(data, inputs, report) {
    const atoms = expectedAtoms(inputs);
    const kept = data.do_csearch ? expectedConformers(inputs, data.conformer_gen_settings.max_confs) : 1;
    if (atoms === null || kept === null) return null;
    const optimized =
      (data.do_optimization ? kept : 0) + (data.do_pose_refinement ? data.docking_settings.max_poses : 0);
    return together(
      data.do_csearch ? generationSeconds(data.conformer_gen_settings, inputs, report) : 0,
      expectedSeconds('gfn2_xtb', optimized * optimizationGradients(atoms, 250, 'rapid'), atoms, report),
      dockingSeconds(data.docking_settings, inputs, report),
      // PoseBusters, with its libraries.
      scaledSeconds(5, report),
    );
  },
};
