import type { Section } from './rows.ts';

/** Section 3 of the workflows document. */
export const entities: readonly Section[] = [
  {
    heading: '3. Entities and their fields (object_data per type)',
    rows: [
      {
        text: 'Conformer search: conf_gen_mode, conf_gen_settings, mso_mode, multistage_opt_settings, solvent, transition_state, nci, constraints, conformer_uuids, conformers, energies, settings.final_method, mode.',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/conformer-search.test.ts › an older item lists its conformers as the older type does, and names its method; nothing of it is written',
        ],
        note: 'conformers and settings.final_method are those of the older type: they are read, and never written.',
      },
      {
        text: 'Conformers: mode, settings.solvent, settings.final_method.',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/conformers.test.ts › the defaults of the specification',
        ],
      },
      {
        text: 'Tautomers: mode.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Macropka: min_pH, max_pH, min_charge, max_charge, compute_aqueous_solubility, compute_solvation_energy, microstates (each with smiles), microstate_weights_by_pH (pairs of pH and weights), isoelectric_point, solvation_energy, kpuu_probability.',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/macropka.test.ts › defaults are the specification’s, and what is written fits the public schema',
          'packages/core/src/workflows/macropka.test.ts › tables with units and ratings',
          'packages/core/src/workflows/macropka.test.ts › structures are the microstates, numbered',
        ],
      },
      {
        text: 'Microscopic pKa: microscopic_pka_method, solvent, pka_range (two numbers), deprotonate_elements, deprotonate_atoms, protonate_elements, protonate_atoms, mode, structures, conjugate_acids and conjugate_bases (each with atom_index, pka, smiles or structures with uuid), strongest_acid, strongest_base.',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/pka.test.ts › are the specification’s',
          'packages/core/src/workflows/pka.test.ts › so is what a run adds',
          'packages/core/src/workflows/pka.test.ts › tab, structures and table of the sites',
        ],
      },
      {
        text: 'Solubility: solubility_method (fastsolv, kingfisher, esol), solvents, temperatures (kelvin;',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/solubility.test.ts › fastsolv at five temperatures',
          'packages/core/src/workflows/solubility.test.ts › choices: Kingfisher is greyed where no worker has it; temperatures in °C, values in kelvin',
        ],
      },
      {
        text: 'shown in Celsius,',
        held: [
          'packages/core/src/workflows/solubility.test.ts › choices: Kingfisher is greyed where no worker has it; temperatures in °C, values in kelvin',
          'packages/core/src/workflows/solubility.test.ts › solvents by temperatures, in the order that was asked',
        ],
      },
      {
        text: 'K = °C + 273.15).',
        held: ['packages/core/src/chemistry/chemistry.test.ts › atoms, formulas, bonds, identifiers and temperatures'],
      },
      {
        text: 'NMR: nmr_method, solvent, conf_gen_settings, multistage_opt_settings, conformers.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'MSA: output_formats.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Co-folding: model, use_msa_server, use_potentials, ligand_binding_affinity_index, contact_constraints, pocket_constraints, compute_strain, do_pose_refinement, initial_smiles_list, predicted_structure_uuid, predicted_refined_structure_uuid, scores (ptm, iptm, confidence_score, avg_lddt), affinity_score (probability_binary, pred_value), strain, posebusters_valid.',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/protein-cofolding.test.ts › scores are rated, the affinity is read as log10 of µmol/L, and structures and tabs stand in their order',
        ],
      },
      {
        text: 'Redox: mode, oxidation, reduction (flags), neutral_molecule, anion_molecule, cation_molecule, oxidation_potential, reduction_potential.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'IRC: irc_backward, irc_forward, starting_TS, settings, preopt, max_irc_steps, step_size.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Basic calculation settings: method, engine, tasks, basis_set (name, overrides), corrections, solvent_settings (solvent, model), mode, opt_settings (constraints, transition_state, optimize_cell), scanSettings, scanSettings2D.',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/specification-fields.test.ts › names of the specification that no public model has are kept as they came',
          'packages/core/src/entities/entities.test.ts › of a calculation and its settings',
        ],
        note: 'scanSettings and scanSettings2D have no counterpart in the public model: they are kept as they came.',
      },
      {
        text: 'Energy corrections: zero_point_energy, thermal_energy_corr, thermal_enthalpy_corr, thermal_free_energy_corr, with totals derived.',
        held: ['packages/core/src/entities/entities.test.ts › of a molecule; the totals are derived'],
      },
      {
        text: 'Orbitals / electronic properties: compute_density_cube, compute_electrostatic_potential_cube, compute_num_occupied_orbitals, compute_num_virtual_orbitals, settings (method), calc_uuid, mode.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Pose MD: protein_uuid, ligand_residue_name, num_trajectories, equilibration_time_ns, simulation_time_ns, temperature, pressure_atm, langevin_timescale_ps, timestep_fs, constrain_hydrogens, nonbonded_cutoff, protein_prune_cutoff, protein_restraint_cutoff, protein_restraint_constant, ionic_strength_M, water_buffer.',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/pose-analysis-md.test.ts › %s is more than zero',
        ],
      },
      {
        text: 'Strain: conf_gen_settings, multistage_opt_settings, harmonic_constraint_spring_constant, constrain_hydrogens.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Binder design: binder_design_input (protein_entities, ligand_entities, file_entities lists), binder_design_settings (protocol, num_designs, budget), generated_binders (each with bound_structure).',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'MD: settings (ensemble, initialization, timestep, num_steps, confining_constraint, temperature, pressure, langevin_thermostat_timescale, berendsen_barostat_timescale, constraints, save_interval), calc_settings, frames (each with calculation_uuid).',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Scan: scan_settings (one or a list;',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/scan.test.ts › one coordinate is read as a list; without a type the number of atoms says it',
        ],
      },
      {
        text: 'each with atoms, start, stop, num), scan_settings_2d, scan_points, calc_settings, wavefront_propagation, mode, initial_molecule.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Hydrogen-bond basicity: hba_sites (atom_idx, pkbhx, pk_alpha, position), hbd_sites, do_csearch, do_optimization, optimization.',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/specification-fields.test.ts › names of the specification that no public model has are kept as they came',
        ],
        note: 'pk_alpha belongs to the donor sites; on an acceptor site it is kept as it came.',
      },
      {
        text: 'Ion mobility: protonate, temperature, do_csearch, do_optimization, conformers, average_ccs.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Spin states: spin_states (multiplicity, calculation), states (list of multiplicities), xtb_preopt, mode, constraints, frequencies.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Multistage optimization: mode, solvent, xtb_preopt, constraints, transition_state, frequencies, calculations, optimization_settings, singlepoint_settings.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Fukui: opt_settings and fukui_settings (method, engine, corrections, mode, tasks, solvent_settings).',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/fukui.test.ts › has the fields of the specification',
        ],
      },
      {
        text: 'Docking: target_uuid, pocket, do_csearch, do_optimization, do_pose_refinement, scores[] (score, strain, pose, complex_pdb), conformers.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Batch docking: target (protein), pocket, docking_settings, initial_smiles_list, best_scores.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'BDE: mode, all_CH, all_CX, fragment_indices, atoms, bdes[] (energy, fragment atoms;',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'energy null means failed;',
        held: [
          'packages/core/src/workflows/bde.test.ts › energies in kcal/mol beside the Hartree; a failed bond says so',
          'packages/core/src/tables/derived-values.test.ts › bond dissociation energies run from green to pale green; a failed one has no colour',
        ],
      },
      {
        text: 'fragment_idxs, calculation_uuids), optimization_calculation_uuids, multistage_opt_settings (optimization_settings[], singlepoint_settings).',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'ADMET: properties map.',
        held: [
          'packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification',
          'packages/core/src/workflows/admet.test.ts › every property of a full prediction stands in its tab once, with unit, decimals and rating',
        ],
      },
      {
        text: 'Each property has display name, short name, description, unit, value buckets, optional minimum, precision and an unreliable flag.',
        held: [
          'packages/core/src/tables/ratings.test.ts › are the 49 of the model, in its categories, with its ranges',
          'packages/core/src/tables/ratings.test.ts › each has its names, a description, a unit or none, a precision, and buckets where it is rated',
          'packages/core/src/tables/ratings.test.ts › VDss, PPBR and both clearances carry the unreliable flag, nothing else does',
        ],
      },
      {
        text: 'Double-ended TS search: reactant, product, forward_calculation_uuids, backward_calculation_uuids, forward_string_distances, backward_string_distances, ts_guess_calculation_uuid, optimize_inputs, optimize_ts, calculation_settings, search_settings (class_name, optimization_coordinates, interpolation_method, min_num_nodes, num_interpolation_points, max_optimizer_iterations, max_line_search_steps, max_displacement).',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
      },
      {
        text: 'Forward and backward steps are merged and sorted by string distance;',
        held: [
          'packages/core/src/tables/derived-values.test.ts › the path of a double-ended search is merged by distance from the reactant, the optimized guess comes last',
        ],
      },
      {
        text: 'an optimized guess TS is appended when optimize_ts is set.',
        held: [
          'packages/core/src/tables/derived-values.test.ts › the path of a double-ended search is merged by distance from the reactant, the optimized guess comes last',
        ],
      },
      {
        text: 'Trajectory item: trajectories, simulation_time_ns, timestep_fs, bonds.',
        held: ['packages/core/src/workflows/specification-fields.test.ts › %s has the fields of the specification'],
        note: 'Pose-analysis MD is the type that has them.',
      },
      {
        text: 'Total frames derive from simulation time and timestep.',
        held: [
          'packages/core/src/tables/derived-values.test.ts › frames derive from time and time step, at most 10 000; a recorded count wins',
        ],
      },
      {
        text: 'Molecule: atoms (position, atomic_number), charge, multiplicity, smiles, energy, cell.',
        held: ['packages/core/src/entities/entities.test.ts › of a molecule; the totals are derived'],
      },
      {
        text: 'Structure names: Initial Structure, Conformer n, Tautomer n, Microstate n, Optimized Structure, Neutral/Reduced/Oxidized Structure, IRC Backward/Forward Step n, Transition State, Step n, Constrained Optimization, Pose N, Single Point Structure, Structure N.',
        held: [
          'packages/core/src/workflows/conformers.test.ts › tabs, the initial structure while nothing has run, the empty table',
          'packages/core/src/workflows/conformers.test.ts › a conformer whose identifier is no UUID is left out, named, and its row kept',
          'packages/core/src/workflows/tautomers.test.ts › tabs and structures: the first structure of each tautomer',
          'packages/core/src/workflows/macropka.test.ts › structures are the microstates, numbered',
          'packages/core/src/workflows/multistage-opt.test.ts › structures: the final one first, by what it is',
          'packages/core/src/workflows/redox-potential.test.ts › tab, structures by the names of the specification, calculations',
          'packages/core/src/workflows/irc.test.ts › structures run from the far backward end over the transition state to the far forward end',
          'packages/core/src/workflows/scan.test.ts › tabs, structures and points; a failed point keeps its number',
          'packages/core/src/workflows/strain.test.ts › tabs and structures',
          'packages/core/src/workflows/docking.test.ts › tabs, and the poses in stored order',
          'packages/core/src/workflows/electronic-properties.test.ts › tabs and the structure',
          'packages/core/src/workflows/spin-states.test.ts › tabs, structures and calculations',
        ],
      },
    ],
  },
];
