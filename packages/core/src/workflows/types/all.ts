/** Written by `npm run catalogue` from the folders beside this file. */
import type { ResultDefinition, WorkflowDefinition } from '../definition.ts';
import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../type-entry.ts';
import * as admet from './admet/entry.ts';
import * as analogue_docking from './analogue_docking/entry.ts';
import * as basic_calculation from './basic_calculation/entry.ts';
import * as batch_docking from './batch_docking/entry.ts';
import * as bde from './bde/entry.ts';
import * as binding_affinity from './binding_affinity/entry.ts';
import * as conformer_search from './conformer_search/entry.ts';
import * as conformers from './conformers/entry.ts';
import * as descriptors from './descriptors/entry.ts';
import * as docking from './docking/entry.ts';
import * as double_ended_ts_search from './double_ended_ts_search/entry.ts';
import * as electronic_properties from './electronic_properties/entry.ts';
import * as fukui from './fukui/entry.ts';
import * as hydrogen_bond_basicity from './hydrogen_bond_basicity/entry.ts';
import * as interaction_energy_decomposition from './interaction_energy_decomposition/entry.ts';
import * as ion_mobility from './ion_mobility/entry.ts';
import * as irc from './irc/entry.ts';
import * as logp from './logp/entry.ts';
import * as macropka from './macropka/entry.ts';
import * as membrane_permeability from './membrane_permeability/entry.ts';
import * as molecular_dynamics from './molecular_dynamics/entry.ts';
import * as msa from './msa/entry.ts';
import * as multistage_opt from './multistage_opt/entry.ts';
import * as nmr from './nmr/entry.ts';
import * as pka from './pka/entry.ts';
import * as pocket_detection from './pocket_detection/entry.ts';
import * as pose_analysis_md from './pose_analysis_md/entry.ts';
import * as protein_binder_design from './protein_binder_design/entry.ts';
import * as protein_cofolding from './protein_cofolding/entry.ts';
import * as protein_md from './protein_md/entry.ts';
import * as protein_preparation from './protein_preparation/entry.ts';
import * as redox_potential from './redox_potential/entry.ts';
import * as scan from './scan/entry.ts';
import * as solubility from './solubility/entry.ts';
import * as solvent_dependent_conformers from './solvent_dependent_conformers/entry.ts';
import * as spin_states from './spin_states/entry.ts';
import * as strain from './strain/entry.ts';
import * as tautomers from './tautomers/entry.ts';

/** All workflow types of this version, in the order of the menus. */
export const entries: readonly TypeEntry[] = [
  conformer_search.entry,
  conformers.entry,
  tautomers.entry,
  basic_calculation.entry,
  multistage_opt.entry,
  electronic_properties.entry,
  fukui.entry,
  descriptors.entry,
  macropka.entry,
  pka.entry,
  solubility.entry,
  admet.entry,
  hydrogen_bond_basicity.entry,
  redox_potential.entry,
  bde.entry,
  spin_states.entry,
  strain.entry,
  nmr.entry,
  ion_mobility.entry,
  scan.entry,
  irc.entry,
  double_ended_ts_search.entry,
  molecular_dynamics.entry,
  docking.entry,
  batch_docking.entry,
  pose_analysis_md.entry,
  protein_cofolding.entry,
  msa.entry,
  protein_binder_design.entry,
  logp.entry,
  pocket_detection.entry,
  solvent_dependent_conformers.entry,
  protein_preparation.entry,
  analogue_docking.entry,
  protein_md.entry,
  binding_affinity.entry,
  interaction_energy_decomposition.entry,
  membrane_permeability.entry,
];

