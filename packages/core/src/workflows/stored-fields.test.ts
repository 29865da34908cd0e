import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { compareJson } from '../testing/lossless.ts';
import { definitionOf } from '../testing/workflow-items.ts';

/** Fields that clients read and write, by type; `[]` is each entry of a list. */
const fields = {
  conformer_search:
    'conf_gen_mode conf_gen_settings mso_mode multistage_opt_settings solvent transition_state nci constraints conformer_uuids conformers energies settings.final_method mode',
  conformers: 'mode settings.solvent settings.final_method',
  tautomers: 'mode',
  macropka:
    'min_pH max_pH min_charge max_charge compute_aqueous_solubility compute_solvation_energy microstates[].smiles microstate_weights_by_pH[] isoelectric_point solvation_energy kpuu_probability',
  pka: 'microscopic_pka_method solvent pka_range deprotonate_elements deprotonate_atoms protonate_elements protonate_atoms mode structures conjugate_acids[].atom_index conjugate_acids[].pka conjugate_acids[].smiles conjugate_acids[].structures[].uuid conjugate_bases[].atom_index conjugate_bases[].pka conjugate_bases[].smiles conjugate_bases[].structures[].uuid strongest_acid strongest_base',
  solubility: 'solubility_method solvents[] temperatures[]',
  nmr: 'nmr_method solvent conf_gen_settings multistage_opt_settings conformers',
  msa: 'output_formats',
  protein_cofolding:
    'model use_msa_server use_potentials ligand_binding_affinity_index contact_constraints pocket_constraints compute_strain do_pose_refinement initial_smiles_list predicted_structure_uuid predicted_refined_structure_uuid scores.ptm scores.iptm scores.confidence_score scores.avg_lddt affinity_score.probability_binary affinity_score.pred_value strain posebusters_valid',
  redox_potential:
    'mode oxidation reduction neutral_molecule anion_molecule cation_molecule oxidation_potential reduction_potential',
  irc: 'irc_backward irc_forward starting_TS settings preopt max_irc_steps step_size',
  basic_calculation:
    'settings.method settings.engine settings.tasks settings.basis_set.name settings.basis_set.overrides settings.corrections settings.solvent_settings.solvent settings.solvent_settings.model settings.mode settings.opt_settings.constraints settings.opt_settings.transition_state settings.opt_settings.optimize_cell',
  electronic_properties:
    'compute_density_cube compute_electrostatic_potential_cube compute_num_occupied_orbitals compute_num_virtual_orbitals settings.method calc_uuid mode',
  pose_analysis_md:
    'protein_uuid ligand_residue_name num_trajectories equilibration_time_ns simulation_time_ns temperature pressure_atm langevin_timescale_ps timestep_fs constrain_hydrogens nonbonded_cutoff protein_prune_cutoff protein_restraint_cutoff protein_restraint_constant ionic_strength_M water_buffer trajectories bonds',
  strain: 'conf_gen_settings multistage_opt_settings harmonic_constraint_spring_constant constrain_hydrogens',
  protein_binder_design:
    'binder_design_input.protein_entities[] binder_design_input.ligand_entities[] binder_design_input.file_entities[] binder_design_settings.protocol binder_design_settings.num_designs binder_design_settings.budget generated_binders[].bound_structure',
  molecular_dynamics:
    'settings.ensemble settings.initialization settings.timestep settings.num_steps settings.confining_constraint settings.temperature settings.pressure settings.langevin_thermostat_timescale settings.berendsen_barostat_timescale settings.constraints settings.save_interval calc_settings frames[].calculation_uuid',
  scan: 'scan_settings[].atoms scan_settings[].start scan_settings[].stop scan_settings[].num scan_settings_2d[].atoms scan_points calc_settings wavefront_propagation mode initial_molecule',
  hydrogen_bond_basicity:
    'hba_sites[].atom_idx hba_sites[].pkbhx hba_sites[].position hbd_sites[].atom_idx hbd_sites[].pk_alpha do_csearch do_optimization optimization',
  ion_mobility: 'protonate temperature do_csearch do_optimization conformers average_ccs',
  spin_states: 'spin_states[].multiplicity spin_states[].calculation states[] xtb_preopt mode constraints frequencies',
  multistage_opt:
    'mode solvent xtb_preopt constraints transition_state frequencies calculations optimization_settings[] singlepoint_settings',
  fukui: ['opt_settings', 'fukui_settings']
    .flatMap((level) =>
      ['method', 'engine', 'corrections', 'mode', 'tasks', 'solvent_settings'].map((field) => `${level}.${field}`),
    )
    .join(' '),
  docking:
    'target_uuid pocket do_csearch do_optimization do_pose_refinement scores[].score scores[].strain scores[].pose scores[].complex_pdb conformers',
  batch_docking: 'target pocket docking_settings initial_smiles_list best_scores',
  bde: 'mode all_CH all_CX fragment_indices atoms bdes[].energy bdes[].fragment_idxs bdes[].calculation_uuids optimization_calculation_uuids multistage_opt_settings.optimization_settings[] multistage_opt_settings.singlepoint_settings',
  admet: 'properties',
  double_ended_ts_search:
    'reactant product forward_calculation_uuids backward_calculation_uuids forward_string_distances backward_string_distances ts_guess_calculation_uuid optimize_inputs optimize_ts calculation_settings search_settings.class_name search_settings.optimization_coordinates search_settings.interpolation_method search_settings.min_num_nodes search_settings.num_interpolation_points search_settings.max_optimizer_iterations search_settings.max_line_search_steps search_settings.max_displacement',
} as const;

