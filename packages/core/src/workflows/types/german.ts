/** Written by `npm run catalogue` from the folders beside this file: German for the titles of the types. */
import { german as admet } from './admet/german.ts';
import { german as analogue_docking } from './analogue_docking/german.ts';
import { german as basic_calculation } from './basic_calculation/german.ts';
import { german as batch_docking } from './batch_docking/german.ts';
import { german as bde } from './bde/german.ts';
import { german as binding_affinity } from './binding_affinity/german.ts';
import { german as descriptors } from './descriptors/german.ts';
import { german as docking } from './docking/german.ts';
import { german as double_ended_ts_search } from './double_ended_ts_search/german.ts';
import { german as electronic_properties } from './electronic_properties/german.ts';
import { german as fukui } from './fukui/german.ts';
import { german as hydrogen_bond_basicity } from './hydrogen_bond_basicity/german.ts';
import { german as interaction_energy_decomposition } from './interaction_energy_decomposition/german.ts';
import { german as ion_mobility } from './ion_mobility/german.ts';
import { german as irc } from './irc/german.ts';
import { german as logp } from './logp/german.ts';
import { german as macropka } from './macropka/german.ts';
import { german as membrane_permeability } from './membrane_permeability/german.ts';
import { german as molecular_dynamics } from './molecular_dynamics/german.ts';
import { german as msa } from './msa/german.ts';
import { german as multistage_opt } from './multistage_opt/german.ts';
import { german as nmr } from './nmr/german.ts';
import { german as pka } from './pka/german.ts';
import { german as pocket_detection } from './pocket_detection/german.ts';
import { german as pose_analysis_md } from './pose_analysis_md/german.ts';
import { german as protein_binder_design } from './protein_binder_design/german.ts';
import { german as protein_cofolding } from './protein_cofolding/german.ts';
import { german as protein_md } from './protein_md/german.ts';
import { german as protein_preparation } from './protein_preparation/german.ts';
import { german as redox_potential } from './redox_potential/german.ts';
import { german as scan } from './scan/german.ts';
import { german as solvent_dependent_conformers } from './solvent_dependent_conformers/german.ts';
import { german as spin_states } from './spin_states/german.ts';
import { german as strain } from './strain/german.ts';
import { german as tautomers } from './tautomers/german.ts';

export const german: Readonly<Record<string, string>> = {
  ...admet,
  ...analogue_docking,
  ...basic_calculation,
  ...batch_docking,
  ...bde,
  ...binding_affinity,
  ...descriptors,
  ...docking,
  ...double_ended_ts_search,
  ...electronic_properties,
  ...fukui,
  ...hydrogen_bond_basicity,
  ...interaction_energy_decomposition,
  ...ion_mobility,
  ...irc,
  ...logp,
  ...macropka,
  ...membrane_permeability,
  ...molecular_dynamics,
  ...msa,
  ...multistage_opt,
  ...nmr,
  ...pka,
  ...pocket_detection,
  ...pose_analysis_md,
  ...protein_binder_design,
  ...protein_cofolding,
  ...protein_md,
  ...protein_preparation,
  ...redox_potential,
  ...scan,
  ...solvent_dependent_conformers,
  ...spin_states,
  ...strain,
  ...tautomers,
};
