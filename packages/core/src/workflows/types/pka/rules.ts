import * as z from 'zod/mini';
import type { Problem } from '../../../chemistry/problem.ts';
import { modesByType } from '../../../methods/modes.ts';
import { forced } from '../../../methods/resubmission.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import type { SubmissionRules, WorkflowData, WorkflowInputs } from '../../definition.ts';
import { inputAtomCount, stereoProblems } from '../../parts/inputs/input-problems.ts';
import { sizeLimit } from '../../parts/inputs/size.ts';
import { protonationSeconds } from '../../parts/times/expected-times.ts';
import { PkaMethod, pkaLevels, pkaMethods, pkaNeeds } from './pka-methods.ts';
import { type Data, defaultMethod } from './settings.ts';

export const ownMethod = 'gfn2_alpb_linear';

const atomLists = ['deprotonate_atoms', 'protonate_atoms'] as const;

export function methodOf(data: WorkflowData): PkaMethod {
  const parsed = z.safeParse(PkaMethod, data.microscopic_pka_method ?? defaultMethod);
  return parsed.success ? parsed.data : defaultMethod;
}

export function allowedSolvents(method: PkaMethod): string {
  return pkaMethods[method].solvents.map((name) => solventTitle(name).toLowerCase()).join(', ');
}

export function takesSolvent({ microscopic_pka_method: method, solvent }: Data): boolean {
  return solvent !== null && pkaMethods[method].solvents.includes(solvent);
}

function problems(data: Data, inputs: WorkflowInputs): Problem[] {
  const { microscopic_pka_method: method, solvent, pka_range } = data;
  const { title, input } = pkaMethods[method];
  const found: Problem[] = [];
  if (!takesSolvent(data)) {
    const given = solvent === null ? 'no solvent' : solventTitle(solvent).toLowerCase();
    found.push({
      field: 'solvent',
      detail: `${title} gives pKa values in ${allowedSolvents(method)}; the choice is ${given}.`,
    });
  }
  if (pka_range[0] >= pka_range[1]) {
    found.push({
      field: 'pka_range',
      detail: `The end of the pKa range (${pka_range[1]}) must be above its start (${pka_range[0]}).`,
    });
  }
  const count = inputAtomCount(inputs);
  for (const list of atomLists) {
    const atoms = data[list];
    const absent = atoms.find((atom) => atom < 1 || (count !== null && atom > count));
    if (input === 'smiles' && atoms.length > 0) {
      found.push({
        field: list,
        detail: `${title} finds its sites by element; atoms cannot be chosen. Clear the list, or choose another method.`,
      });
    } else if (absent !== undefined) {
      found.push({ field: list, detail: `There is no atom ${absent}; the molecule has ${count ?? 'fewer'} atoms.` });
    }
  }
  const chosen = [...data.deprotonate_elements, ...data.protonate_elements, ...atomLists.flatMap((list) => data[list])];
  if (chosen.length === 0) {
    found.push({
      field: 'deprotonate_elements',
      detail: 'Choose at least one element or atom to deprotonate or protonate.',
    });
  }
  return input === 'molecule' ? [...found, ...stereoProblems(inputs)] : found;
}

/** Conformers built and kept of each form, by mode, as compute's recipe has them. */
const searchNumbers = {
  reckless: { built: 5, kept: 1 },
  rapid: { built: 15, kept: 2 },
  careful: { built: 40, kept: 4 },
};

export const rules: SubmissionRules<Data> = {
  inputs: [
    {
      role: 'initial_molecule',
      kind: 'molecule_or_smiles',
      title: 'Molecule',
      required: true,
      accepts: (data) => pkaMethods[methodOf(data)].input,
    },
  ],
  // The calibration of our own method holds for single closed-shell molecules.
  limits: ({ microscopic_pka_method: method }) => ({
    ...(method === ownMethod ? { openShell: false, severalStructures: false } : {}),
    ...(pkaMethods[method].input === 'molecule' ? { size: sizeLimit('pka') } : {}),
  }),
  modes: { mode: modesByType.pka },
  needs: ({ microscopic_pka_method: method }) => pkaNeeds(method),
  rules: [problems],
  seconds: (data, inputs, report) =>
    protonationSeconds(
      pkaLevels(methodOf(data)),
      searchNumbers[data.mode === 'reckless' || data.mode === 'rapid' ? data.mode : 'careful'],
      inputs,
      report,
    ),
  resubmit(data) {
    if (takesSolvent(data)) return { value: data, changes: [] };
    const { title } = pkaMethods[data.microscopic_pka_method];
    return forced(data, 'solvent', 'water', `${title} takes ${allowedSolvents(data.microscopic_pka_method)} only.`);
  },
};
