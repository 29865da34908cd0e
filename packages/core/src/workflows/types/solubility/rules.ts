import type { Problem } from '../../../chemistry/problem.ts';
import {
  listedSolvent,
  solubilityChoices,
  solubilitySolventName,
  waterOnly,
} from '../../../methods/solubility-solvents.ts';
import type { SubmissionRules } from '../../definition.ts';
import { scaledSeconds } from '../../parts/times/expected-times.ts';
import { type Data, type Method, titles } from './settings.ts';

/** What a method needs on a worker. ESOL was fitted to another program's ClogP: with RDKit's it has a name of its own. */
export const needOf: Readonly<Record<Method, string>> = {
  fastsolv: 'fastsolv',
  kingfisher: 'kingfisher',
  esol: 'daylight_clogp',
  esol_crippen: 'rdkit',
  esol_environments: 'rdkit',
};

export function choicesOf(method: Method) {
  return solubilityChoices(method === 'esol_crippen' || method === 'esol_environments' ? 'esol' : method);
}

/** Half a hundredth of a kelvin: a temperature that went through °C and back counts as the listed one. */
const roundingTolerance = 0.005;

export function takesTemperature(method: Method, temperature: number): boolean {
  const tolerance = method === 'fastsolv' ? roundingTolerance : waterOnly.tolerance;
  // The tolerance itself is inside, whatever the last bit of the difference says.
  return choicesOf(method).temperatures.some((listed) => Math.abs(listed - temperature) <= tolerance + 1e-9);
}

export function takesSolvent(method: Method, smiles: string): boolean {
  return choicesOf(method).solvents.some((solvent) => solvent.smiles === listedSolvent(smiles));
}

function problems({ solubility_method: method, solvents, temperatures }: Data): Problem[] {
  const found: Problem[] = [];
  const foreign = solvents.filter((smiles) => !takesSolvent(method, smiles));
  const others = temperatures.filter((temperature) => !takesTemperature(method, temperature));
  const title = titles[method];
  if (solvents.length === 0) found.push({ field: 'solvents', detail: 'Choose at least one solvent.' });
  if (temperatures.length === 0) found.push({ field: 'temperatures', detail: 'Choose at least one temperature.' });
  if (foreign.length > 0) {
    const names = foreign.map(solubilitySolventName).join(', ');
    const detail =
      method === 'fastsolv'
        ? `${title} knows ${choicesOf(method).solvents.length} solvents by their SMILES; not among them: ${names}.`
        : `${title} predicts the solubility in water only (SMILES ${waterOnly.smiles}); not: ${names}.`;
    found.push({ field: 'solvents', detail });
  }
  if (others.length > 0) {
    const allowed = choicesOf(method).temperatures.map((kelvin) => `${kelvin} K`);
    found.push({
      field: 'temperatures',
      detail: `${title} takes ${allowed.join(', ')}; not: ${others.map((kelvin) => `${kelvin} K`).join(', ')}.`,
    });
  }
  return found;
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_smiles', kind: 'smiles', title: 'Molecule', required: true }],
  limits: () => ({ openShell: false, severalStructures: false }),
  needs: ({ solubility_method }) => [needOf[solubility_method]],
  rules: [problems],
  secondOpinion: { path: 'solubility_method' },
  seconds: (data, _inputs, report) => scaledSeconds(0.2 * data.solvents.length * data.temperatures.length, report),
  // The same solvents, spelled as the form lists them.
  resubmit: (data) => ({ value: { ...data, solvents: data.solvents.map(listedSolvent) }, changes: [] }),
};
