/**
 * What `npm run examples` computes: one small job of each type that this product runs by itself. `about` is the sentence that is beside it in
 * the portal's folder *Examples* and in the documentation.
 */

/** Cartesian coordinates in Å as the API takes them: element, x, y, z. */
const molecule = (...atoms) => ({
  charge: 0,
  multiplicity: 1,
  atoms: atoms.map(([atomic_number, ...position]) => ({ atomic_number, position })),
});

const gfn2 = { method: 'gfn2_xtb' };
const gfn2Chain = { mode: 'manual', optimization_settings: [gfn2] };

/** Acyl-protein thioester reductase of Photobacterium phosphoreum (UniProt P19841); its relatives are in examples/sequences. */
const luxc =
  'MCNAEFKGDCMIKKIPMIIGGAERDTSEHEYRELTLNSYKVSIPIINQDDVEAIKSQSVENNLNINQIVNFLYTVGQKWKSENYSRRLTYIRDLVRFLGY' +
  'SPEMAKLEANWISMILSSKSALYDIVETELGSRHIVDEWLPQGDCYVKAMPKGKSVHLLAGNVPLSGVTSIIRAILTKNECIIKTSSADPFTAIALASSF' +
  'IDTDEHHPISRSMSVMYWSHNEDIAIPQQIMNCADVVVSWGGYDAIKWATEHTPVNVDILKFGPKKSIAIVDNPVDITASAIGVAHDICFYDQQACFSTQ' +
  'DIYYIGDNIDAFFDELVEQLNLYMDILPKGDQTFDEKASFSLIEKECQFAKYKVEKGDNQSWLLVKSPLGSFGNQPLARSAYIHHVSDISEITPYIENRI' +
  'TQTVTVTPWESSFKYRDVLASHGAERIVESGMNNIFRVGGAHDGMRPLQRLVKYISHERPYTYSTKDVAVKIEQTRYLEEDKFLVFVP';

/**
 * `revision` (1 where it is missing) says which revision of the recipe the stored result must have. Raise it in the change that alters the numbers of the
 * type, and compute the example again; a check fails until then. Changes that leave the numbers alone, such as comments and moved files, need nothing.
 * `key` names the stored file where a type has a second example: its type, a dot and a word.
 * @typedef {{type: string, key?: string, name: string, about: string, smiles?: string, molecule?: object, data?: object, protein?: string, revision?: number}} ExampleJob
 */

