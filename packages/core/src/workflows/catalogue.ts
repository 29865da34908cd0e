import type { Feature } from '../entities/platform-settings.ts';
import type { WorkflowDefinition } from './definition.ts';

/** What menus and routes need of a type; the definition itself is loaded when it is asked for. */
export interface CatalogueEntry {
  type: string;
  path: string;
  aliases: readonly string[];
  title: string;
  summary: string;
  /** Private feature without which new items of the type are neither offered nor taken. */
  feature?: Feature;
  /** Finished items are read again after so many seconds, for parts that arrive late; others are not. */
  finishedPollSeconds?: number;
  load: () => Promise<WorkflowDefinition>;
}

/** All workflow types of this version, in the order that menus show them. */
export const catalogue: readonly CatalogueEntry[] = [
  {
    type: 'conformer_search',
    path: '/conformer_search',
    aliases: ['/conformer-search'],
    title: 'Conformer Search',
    summary: 'Generates, optimizes and ranks the conformers of a molecule, with Boltzmann weights.',
    load: async () => (await import('./conformer-search.ts')).default,
  },
  {
    type: 'conformers',
    path: '/conformers',
    aliases: [],
    title: 'Conformers',
    summary: 'The older conformer search: conformers of one molecule with one final method and their weights.',
    load: async () => (await import('./conformers.ts')).default,
  },
  {
    type: 'tautomers',
    path: '/tautomers',
    aliases: [],
    title: 'Tautomer Search',
    summary: 'Finds the tautomers of a molecule and ranks them by energy in water.',
    load: async () => (await import('./tautomers.ts')).default,
  },
  {
    type: 'basic_calculation',
    path: '/calculation',
    aliases: [],
    title: 'Basic Calculation',
    summary: 'Energy, geometry optimization, frequencies and properties of one molecule with one method.',
    load: async () => (await import('./basic-calculation.ts')).default,
  },
  {
    type: 'multistage_opt',
    path: '/multistage-opt',
    aliases: [],
    title: 'Multistage Optimization',
    summary: 'Optimizes a molecule with methods of rising quality, then computes a final energy.',
    load: async () => (await import('./multistage-opt.ts')).default,
  },
  {
    type: 'electronic_properties',
    path: '/orbitals',
    aliases: [],
    title: 'Orbitals and Electronic Properties',
    summary: 'Orbitals, electron density, electrostatic potential, charges, bond orders and multipoles of a molecule.',
    finishedPollSeconds: 60,
    load: async () => (await import('./electronic-properties.ts')).default,
  },
  {
    type: 'fukui',
    path: '/fukui',
    aliases: [],
    title: 'Fukui Indices',
    summary: 'Where a molecule is attacked by nucleophiles, electrophiles and radicals.',
    load: async () => (await import('./fukui.ts')).default,
  },
  {
    type: 'descriptors',
    path: '/descriptors',
    aliases: [],
    title: 'Descriptors',
    summary: 'Molecular descriptors in two and three dimensions, with charges and Fukui indices of each atom.',
    load: async () => (await import('./descriptors.ts')).default,
  },
  {
    type: 'macropka',
    path: '/macropka',
    aliases: [],
    title: 'Macroscopic pKa',
    summary: 'All protonation states of a molecule by pH, its macroscopic pKa values, logD and isoelectric point.',
    load: async () => (await import('./macropka.ts')).default,
  },
  {
    type: 'pka',
    path: '/pka',
    aliases: [],
    title: 'Microscopic pKa',
    summary: 'pKa of each acidic and basic site of a molecule.',
    load: async () => (await import('./pka.ts')).default,
  },
  {
    type: 'solubility',
    path: '/solubility',
    aliases: [],
    title: 'Solubility',
    summary: 'Solubility of a molecule in solvents at several temperatures.',
    load: async () => (await import('./solubility.ts')).default,
  },
  {
    type: 'admet',
    path: '/admet',
    aliases: [],
    title: 'ADME-Tox Prediction',
    summary: 'Absorption, distribution, metabolism, excretion and toxicity of a molecule.',
    load: async () => (await import('./admet.ts')).default,
  },
  {
    type: 'hydrogen_bond_basicity',
    path: '/hydrogen-bond-basicity',
    aliases: [],
    title: 'Hydrogen-Bond Basicity',
    summary: 'Strength of each hydrogen-bond acceptor and donor site of a molecule.',
    load: async () => (await import('./hydrogen-bond-basicity.ts')).default,
  },
  {
    type: 'redox_potential',
    path: '/redox-potential',
    aliases: [],
    title: 'Redox Potential',
    summary: 'Oxidation and reduction potential of a molecule in acetonitrile.',
    load: async () => (await import('./redox-potential.ts')).default,
  },
  {
    type: 'bde',
    path: '/bde',
    aliases: [],
    title: 'Bond-Dissociation Energy',
    summary: 'Energy to break bonds of a molecule homolytically.',
    load: async () => (await import('./bde.ts')).default,
  },
  {
    type: 'spin_states',
    path: '/spin-states',
    aliases: [],
    title: 'Spin States',
    summary: 'Structures and energies of a molecule in several multiplicities.',
    load: async () => (await import('./spin-states.ts')).default,
  },
  {
    type: 'strain',
    path: '/strain',
    aliases: [],
    title: 'Strain',
    summary: 'Strain of a given pose of a molecule, relative to its relaxed conformers.',
    load: async () => (await import('./strain.ts')).default,
  },
  {
    type: 'nmr',
    path: '/nmr',
    aliases: [],
    title: 'NMR',
    feature: 'nmr',
    summary: 'Proton and carbon NMR spectra of a molecule, averaged over its conformers.',
    load: async () => (await import('./nmr.ts')).default,
  },
  {
    type: 'ion_mobility',
    path: '/ion-mobility',
    aliases: [],
    title: 'Ion Mobility',
    summary: 'Collision cross section of an ion, averaged over its conformers.',
    load: async () => (await import('./ion-mobility.ts')).default,
  },
  {
    type: 'scan',
    path: '/scan',
    aliases: [],
    title: 'Scan',
    summary: 'Energy along a bond length, an angle or a dihedral, in one or two dimensions.',
    load: async () => (await import('./scan.ts')).default,
  },
  {
    type: 'irc',
    path: '/irc',
    aliases: [],
    title: 'Intrinsic Reaction Coordinate',
    summary: 'Follows the reaction path from a transition state to both sides.',
    load: async () => (await import('./irc.ts')).default,
  },
  {
    type: 'double_ended_ts_search',
    path: '/double-ended-ts-search',
    aliases: [],
    title: 'Double-Ended TS Search',
    summary: 'Finds the path and the transition state between a reactant and a product.',
    load: async () => (await import('./double-ended-ts-search.ts')).default,
  },
  {
    type: 'molecular_dynamics',
    path: '/molecular-dynamics',
    aliases: [],
    title: 'Molecular Dynamics',
    summary: 'Motion of a molecule or a periodic system over time, on the energies of a chosen method.',
    load: async () => (await import('./molecular-dynamics.ts')).default,
  },
  {
    type: 'docking',
    path: '/docking',
    aliases: [],
    title: 'Docking',
    summary: 'Poses of a ligand in the pocket of a protein, with scores and strain.',
    load: async () => (await import('./docking.ts')).default,
  },
  {
    type: 'batch_docking',
    path: '/batch-docking',
    aliases: [],
    title: 'Batch Docking',
    summary: 'Docks a list of compounds into one pocket and ranks them by their best score.',
    load: async () => (await import('./batch-docking.ts')).default,
  },
  {
    type: 'pose_analysis_md',
    path: '/pose-analysis-md',
    aliases: [],
    title: 'Pose-Analysis MD',
    summary: 'Molecular dynamics of a docked pose: how far it moves, and which contacts last.',
    finishedPollSeconds: 60,
    load: async () => (await import('./pose-analysis-md.ts')).default,
  },
  {
    type: 'protein_cofolding',
    path: '/protein-cofolding',
    aliases: [],
    title: 'Protein–Ligand Co-Folding',
    summary: 'Structure of proteins, nucleic acids and ligands together, with confidence and binding affinity.',
    load: async () => (await import('./protein-cofolding.ts')).default,
  },
  {
    type: 'msa',
    path: '/msa',
    aliases: [],
    title: 'Multiple Sequence Alignment',
    summary: 'Related sequences of one or several proteins, aligned, as files for structure prediction.',
    load: async () => (await import('./msa.ts')).default,
  },
  {
    type: 'protein_binder_design',
    path: '/protein-binder-design',
    aliases: [],
    title: 'Protein Binder Design',
    summary: 'Designs proteins, peptides or nanobodies that bind a target.',
    load: async () => (await import('./protein-binder-design.ts')).default,
  },
];

/** Entry of a type as the API spells it, or null when this version does not know it. */
export function entryOfType(type: string): CatalogueEntry | null {
  return catalogue.find((entry) => entry.type === type) ?? null;
}

/** Entry of a route ("/conformer-search" and "/conformer_search" are the same), or null. */
export function entryOfPath(path: string): CatalogueEntry | null {
  return catalogue.find((entry) => entry.path === path || entry.aliases.includes(path)) ?? null;
}

/** Definition of a type, or null when this version does not know it: then the generic view shows the item. */
export async function loadWorkflow(type: string): Promise<WorkflowDefinition | null> {
  return (await entryOfType(type)?.load()) ?? null;
}

/** Address of an item's page; an unknown type has the generic one. `link`: a share link's key, for its public page. */
export function hrefOfItem(
  item: { object_type: string; uuid: string },
  options: { public?: boolean; link?: string | null } = {},
): string {
  const path = entryOfType(item.object_type)?.path ?? '/workflow';
  const query = options.link ? `?link=${encodeURIComponent(options.link)}` : '';
  return `${options.public ? '/public' : ''}${path}/${item.uuid}${query}`;
}
