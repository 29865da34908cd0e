import type { Problem } from '../../../chemistry/problem.ts';
import type { SubmissionRules } from '../../definition.ts';
import { type Data, ligandsOf } from './settings.ts';

/** The longest time step that the integrator keeps stable, in fs. */
const longestTimestep = 5;

function moleculeProblems(data: Data): Problem[] {
  const ligands = ligandsOf(data).map(([residue]) => residue);
  const bound = data.binder?.small_molecule_residues ?? [];
  const found: Problem[] = [];
  if (ligands.length > 1) {
    const detail = `At most one small molecule is simulated here; small_molecules has a SMILES for ${ligands.join(', ')}.`;
    found.push({ field: 'small_molecules', detail });
  }
  const unknown = bound.find((residue) => !ligands.includes(String(residue)));
  if (unknown !== undefined) {
    const detail = `Give the SMILES of ${unknown} in small_molecules: a structure does not tell bond orders and charges.`;
    found.push({ field: 'binder.small_molecule_residues', detail });
  }
  if (data.protein_restraint_cutoff !== null && bound.length === 0) {
    const detail =
      'Restraints beyond a distance need a small molecule as binder to measure it from; leave protein_restraint_cutoff out.';
    found.push({ field: 'protein_restraint_cutoff', detail });
  }
  return found;
}

function problems(data: Data): Problem[] {
  const found = moleculeProblems(data);
  if (data.timestep_fs > longestTimestep) {
    const detail = `A time step of ${data.timestep_fs} fs is too long; choose at most ${longestTimestep} fs.`;
    found.push({ field: 'timestep_fs', detail });
  }
  if (data.save_solvent) {
    const detail = 'Trajectories keep no water here; set save_solvent to false.';
    found.push({ field: 'save_solvent', detail });
  }
  if (data.restraints.length > 0) {
    const detail = 'Restraints that name atoms are not applied here; leave restraints empty.';
    found.push({ field: 'restraints', detail });
  }
  return found;
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'protein', kind: 'protein', title: 'Protein', required: true }],
  needs: (data) => [
    'openmm',
    ...(ligandsOf(data).length === 0 ? [] : [data.small_molecule_ff === 'gaff2_am1bcc' ? 'ambertools' : 'openff']),
    ...(data.protein_ff === 'ff14sb' ? [] : ['force_field']),
    ...(data.water_ff === 'tip3p' ? [] : ['force_field']),
  ],
  untimed:
    'The time depends on the size of the protein and on the graphics processor. The run measures its own speed and says within minutes how long it takes.',
  rules: [problems],
};