/** What each is for, in one sentence. Apart from the entries, which every page with an element loads. */
export const summaries: Readonly<Record<string, string>> = {
  conformer_search: conformer_search.summary,
  conformers: conformers.summary,
  tautomers: tautomers.summary,
  basic_calculation: basic_calculation.summary,
  multistage_opt: multistage_opt.summary,
  electronic_properties: electronic_properties.summary,
  fukui: fukui.summary,
  descriptors: descriptors.summary,
  macropka: macropka.summary,
  pka: pka.summary,
  solubility: solubility.summary,
  admet: admet.summary,
  hydrogen_bond_basicity: hydrogen_bond_basicity.summary,
  redox_potential: redox_potential.summary,
  bde: bde.summary,
  spin_states: spin_states.summary,
  strain: strain.summary,
  nmr: nmr.summary,
  ion_mobility: ion_mobility.summary,
  scan: scan.summary,
  irc: irc.summary,
  double_ended_ts_search: double_ended_ts_search.summary,
  molecular_dynamics: molecular_dynamics.summary,
  docking: docking.summary,
  batch_docking: batch_docking.summary,
  pose_analysis_md: pose_analysis_md.summary,
  protein_cofolding: protein_cofolding.summary,
  msa: msa.summary,
  protein_binder_design: protein_binder_design.summary,
  logp: logp.summary,
  pocket_detection: pocket_detection.summary,
  solvent_dependent_conformers: solvent_dependent_conformers.summary,
  protein_preparation: protein_preparation.summary,
  analogue_docking: analogue_docking.summary,
  protein_md: protein_md.summary,
  binding_affinity: binding_affinity.summary,
  interaction_energy_decomposition: interaction_energy_decomposition.summary,
  membrane_permeability: membrane_permeability.summary,
};

/** Which question each answers. */
export const questions: Readonly<Record<string, TypeQuestion>> = {
  conformer_search: conformer_search.question,
  conformers: conformers.question,
  tautomers: tautomers.question,
  basic_calculation: basic_calculation.question,
  multistage_opt: multistage_opt.question,
  electronic_properties: electronic_properties.question,
  fukui: fukui.question,
  descriptors: descriptors.question,
  macropka: macropka.question,
  pka: pka.question,
  solubility: solubility.question,
  admet: admet.question,
  hydrogen_bond_basicity: hydrogen_bond_basicity.question,
  redox_potential: redox_potential.question,
  bde: bde.question,
  spin_states: spin_states.question,
  strain: strain.question,
  nmr: nmr.question,
  ion_mobility: ion_mobility.question,
  scan: scan.question,
  irc: irc.question,
  double_ended_ts_search: double_ended_ts_search.question,
  molecular_dynamics: molecular_dynamics.question,
  docking: docking.question,
  batch_docking: batch_docking.question,
  pose_analysis_md: pose_analysis_md.question,
  protein_cofolding: protein_cofolding.question,
  msa: msa.question,
  protein_binder_design: protein_binder_design.question,
  logp: logp.question,
  pocket_detection: pocket_detection.question,
  solvent_dependent_conformers: solvent_dependent_conformers.question,
  protein_preparation: protein_preparation.question,
  analogue_docking: analogue_docking.question,
  protein_md: protein_md.question,
  binding_affinity: binding_affinity.question,
  interaction_energy_decomposition: interaction_energy_decomposition.question,
  membrane_permeability: membrane_permeability.question,
};