interface Node {
  properties?: Record<string, Node>;
  items?: Node;
  prefixItems?: Node[];
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  $ref?: string;
}

/** Nodes that a step of a path leads to: a property, or the entries of a list. */
function after(root: Node, node: Node, step: string): Node[] {
  const branches = [node.anyOf, node.oneOf, node.allOf].flatMap((list) => list ?? []);
  const here = step === '[]' ? [node.items, ...(node.prefixItems ?? [])] : [node.properties?.[step]];
  const pointed = node.$ref
    ?.split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], root);
  return [
    ...here.filter((found) => found !== undefined),
    ...[...branches, ...(pointed ? [pointed as Node] : [])].flatMap((branch) => after(root, branch, step)),
  ];
}

const steps = (path: string) => path.replaceAll('[]', '.[]').split('.');

/** Those of the paths that the schemas of a type do not declare. */
async function missingFields(type: string, paths: readonly string[]): Promise<string[]> {
  const { settings, results } = await definitionOf(type);
  const root = z.toJSONSchema(z.extend(settings, results.shape), { io: 'output', unrepresentable: 'any' }) as Node;
  const ends = (path: string) =>
    steps(path).reduce((nodes, step) => nodes.flatMap((node) => after(root, node, step)), [root]);
  return paths.filter((path) => ends(path).length === 0);
}

test.each(Object.entries(fields))('%s has its fields', async (type, paths) => {
  expect(await missingFields(type, paths.split(' '))).toEqual([]);
});

test('a field that a type does not declare is found missing', async () => {
  const others = ['settings.scan', 'settings.method.name', 'settings.tasks', 'frames[].uuid'];
  expect(await missingFields('basic_calculation', others)).toEqual([
    'settings.scan',
    'settings.method.name',
    'frames[].uuid',
  ]);
});

test('names that no public model has are kept as they came', async () => {
  const legacy = {
    basic_calculation: {
      settings: {
        method: 'hf',
        solvent: 'water',
        scanSettings: { type: 'bond', atoms: [1, 2], start: 1, stop: 2, num: 5 },
        scanSettings2D: { type: 'bond', atoms: [1, 3], start: 1, stop: 2, num: 5 },
      },
    },
    hydrogen_bond_basicity: { hba_sites: [{ atom_idx: 1, pkbhx: 1.2, pk_alpha: 0.4, position: [0, 0, 0] }] },
  };
  for (const [type, data] of Object.entries(legacy)) {
    const { settings, results, misfits } = await definitionOf(type);
    expect(misfits(data)).toEqual([]);
    const parsed: unknown = JSON.parse(JSON.stringify(z.parse(z.extend(settings, results.shape), data)));
    expect(compareJson(data, parsed).changed).toEqual([]);
  }
});
