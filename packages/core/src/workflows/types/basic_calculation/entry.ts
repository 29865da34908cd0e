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
  restsOn: `Energies are compared with other programs: GFN2-xTB with xtb 6.5.1 within 1e-5 Hartree, density functionals with Psi4 and ORCA within 1e-4 (tests of the engines). Excited states are those of PySCF without density fitting within 0.002 eV (test). Seven states by TDDFT with CAM-B3LYP are 0.23 eV off the best estimates of QUEST (10.1002/wcms.1517) on average: formaldehyde (def2-SVPD) n→π* 3.92 eV (3.97), n→3s 7.49 (7.22); ethylene (def2-SVPD) π→3s 7.63 (7.37), π→π* 7.76 (7.90); benzene (def2-SVP) ¹B2u 5.61 (5.05), ¹B1u 6.38 (6.43), ¹E1u 7.42 (7.17). The barrier of ethane is 2.59 kcal/mol with GFN2-xTB (experiment 2.9).`,
  fails: `The error is that of the chosen method. ${amideScans} Force fields give no energies of reactions. Excitations that move charge come out too low with functionals of little exact exchange (B3LYP, PBE0), and those of two electrons are missing.`,
};