/** What docs/accuracy.md says of each; null for those that do not compute by themselves. */
export const accuracies: Readonly<Record<string, TypeAccuracy | null>> = {
  conformer_search: conformer_search.accuracy,
  conformers: conformers.accuracy,
  tautomers: tautomers.accuracy,
  basic_calculation: basic_calculation.accuracy,
  multistage_opt: multistage_opt.accuracy,
  electronic_properties: electronic_properties.accuracy,
  fukui: fukui.accuracy,
  descriptors: descriptors.accuracy,
  macropka: macropka.accuracy,
  pka: pka.accuracy,
  solubility: solubility.accuracy,
  admet: admet.accuracy,
  hydrogen_bond_basicity: hydrogen_bond_basicity.accuracy,
  redox_potential: redox_potential.accuracy,
  bde: bde.accuracy,
  spin_states: spin_states.accuracy,
  strain: strain.accuracy,
  nmr: nmr.accuracy,
  ion_mobility: ion_mobility.accuracy,
  scan: scan.accuracy,
  irc: irc.accuracy,
  double_ended_ts_search: double_ended_ts_search.accuracy,
  molecular_dynamics: molecular_dynamics.accuracy,
  docking: docking.accuracy,
  batch_docking: batch_docking.accuracy,
  pose_analysis_md: pose_analysis_md.accuracy,
  protein_cofolding: protein_cofolding.accuracy,
  msa: msa.accuracy,
  protein_binder_design: protein_binder_design.accuracy,
  logp: logp.accuracy,
  pocket_detection: pocket_detection.accuracy,
  solvent_dependent_conformers: solvent_dependent_conformers.accuracy,
  protein_preparation: protein_preparation.accuracy,
  analogue_docking: analogue_docking.accuracy,
  protein_md: protein_md.accuracy,
  binding_affinity: binding_affinity.accuracy,
  interaction_energy_decomposition: interaction_energy_decomposition.accuracy,
  membrane_permeability: membrane_permeability.accuracy,
};

export const definitions: Readonly<Record<string, () => Promise<WorkflowDefinition>>> = {
  conformer_search: async () => (await import('./conformer_search/index.ts')).default,
  conformers: async () => (await import('./conformers/index.ts')).default,
  tautomers: async () => (await import('./tautomers/index.ts')).default,
  basic_calculation: async () => (await import('./basic_calculation/index.ts')).default,
  multistage_opt: async () => (await import('./multistage_opt/index.ts')).default,
  electronic_properties: async () => (await import('./electronic_properties/index.ts')).default,
  fukui: async () => (await import('./fukui/index.ts')).default,
  descriptors: async () => (await import('./descriptors/index.ts')).default,
  macropka: async () => (await import('./macropka/index.ts')).default,
  pka: async () => (await import('./pka/index.ts')).default,
  solubility: async () => (await import('./solubility/index.ts')).default,
  admet: async () => (await import('./admet/index.ts')).default,
  hydrogen_bond_basicity: async () => (await import('./hydrogen_bond_basicity/index.ts')).default,
  redox_potential: async () => (await import('./redox_potential/index.ts')).default,
  bde: async () => (await import('./bde/index.ts')).default,
  spin_states: async () => (await import('./spin_states/index.ts')).default,
  strain: async () => (await import('./strain/index.ts')).default,
  nmr: async () => (await import('./nmr/index.ts')).default,
  ion_mobility: async () => (await import('./ion_mobility/index.ts')).default,
  scan: async () => (await import('./scan/index.ts')).default,
  irc: async () => (await import('./irc/index.ts')).default,
  double_ended_ts_search: async () => (await import('./double_ended_ts_search/index.ts')).default,
  molecular_dynamics: async () => (await import('./molecular_dynamics/index.ts')).default,
  docking: async () => (await import('./docking/index.ts')).default,
  batch_docking: async () => (await import('./batch_docking/index.ts')).default,
  pose_analysis_md: async () => (await import('./pose_analysis_md/index.ts')).default,
  protein_cofolding: async () => (await import('./protein_cofolding/index.ts')).default,
  msa: async () => (await import('./msa/index.ts')).default,
  protein_binder_design: async () => (await import('./protein_binder_design/index.ts')).default,
  logp: async () => (await import('./logp/index.ts')).default,
  pocket_detection: async () => (await import('./pocket_detection/index.ts')).default,
  solvent_dependent_conformers: async () => (await import('./solvent_dependent_conformers/index.ts')).default,
  protein_preparation: async () => (await import('./protein_preparation/index.ts')).default,
  analogue_docking: async () => (await import('./analogue_docking/index.ts')).default,
  protein_md: async () => (await import('./protein_md/index.ts')).default,
  binding_affinity: async () => (await import('./binding_affinity/index.ts')).default,
  interaction_energy_decomposition: async () => (await import('./interaction_energy_decomposition/index.ts')).default,
  membrane_permeability: async () => (await import('./membrane_permeability/index.ts')).default,
};

