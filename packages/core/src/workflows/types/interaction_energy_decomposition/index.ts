import { atomLabel, bondsOf } from '../../../chemistry/atoms.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import { defineWorkflow } from '../../define.ts';
import type { WorkflowInputs } from '../../definition.ts';
import { select } from '../../parts/forms/form-fields.ts';
import { shortList } from '../../parts/forms/short-list.ts';
import { scaledSeconds } from '../../parts/times/expected-times.ts';
import results from './results.ts';
import { basisSets, type Data } from './settings.ts';

function problems(data: Data, { molecule }: WorkflowInputs): Problem[] {
  const { fragment1_indices: first, energy_decomposition_settings: chosen } = data;
  const found: Problem[] = [];
  const { name } = chosen.basis_set;
  if (!basisSets.some((one) => one === name)) {
    const detail = `The basis set ${name} is not offered for SAPT0. Choose one of ${shortList(basisSets)}.`;
    found.push({ field: 'energy_decomposition_settings.basis_set.name', detail });
  }
  if (!molecule) return found;
  const field = 'fragment1_indices';
  const count = molecule.atoms.length;
  const wrong = first.find((atom) => atom > count);
  const own = new Set(first);
  const crossing = bondsOf(molecule.atoms).find(([a, b]) => own.has(a + 1) !== own.has(b + 1));
  const labels = crossing?.map((atom) => atomLabel(molecule.atoms, atom, 0));
  if (wrong !== undefined) found.push({ field, detail: `The molecule has ${count} atoms; there is no atom ${wrong}.` });
  else if (own.size === 0 || own.size === count) {
    found.push({ field, detail: 'Choose the atoms of one of the two molecules; the others are the second one.' });
  } else if (labels) {
    const detail = `${labels.join(' and ')} are bonded but belong to different fragments; SAPT0 needs two separate molecules.`;
    found.push({ field, detail });
  }
  return found;
}

/** Seconds of the water dimer on the reference machine, and how they grow with the atoms. */
const [dimerSeconds, dimerAtoms, exponent] = [8, 6, 3];

/** The interaction of two molecules taken apart. */
export default defineWorkflow(results, {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Complex', required: true }],
  limits: () => ({ openShell: false, periodic: false, batch: false }),
  needs: () => ['psi4'],
  rules: [problems],
  seconds: (_data, { molecule }, report) =>
    scaledSeconds(dimerSeconds * ((molecule?.atoms.length ?? dimerAtoms) / dimerAtoms) ** exponent, report),
  fields: [
    {
      kind: 'atoms',
      path: 'fragment1_indices',
      title: 'First molecule',
      base: 1,
      help: 'Its atoms; all others are the second molecule.',
    },
    select('energy_decomposition_settings.basis_set.name', 'Basis set', () =>
      basisSets.map((value) => ({ value, title: value })),
    ),
  ],
});