/** @type {readonly ExampleJob[]} */
export const jobs = [
  {
    type: 'conformer_search',
    name: 'Ibuprofen: conformers',
    about: 'The shapes that ibuprofen takes at room temperature, and how much of each there is.',
    smiles: 'CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O',
    data: { conf_gen_mode: 'rapid', mso_mode: 'manual', multistage_opt_settings: gfn2Chain, max_confs: 12 },
  },
  {
    type: 'basic_calculation',
    name: 'Water: geometry and vibrations',
    about:
      'The smallest useful calculation: water is optimized, and its three vibrations are those of an infrared spectrum.',
    smiles: 'O',
    data: { settings: gfn2, tasks: ['optimize', 'frequencies', 'charge', 'dipole'] },
  },
  {
    type: 'basic_calculation',
    key: 'basic_calculation.excited_states',
    name: 'Hydrogen peroxide: UV and circular dichroism',
    about:
      'The smallest chiral molecule, in one of its mirror images (dihedral 112°): excited states by time-dependent density-functional theory, with spectra of absorption and circular dichroism and the orbitals between which an electron moves.',
    molecule: molecule(
      ...[
        [8, 0, 0.725, 0],
        [8, 0, -0.725, 0],
        [1, 0.5342, 0.8934, 0.792],
        [1, 0.5342, -0.8934, -0.792],
      ],
    ),
    data: {
      settings: {
        method: 'camb3lyp',
        basis_set: { name: 'def2-SVPD' },
        tasks: ['energy', 'charge', 'dipole'],
        excited_state_settings: { num_excitations: 5, tda: false },
      },
    },
  },
  {
    type: 'tautomers',
    name: '2-Pyridone: tautomers',
    about: 'Pyridone or hydroxypyridine? Water prefers the first.',
    smiles: 'O=c1cccc[nH]1',
    data: { mode: 'rapid' },
  },
  {
    type: 'conformers',
    name: 'Pentane: conformers',
    about: 'The four distinct shapes of pentane, among them the strained g+g−.',
    smiles: 'CCCCC',
  },
  {
    type: 'multistage_opt',
    name: 'Ethanol: two levels of theory',
    about: 'A quick geometry by GFN2-xTB, and on top of it one energy by density-functional theory.',
    smiles: 'CCO',
    data: {
      mode: 'manual',
      optimization_settings: [gfn2],
      singlepoint_settings: { method: 'r2scan_3c' },
    },
  },
  {
    type: 'scan',
    name: 'Butane: rotation about the middle bond',
    about: 'The textbook curve: anti lowest, gauche a little above, eclipsed on top.',
    smiles: 'CCCC',
    data: {
      scan_settings: [{ type: 'dihedral', atoms: [1, 2, 3, 4], start: 0, stop: 360, num: 25 }],
      calc_settings: { ...gfn2, tasks: ['optimize'] },
    },
  },
  {
    type: 'irc',
    name: 'Ammonia: inversion',
    about: 'The umbrella flip of ammonia, followed both ways from its flat saddle point.',
    molecule: molecule([7, 0, 0, 0], [1, 0.99, 0, 0], [1, -0.5, 0.87, 0], [1, -0.5, -0.87, 0]),
    data: { mode: 'manual', settings: { ...gfn2, mode: 'careful' }, preopt: true, max_irc_steps: 30 },
  },
  {
    type: 'double_ended_ts_search',
    name: 'Formaldehyde: loss of hydrogen',
    about: 'The saddle point between formaldehyde and carbon monoxide with hydrogen, found from the two ends.',
    data: {
      reactant: molecule([6, 0, 0, -0.53], [8, 0, 0, 0.68], [1, 0, 0.94, -1.11], [1, 0, -0.94, -1.11]),
      product: molecule([6, 0, 0, -0.53], [8, 0, 0, 0.6], [1, 0, 1.9, -1.9], [1, 0, 1.5, -2.53]),
      calculation_settings: { ...gfn2, mode: 'rapid' },
      search_settings: { min_num_nodes: 10, num_interpolation_points: 20 },
      optimize_inputs: true,
      optimize_ts: true,
    },
  },
  {
    type: 'bde',
    name: 'Toluene: C–H bonds',
    about: 'The C–H bond of the methyl group is the weak one.',
    smiles: 'Cc1ccccc1',
    data: { mode: 'r2scan3c_gfn2_by_class', all_CH: true },
  },
  {
    type: 'redox_potential',
    name: 'Benzoquinone: reduction',
    about: 'How easily p-benzoquinone takes an electron in acetonitrile.',
    smiles: 'O=C1C=CC(=O)C=C1',
    data: { redox_method: 'gfn2_alpb_absolute', reduction: true, oxidation: false },
  },
  {
    type: 'spin_states',
    name: 'Oxygen: singlet or triplet',
    about: 'Molecular oxygen is a triplet: two electrons stay unpaired.',
    smiles: 'O=O',
    data: {
      states: [1, 3],
      mode: 'manual',
      multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'r2scan_3c' }] },
    },
  },
  {
    type: 'electronic_properties',
    name: 'Water: highest occupied orbital',
    about: 'The lone pair of water that stands upright on its plane.',
    smiles: 'O',
    data: {
      settings: { method: 'hf', basis_set: { name: '6-31G*' } },
      compute_density_cube: false,
      compute_electrostatic_potential_cube: false,
      compute_num_occupied_orbitals: 1,
      compute_num_virtual_orbitals: 0,
    },
  },
  {
    type: 'fukui',
    name: 'Acrolein: where reagents attack',
    about: 'Fukui functions of acrolein: a nucleophile finds the end of the double bond and the carbonyl carbon.',
    smiles: 'C=CC=O',
  },
  {
    type: 'descriptors',
    name: 'Caffeine: descriptors',
    about: 'The 1 826 numbers of Mordred, as models take them.',
    smiles: 'CN1C=NC2=C1C(=O)N(C)C(=O)N2C',
  },
  {
    type: 'strain',
    name: 'Gauche butane: strain',
    about: 'How much energy a given shape costs against the best one.',
    molecule: molecule(
      ...[
        [6, 1.96, -0.532, 0.198],
        [6, 0.62, -0.08, 0.758],
        [6, -0.533, -0.222, -0.236],
        [6, -0.84, -1.665, -0.604],
      ],
      ...[
        [1, 2.197, -0.003, -0.731],
        [1, 2.758, -0.323, 0.919],
        [1, 1.969, -1.607, -0.003],
        [1, 0.702, 0.974, 1.048],
      ],
      ...[
        [1, 0.398, -0.644, 1.671],
        [1, -0.314, 0.348, -1.146],
        [1, -1.431, 0.223, 0.208],
      ],
      ...[
        [1, -1.038, -2.266, 0.29],
        [1, -1.727, -1.709, -1.244],
        [1, -0.013, -2.124, -1.154],
      ],
    ),
    data: { multistage_opt_settings: gfn2Chain },
  },
  {
    type: 'molecular_dynamics',
    name: 'Water: one picosecond',
    about: 'A water molecule moves at 300 K.',
    smiles: 'O',
    data: {
      settings: { ensemble: 'nvt', timestep: 0.5, num_steps: 2000, save_interval: 20, temperature: 300 },
      calc_settings: gfn2,
    },
  },
  {
    type: 'pka',
    name: '4-Aminobenzoic acid: pKa',
    about: 'One acid and one base in the same molecule.',
    smiles: 'Nc1ccc(C(=O)O)cc1',
    data: { microscopic_pka_method: 'gfn2_alpb_linear' },
  },
  {
    type: 'macropka',
    name: 'Glycine: microstates',
    about: 'From the cation over the zwitterion to the anion, as the pH rises.',
    smiles: 'NCC(=O)O',
  },
  {
    type: 'solubility',
    name: 'Caffeine: solubility',
    about: 'How much caffeine dissolves in water.',
    smiles: 'CN1C=NC2=C1C(=O)N(C)C(=O)N2C',
    data: { solubility_method: 'esol', solvents: ['O'], temperatures: [298.15] },
  },
  {
    type: 'admet',
    name: 'Aspirin: ADMET',
    about: 'Absorption, distribution, metabolism, excretion and toxicity of aspirin, each beside the approved drugs.',
    smiles: 'CC(=O)Oc1ccccc1C(=O)O',
  },
  {
    type: 'hydrogen_bond_basicity',
    name: 'Pyridine: hydrogen-bond basicity',
    about: 'How strongly the nitrogen of pyridine takes a hydrogen bond.',
    smiles: 'c1ccncc1',
  },
  {
    type: 'ion_mobility',
    name: 'Choline: collision cross-section',
    about: 'How large the choline ion looks to a drifting gas.',
    smiles: 'C[N+](C)(C)CCO',
    data: { protonate: false },
  },
  {
    type: 'nmr',
    name: 'Ethanol: NMR',
    about: 'The two carbons and the three kinds of hydrogen of ethanol.',
    smiles: 'CCO',
  },
  {
    type: 'msa',
    name: 'LuxC: related sequences',
    about: 'Relatives of a protein of luminous bacteria, found in a small database and laid on one another.',
    data: { initial_protein_sequences: [luxc], output_formats: ['colabfold'] },
  },
  {
    type: 'pose_analysis_md',
    name: 'Formamide on a short peptide: one picosecond',
    about:
      'Twelve residues of the crystal structure 1IA1 with a molecule of formamide beside them, in water: too short to judge a pose, long enough to play.',
    protein: '1ia1-turn',
    smiles: 'NC=O',
    data: {
      ...{ ligand_residue_name: 'LIG', num_trajectories: 1, timestep_fs: 2, protein_restraint_cutoff: 7 },
      ...{ equilibration_time_ns: 0.0005, simulation_time_ns: 0.001, nonbonded_cutoff: 6, water_buffer: 2 },
    },
  },
  {
    type: 'docking',
    name: 'A ligand back in dihydrofolate reductase',
    about: 'The inhibitor of the crystal structure 1IA1 finds its pocket again.',
    protein: '1ia1-pocket',
    smiles: 'Nc1nc(N)c2c(Sc3ccccc3)cccc2n1',
    data: { docking_settings: { executable: 'vina', scoring_function: 'vina', exhaustiveness: 8, max_poses: 4 } },
  },
  {
    type: 'batch_docking',
    name: 'Three ligands for dihydrofolate reductase',
    about: 'The inhibitor of the crystal structure 1IA1 beside two other molecules.',
    protein: '1ia1-pocket',
    data: {
      initial_smiles_list: ['Nc1nc(N)c2c(Sc3ccccc3)cccc2n1', 'CC(=O)Oc1ccccc1C(=O)O', 'CN1C=NC2=C1C(=O)N(C)C(=O)N2C'],
      docking_settings: { executable: 'vina', scoring_function: 'vina', exhaustiveness: 4, max_poses: 1 },
    },
  },
  {
    type: 'logp',
    name: 'Ibuprofen: logP',
    about: 'How much ibuprofen prefers octanol to water; PHYSPROP lists a measured value of 3.97.',
    smiles: 'CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O',
    data: { logp_method: 'environment_ridge_physprop' },
  },
  {
    type: 'pocket_detection',
    name: 'Dihydrofolate reductase: pockets',
    about: 'Where a ligand may bind in the residues around the active site of dihydrofolate reductase.',
    data: { settings: { settings_type: 'pocketeer', merge_distance: 2.75 } },
    protein: '1ia1-pocket',
  },
  {
    type: 'solvent_dependent_conformers',
    name: 'Ethylene glycol: conformers by solvent',
    about: 'The hydrogen bond within the molecule counts less in water than in hexane.',
    smiles: 'OCCO',
    data: {
      conf_gen_settings: { settings_type: 'etkdg', mode: 'rapid' },
      multistage_opt_settings: {
        mode: 'manual',
        optimization_settings: [{ method: 'gfn2_xtb', solvent_settings: { solvent: 'water', model: 'alpb' } }],
        singlepoint_settings: { method: 'r2scan_3c' },
      },
      final_correction: 'gfn2_alpb_solvation',
    },
  },
  {
    type: 'protein_preparation',
    name: 'Dihydrofolate reductase: preparation',
    about:
      'Residues 56 to 67 of dihydrofolate reductase with hydrogens at pH 7.4, capped ends and the formamide beside them.',
    data: {
      add_missing_method: 'pdbfixer',
      protonation_method: 'propka_3',
      retain_non_polymer: { LIG: 'NC=O' },
      pocket_ligand: 'LIG',
    },
    protein: '1ia1-turn',
  },
  {
    type: 'analogue_docking',
    name: 'Analogues of a ligand of dihydrofolate reductase',
    about: 'Three analogues of the inhibitor of the crystal structure 1IA1, built on its pose.',
    molecule: molecule(
      [6, 7.958, 36.72, 19.339],
      [6, 8.951, 35.875, 18.774],
      [6, 8.54, 34.628, 18.216],
      [7, 7.292, 34.215, 18.274],
      [6, 6.329, 34.97, 18.852],
      [7, 6.58, 36.22, 19.331],
      [7, 9.286, 33.671, 17.633],
      [6, 8.244, 37.953, 19.9],
      [6, 9.566, 38.397, 19.903],
      [6, 10.587, 37.608, 19.327],
      [6, 10.312, 36.406, 18.823],
      [7, 5.051, 34.59, 18.954],
      [16, 11.641, 35.345, 18.239],
      [6, 13.0, 36.483, 18.048],
      [6, 12.982, 37.38, 17.013],
      [6, 14.067, 38.271, 16.81],
      [6, 15.196, 38.12, 17.662],
      [6, 15.223, 37.221, 18.708],
      [6, 14.12, 36.321, 18.916],
      [1, 8.838, 32.816, 17.274],
      [1, 10.305, 33.794, 17.545],
      [1, 7.444, 38.57, 20.335],
      [1, 9.816, 39.368, 20.357],
      [1, 11.618, 37.99, 19.295],
      [1, 4.364, 35.21, 19.406],
      [1, 4.754, 33.677, 18.581],
      [1, 12.118, 37.41, 16.333],
      [1, 14.037, 39.044, 16.028],
      [1, 16.083, 38.745, 17.48],
      [1, 16.09, 37.192, 19.385],
      [1, 14.139, 35.551, 19.701],
    ),
    data: {
      analogues: ['Nc1nc(N)c2c(Sc3ccc(C)cc3)cccc2n1', 'Nc1nc(N)c2c(Oc3ccccc3)cccc2n1', 'Nc1nc(N)c2c(SC3CCCC3)cccc2n1'],
      analogue_names: ['4-methylphenyl', 'ether', 'cyclopentyl'],
      docking_settings: { executable: 'vina', scoring_function: 'vina', max_poses: 2 },
      run_local_optimization: true,
    },
    protein: '1ia1-pocket',
  },
  {
    type: 'protein_md',
    name: 'A short peptide in water: ten picoseconds',
    about:
      'Twelve residues of the crystal structure 1IA1 move in water: too short to judge the fold, long enough to play and to see what is computed of each frame.',
    data: {
      ...{ equilibration_time_ns: 0.005, simulation_time_ns: 0.01, frame_save_interval_ps: 0.2 },
      ...{ analysis_interval_ps: 1, nonbonded_cutoff: 7, water_buffer: 4 },
    },
    protein: '1ia1-turn',
  },
  {
    type: 'binding_affinity',
    name: 'Formamide on a short peptide: interaction energy',
    about: 'How strongly twelve residues of the crystal structure 1IA1 hold the molecule of formamide beside them.',
    data: {
      ligand_residue_name: 'LIG',
      ligand_smiles: ['NC=O'],
      binding_affinity_settings: {
        multistage_opt_settings: {
          singlepoint_settings: { method: 'gfn2_xtb', solvent_settings: { solvent: 'water', model: 'alpb' } },
        },
      },
    },
    protein: '1ia1-turn',
  },
  {
    type: 'interaction_energy_decomposition',
    name: 'Two molecules of water: SAPT0',
    about: 'What holds the water dimer together; psi4 computed it on a server that has it.',
    molecule: molecule(
      [8, -1.551007, -0.11452, 0],
      [1, -1.934259, 0.762503, 0],
      [1, -0.599677, 0.040712, 0],
      [8, 1.350625, 0.111469, 0],
      [1, 1.680398, -0.373741, -0.758561],
      [1, 1.680398, -0.373741, 0.758561],
    ),
    data: { fragment1_indices: [1, 2, 3] },
  },
  {
    type: 'membrane_permeability',
    name: 'Ibuprofen: permeation of membranes',
    about: 'How fast ibuprofen crosses membranes by itself, and its energy on the way.',
    smiles: 'CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O',
    data: { membrane_permeability_method: 'pypermm' },
  },
];