/** What a view needs of each. */
export const results: Readonly<Record<string, () => Promise<ResultDefinition>>> = {
  conformer_search: async () => (await import('./conformer_search/results.ts')).default,
  conformers: async () => (await import('./conformers/results.ts')).default,
  tautomers: async () => (await import('./tautomers/results.ts')).default,
  basic_calculation: async () => (await import('./basic_calculation/results.ts')).default,
  multistage_opt: async () => (await import('./multistage_opt/results.ts')).default,
  electronic_properties: async () => (await import('./electronic_properties/results.ts')).default,
  fukui: async () => (await import('./fukui/results.ts')).default,
  descriptors: async () => (await import('./descriptors/results.ts')).default,
  macropka: async () => (await import('./macropka/results.ts')).default,
  pka: async () => (await import('./pka/results.ts')).default,
  solubility: async () => (await import('./solubility/results.ts')).default,
  admet: async () => (await import('./admet/results.ts')).default,
  hydrogen_bond_basicity: async () => (await import('./hydrogen_bond_basicity/results.ts')).default,
  redox_potential: async () => (await import('./redox_potential/results.ts')).default,
  bde: async () => (await import('./bde/results.ts')).default,
  spin_states: async () => (await import('./spin_states/results.ts')).default,
  strain: async () => (await import('./strain/results.ts')).default,
  nmr: async () => (await import('./nmr/results.ts')).default,
  ion_mobility: async () => (await import('./ion_mobility/results.ts')).default,
  scan: async () => (await import('./scan/results.ts')).default,
  irc: async () => (await import('./irc/results.ts')).default,
  double_ended_ts_search: async () => (await import('./double_ended_ts_search/results.ts')).default,
  molecular_dynamics: async () => (await import('./molecular_dynamics/results.ts')).default,
  docking: async () => (await import('./docking/results.ts')).default,
  batch_docking: async () => (await import('./batch_docking/results.ts')).default,
  pose_analysis_md: async () => (await import('./pose_analysis_md/results.ts')).default,
  protein_cofolding: async () => (await import('./protein_cofolding/results.ts')).default,
  msa: async () => (await import('./msa/results.ts')).default,
  protein_binder_design: async () => (await import('./protein_binder_design/results.ts')).default,
  logp: async () => (await import('./logp/results.ts')).default,
  pocket_detection: async () => (await import('./pocket_detection/results.ts')).default,
  solvent_dependent_conformers: async () => (await import('./solvent_dependent_conformers/results.ts')).default,
  protein_preparation: async () => (await import('./protein_preparation/results.ts')).default,
  analogue_docking: async () => (await import('./analogue_docking/results.ts')).default,
  protein_md: async () => (await import('./protein_md/results.ts')).default,
  binding_affinity: async () => (await import('./binding_affinity/results.ts')).default,
  interaction_energy_decomposition: async () => (await import('./interaction_energy_decomposition/results.ts')).default,
  membrane_permeability: async () => (await import('./membrane_permeability/results.ts')).default,
};

/** Types that take one small molecule as it is in a result, and can be opened with it. */
export const takers: readonly string[] = [
  'conformer_search',
  'conformers',
  'tautomers',
  'basic_calculation',
  'multistage_opt',
  'electronic_properties',
  'fukui',
  'descriptors',
  'macropka',
  'pka',
  'solubility',
  'admet',
  'hydrogen_bond_basicity',
  'redox_potential',
  'bde',
  'spin_states',
  'strain',
  'nmr',
  'ion_mobility',
  'scan',
  'irc',
  'molecular_dynamics',
  'docking',
  'logp',
  'solvent_dependent_conformers',
  'analogue_docking',
  'interaction_energy_decomposition',
  'membrane_permeability',
];
