import type { Section } from './rows.ts';

/** Section 9 of the workflows document: modes and defaults. */
export const defaults: readonly Section[] = [
  { heading: '9. Business constants and limits', rows: [] },
  {
    heading: 'Modes and defaults',
    rows: [
      { columns: 'Workflow | Defaults / modes' },
      {
        text: 'Macropka | pH 0 to 14, charge -2 to 2, aqueous solubility on, solvation energy off',
        held: [
          'packages/core/src/workflows/macropka.test.ts › defaults are the specification’s, and what is written fits the public schema',
        ],
      },
      {
        text: 'Microscopic pKa | method aimnet2_wagen2024, solvent water, range 2 to 12, deprotonate elements 7, 8, 16, protonate element 7, mode careful; modes reckless, rapid, careful',
        held: ['packages/core/src/workflows/pka.test.ts › are the specification’s'],
      },
      {
        text: 'Conformers | mode rapid, solvent water, final method aimnet2_wb97md3;',
        held: ['packages/core/src/workflows/conformers.test.ts › the defaults of the specification'],
      },
      {
        text: 'modes reckless, rapid, careful, meticulous (each with a fixed set of multistage methods)',
        held: ['packages/core/src/methods/methods.test.ts › the older conformers type'],
      },
      {
        text: 'Conformer search | modes reckless, rapid, careful, meticulous, manual',
        held: [
          'packages/core/src/workflows/conformer-search.test.ts › reckless, rapid, careful, meticulous and manual; auto becomes rapid',
        ],
      },
      {
        text: 'Tautomers | modes reckless, rapid, careful; default careful',
        held: [
          'packages/core/src/workflows/tautomers.test.ts › the defaults of the specification: careful among reckless, rapid and careful',
        ],
      },
      {
        text: 'Solubility | methods fastsolv, kingfisher, esol',
        held: [
          'packages/core/src/workflows/solubility.test.ts › choices: Kingfisher is greyed where no worker has it; temperatures in °C, values in kelvin',
          'packages/core/src/workflows/solubility.test.ts › empty choices, several structures and open shell',
        ],
      },
      {
        text: 'Co-folding | models boltz_2 (default), chai_1r, boltz_1; use_msa_server true, use_potentials false',
        held: ['packages/core/src/workflows/protein-cofolding.test.ts › defaults are those of the specification'],
      },
      {
        text: 'NMR | method magnet-zero, solvent chloroform',
        held: ['packages/core/src/workflows/nmr.test.ts › the defaults of the specification'],
      },
      {
        text: 'MSA | output format colabfold',
        held: [
          'packages/core/src/workflows/msa.test.ts › the format is colabfold by default; what is stored validates against the public schema',
        ],
      },
      {
        text: 'Orbitals | b97_3c, engine psi4, mode auto, density and electrostatic potential cubes on, 1 occupied and 1 virtual orbital',
        held: ["packages/core/src/workflows/electronic-properties.test.ts › defaults are the specification's"],
      },
      {
        text: 'Pose MD | 4 trajectories, 10 ns simulation, 300 K; limit 1e4 appears',
        held: [
          "packages/core/src/workflows/pose-analysis-md.test.ts › defaults are the specification's",
          'packages/core/src/workflows/pose-analysis-md.test.ts › where the data say nothing of frames, at most 10 000 are assumed',
          'packages/core/src/tables/derived-values.test.ts › frames derive from time and time step, at most 10 000; a recorded count wins',
        ],
      },
      {
        text: 'Binder design | protocol protein-anything, 10 designs, budget 2; protocols protein-anything, peptide-anything, protein-small_molecule, nanobody-anything',
        held: [
          'packages/core/src/workflows/protein-binder-design.test.ts › defaults: protein-anything, 10 designs, budget 2',
        ],
      },
      {
        text: 'MD | ensemble nvt, random initialization, timestep 1, 500 steps, temperature 300, Langevin timescale 100, Berendsen timescale 1000, save interval 10; method omol25_conserving_s, engine omol25',
        held: ["packages/core/src/workflows/molecular-dynamics.test.ts › defaults are the specification's"],
      },
      {
        text: 'IRC | preopt on, step size 0.05, max 30 steps, mode manual',
        held: ["packages/core/src/workflows/irc.test.ts › defaults are the specification's"],
      },
      {
        text: 'Scan | omol25_conserving_s, optimize task, wavefront propagation on',
        held: ["packages/core/src/workflows/scan.test.ts › defaults are the specification's"],
      },
      {
        text: 'Strain | aimnet2_wb97md3',
        held: [
          'packages/core/src/workflows/strain.test.ts › the defaults: AIMNet2 in manual mode, ETKDG in rapid mode, a spring of 5 on heavy atoms',
        ],
      },
      {
        text: 'Ion mobility | temperature 300, protonate false',
        held: ['packages/core/src/workflows/ion-mobility.test.ts › the defaults of the specification'],
      },
      {
        text: 'Redox | oxidation true, reduction false, mode rapid',
        held: [
          'packages/core/src/workflows/redox-potential.test.ts › defaults: oxidation without reduction, mode rapid, acetonitrile',
        ],
      },
      {
        text: 'Multistage opt | mode rapid, xtb_preopt true',
        held: ['packages/core/src/workflows/multistage-opt.test.ts › defaults: rapid with a preoptimization'],
      },
      {
        text: 'Spin states | states [1,3,5]; method chains per mode (reckless GFN-FF then GFN2-xTB; meticulous up to wb97m_d3bj)',
        held: [
          'packages/core/src/workflows/spin-states.test.ts › defaults: multiplicities 1, 3 and 5, mode rapid',
          'packages/core/src/workflows/spin-states.test.ts › the chain of each mode',
          'packages/core/src/methods/methods.test.ts › multistage optimization, $key',
        ],
      },
      {
        text: 'BDE | mode OMOL25_CONSERVING_S;',
        held: [
          'packages/core/src/workflows/bde.test.ts › default mode and the titles of the modes, our own beside them',
        ],
      },
      {
        text: 'modes Rapid NNP, Rapid Semiempirical (G_XTB//GFN2_XTB), Careful DFT (R2SCAN3C//GFN2_XTB); careful chain uses r2scan_3c then wb97x_3c',
        held: [
          'packages/core/src/methods/methods.test.ts › bond dissociation: the values of the form and of stored items',
        ],
      },
      {
        text: 'Fukui | opt gfn2_xtb/xtb, Fukui gfn1_xtb/xtb',
        held: [
          'packages/core/src/workflows/fukui.test.ts › defaults: GFN2-xTB for the optimization, GFN1-xTB for the indices, both by xtb',
        ],
      },
      {
        text: 'Double-ended TS | method omol25_conserving_s, engine omol25, mode auto, FSM, cartesian optimization, redundant internal coordinates interpolation, min_num_nodes 18, num_interpolation_points 100, max_optimizer_iterations 3, max_line_search_steps 2, max_displacement 0.3, optimize_inputs true, optimize_ts true; engines aimnet2, egret, mace, omol25, orb, xtb, psi4',
        held: [
          "packages/core/src/workflows/double-ended-ts-search.test.ts › defaults are the specification's",
          'packages/core/src/workflows/double-ended-ts-search.test.ts › %# is refused',
          'packages/core/src/workflows/double-ended-ts-search.test.ts › an engine outside the list is replaced on resubmission; our own for an allowed method is kept',
        ],
      },
      {
        text: 'Basic calculation | method omol25_conserving_s, engine omol25, mode auto, task optimize',
        held: [
          'packages/core/src/workflows/basic-calculation.test.ts › defaults: OMol25 by its own engine, mode auto, an optimization',
        ],
      },
      {
        text: 'General modes: auto, reckless, rapid, careful, meticulous, debug, manual.',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Optimization convergence (energy change / max gradient / RMS gradient): Reckless 0.00002/0.007/0.006;',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Rapid 0.00005/0.005/0.0035;',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Careful 0.000001/0.0009/0.0006;',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Meticulous 0.000001/0.00003/0.00002;',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Debug 0.000001/0.000004/0.000002.',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
    ],
  },
];
