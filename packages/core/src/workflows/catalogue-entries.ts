import type { Feature } from '../entities/platform-settings.ts';

/** What menus and routes need of a type besides its definition: how the API spells it, its page, its title. Written here and nowhere else. */
export interface TypeEntry {
  type: string;
  path: string;
  aliases: readonly string[];
  title: string;
  /** Private feature without which new items of the type are neither offered nor taken. */
  feature?: Feature;
  /** Finished items are read again after so many seconds, for parts that arrive late; others are not. */
  finishedPollSeconds?: number;
}

/** All workflow types of this version, in the order that menus show them. */
export const catalogueEntries: readonly TypeEntry[] = [
  {
    type: 'conformer_search',
    path: '/conformer_search',
    aliases: ['/conformer-search'],
    title: 'Conformer Search',
  },
  {
    type: 'conformers',
    path: '/conformers',
    aliases: [],
    title: 'Conformers',
  },
  {
    type: 'tautomers',
    path: '/tautomers',
    aliases: [],
    title: 'Tautomer Search',
  },
  {
    type: 'basic_calculation',
    path: '/calculation',
    aliases: [],
    title: 'Basic Calculation',
  },
  {
    type: 'multistage_opt',
    path: '/multistage-opt',
    aliases: [],
    title: 'Multistage Optimization',
  },
  {
    type: 'electronic_properties',
    path: '/orbitals',
    aliases: [],
    title: 'Orbitals and Electronic Properties',
    finishedPollSeconds: 60,
  },
  {
    type: 'fukui',
    path: '/fukui',
    aliases: [],
    title: 'Fukui Indices',
  },
  {
    type: 'descriptors',
    path: '/descriptors',
    aliases: [],
    title: 'Descriptors',
  },
  {
    type: 'macropka',
    path: '/macropka',
    aliases: [],
    title: 'Macroscopic pKa',
  },
  {
    type: 'pka',
    path: '/pka',
    aliases: [],
    title: 'Microscopic pKa',
  },
  {
    type: 'solubility',
    path: '/solubility',
    aliases: [],
    title: 'Solubility',
  },
  {
    type: 'admet',
    path: '/admet',
    aliases: [],
    title: 'ADME-Tox Prediction',
  },
  {
    type: 'hydrogen_bond_basicity',
    path: '/hydrogen-bond-basicity',
    aliases: [],
    title: 'Hydrogen-Bond Basicity',
  },
  {
    type: 'redox_potential',
    path: '/redox-potential',
    aliases: [],
    title: 'Redox Potential',
  },
  {
    type: 'bde',
    path: '/bde',
    aliases: [],
    title: 'Bond-Dissociation Energy',
  },
  {
    type: 'spin_states',
    path: '/spin-states',
    aliases: [],
    title: 'Spin States',
  },
  {
    type: 'strain',
    path: '/strain',
    aliases: [],
    title: 'Strain',
  },
  {
    type: 'nmr',
    path: '/nmr',
    aliases: [],
    title: 'NMR',
    feature: 'nmr',
  },
  {
    type: 'ion_mobility',
    path: '/ion-mobility',
    aliases: [],
    title: 'Ion Mobility',
  },
  {
    type: 'scan',
    path: '/scan',
    aliases: [],
    title: 'Scan',
  },
  {
    type: 'irc',
    path: '/irc',
    aliases: [],
    title: 'Intrinsic Reaction Coordinate',
  },
  {
    type: 'double_ended_ts_search',
    path: '/double-ended-ts-search',
    aliases: [],
    title: 'Double-Ended TS Search',
  },
  {
    type: 'molecular_dynamics',
    path: '/molecular-dynamics',
    aliases: [],
    title: 'Molecular Dynamics',
  },
  {
    type: 'docking',
    path: '/docking',
    aliases: [],
    title: 'Docking',
  },
  {
    type: 'batch_docking',
    path: '/batch-docking',
    aliases: [],
    title: 'Batch Docking',
  },
  {
    type: 'pose_analysis_md',
    path: '/pose-analysis-md',
    aliases: [],
    title: 'Pose-Analysis MD',
    finishedPollSeconds: 60,
  },
  {
    type: 'protein_cofolding',
    path: '/protein-cofolding',
    aliases: [],
    title: 'Protein–Ligand Co-Folding',
  },
  {
    type: 'msa',
    path: '/msa',
    aliases: [],
    title: 'Multiple Sequence Alignment',
  },
  {
    type: 'protein_binder_design',
    path: '/protein-binder-design',
    aliases: [],
    title: 'Protein Binder Design',
  },
];

/** The entry of a type that is there. Throws where this version has no such type: its definition lacks its entry. */
export function typeEntry(type: string): TypeEntry {
  const found = catalogueEntries.find((entry) => entry.type === type);
  if (!found) throw new Error(`The type ${type} has no entry in catalogue-entries.ts.`);
  return found;
}
