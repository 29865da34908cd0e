import type { Problem } from '../../../chemistry/problem.ts';
import type { SubmissionRules } from '../../definition.ts';
import { compoundProblems } from '../../parts/inputs/compound-list.ts';
import { vinaNeeds, vinaProblems } from '../../parts/inputs/docking-form.ts';
import { anyStructure, ligandElements } from '../../parts/inputs/limits.ts';
import { scaledSeconds } from '../../parts/times/expected-times.ts';
import { type Data, mostAnalogues, mostConformers } from './settings.ts';

const limits = { openShell: false, elements: { allowed: ligandElements, by: 'Docking' } };

function problems(data: Data): Problem[] {
  const { analogues, analogue_names: names, num_conformers_per_analogue: conformers, docking_settings: vina } = data;
  const found: Problem[] = [];
  if (analogues.length > mostAnalogues) {
    found.push({
      field: 'analogues',
      detail: `At most ${mostAnalogues} analogues are docked in one item; these are ${analogues.length}.`,
    });
  }
  analogues.forEach((smiles, index) => {
    const first = analogues.indexOf(smiles);
    if (first < index) {
      found.push({
        field: `analogues.${index}`,
        detail: `Analogue ${index + 1} is the same SMILES as analogue ${first + 1}.`,
      });
    }
  });
  if (names.length > 0 && names.length !== analogues.length) {
    found.push({
      field: 'analogue_names',
      detail: `There must be one name for each analogue: these are ${names.length} names for ${analogues.length} analogues.`,
    });
  }
  if (conformers < 1 || conformers > mostConformers) {
    found.push({
      field: 'num_conformers_per_analogue',
      detail: `The number of conformers must be from 1 to ${mostConformers}, not ${conformers}.`,
    });
  }
  if (vina.executable !== 'vina') {
    found.push({
      field: 'docking_settings.executable',
      detail: 'Poses that are given are scored by AutoDock Vina alone: choose vina.',
    });
  }
  return found;
}

export const rules: SubmissionRules<Data> = {
  inputs: [
    { role: 'initial_molecule', kind: 'molecule', title: 'Pose of the reference', required: true },
    { role: 'analogues', kind: 'smiles_list', title: 'Analogues', required: true },
    { role: 'protein', kind: 'protein', title: 'Protein', required: true },
  ],
  limits: () => ({ ...limits, severalStructures: false }),
  needs: (data) => [...vinaNeeds({ ...data, pocket: null }), 'rdkit'],
  rules: [
    problems,
    ({ analogues }, inputs) =>
      compoundProblems(
        { list: analogues, field: 'analogues', name: 'Analogue' },
        { ...anyStructure, ...limits },
        inputs,
      ),
    (data) => vinaProblems({ ...data, pocket: null }),
  ],
  seconds: ({ analogues, num_conformers_per_analogue: conformers }, _inputs, report) =>
    scaledSeconds(10 + analogues.length * (2 + 0.1 * conformers), report),
};
