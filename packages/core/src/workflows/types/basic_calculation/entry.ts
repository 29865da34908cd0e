import { amideScans } from '../../parts/levels/known-weaknesses.ts';
import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 40,
  type: 'basic_calculation',
  path: '/calculation',
  aliases: [],
  title: 'Basic Calculation',
};

export const summary = 'Energy, geometry optimization, frequencies and properties of one molecule with one method.';

export const question: TypeQuestion = {
  group: 'shape',
  short: 'calculation',
  asks: 'Energy, geometry and vibrations with one method',
};

export const accuracy: TypeAccuracy = {
  comparedWithProgram: true,
  restsOn: `Energies are compared with other programs: GFN2-xTB with xtb 6.5.1 within 1e-5 Hartree, density functionals with Psi4 and ORCA within 1e-4 (tests of the engines). The barrier of ethane is 2.59 kcal/mol with GFN2-xTB (experiment 2.9).`,
  fails: `The error is that of the chosen method. ${amideScans} Force fields give no energies of reactions.`,
};
