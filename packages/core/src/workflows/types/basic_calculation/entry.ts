import { amideScans } from '../../parts/levels/known-weaknesses.ts';
import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 40,
  type: 'basic_calculation',
  path: '/calculation',
  aliases: [],
  title: 'Basic Calculation',
  gives: 'minimum',
};

export const summary = 'Energy, geometry optimization, frequencies and properties of one molecule with one method.';

export const question: TypeQuestion = {
  group: 'shape',
  short: 'calculation',
  asks: 'Energy, geometry and vibrations with one method',
};

export const accuracy: TypeAccuracy = {
  comparedWithProgram: true,
  restsOn: `Energies are compared with other programs: GFN2-xTB with xtb 6.5.1 within 1e-5 Hartree, density functionals with Psi4 and ORCA within 1e-4 (tests of the engines). Excited states are those of PySCF without density fitting within 0.002 eV (test); formaldehyde’s n→π* comes out at 3.99 eV with B3LYP/def2-SVP (best estimate 3.98), ethylene’s π→π* at 7.71 with CAM-B3LYP/def2-SVPD (7.93; QUEST database, DOI 10.1021/acs.jctc.8b00406). The barrier of ethane is 2.59 kcal/mol with GFN2-xTB (experiment 2.9).`,
  fails: `The error is that of the chosen method. ${amideScans} Force fields give no energies of reactions. Excitations that move charge come out too low with functionals of little exact exchange (B3LYP, PBE0), and those of two electrons are missing.`,
};
