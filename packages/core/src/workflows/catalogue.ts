import type { Feature } from '../entities/platform-settings.ts';
import type { WorkflowDefinition } from './definition.ts';

/** What menus and routes need of a type; the definition itself is loaded when it is asked for. */
export interface CatalogueEntry {
  type: string;
  path: string;
  aliases: readonly string[];
  title: string;
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
    load: async () => (await import('./definitions/conformer-search.ts')).default,
  },
  {
    type: 'conformers',
    path: '/conformers',
    aliases: [],
    title: 'Conformers',
    load: async () => (await import('./definitions/conformers.ts')).default,
  },
  {
    type: 'tautomers',
    path: '/tautomers',
    aliases: [],
    title: 'Tautomer Search',
    load: async () => (await import('./definitions/tautomers.ts')).default,
  },
  {
    type: 'basic_calculation',
    path: '/calculation',
    aliases: [],
    title: 'Basic Calculation',
    load: async () => (await import('./definitions/basic-calculation.ts')).default,
  },
  {
    type: 'multistage_opt',
    path: '/multistage-opt',
    aliases: [],
    title: 'Multistage Optimization',
    load: async () => (await import('./definitions/multistage-opt.ts')).default,
  },
  {
    type: 'electronic_properties',
    path: '/orbitals',
    aliases: [],
    title: 'Orbitals and Electronic Properties',
    finishedPollSeconds: 60,
    load: async () => (await import('./definitions/electronic-properties.ts')).default,
  },
  {
    type: 'fukui',
    path: '/fukui',
    aliases: [],
    title: 'Fukui Indices',
    load: async () => (await import('./definitions/fukui.ts')).default,
  },
  {
    type: 'descriptors',
    path: '/descriptors',
    aliases: [],
    title: 'Descriptors',
    load: async () => (await import('./definitions/descriptors.ts')).default,
  },
  {
    type: 'macropka',
    path: '/macropka',
    aliases: [],
    title: 'Macroscopic pKa',
    load: async () => (await import('./definitions/macropka.ts')).default,
  },
  {
    type: 'pka',
    path: '/pka',
    aliases: [],
    title: 'Microscopic pKa',
    load: async () => (await import('./definitions/pka.ts')).default,
  },
  {
    type: 'solubility',
    path: '/solubility',
    aliases: [],
    title: 'Solubility',
    load: async () => (await import('./definitions/solubility.ts')).default,
  },
  {
    type: 'admet',
    path: '/admet',
    aliases: [],
    title: 'ADME-Tox Prediction',
    load: async () => (await import('./definitions/admet.ts')).default,
  },
  {
    type: 'hydrogen_bond_basicity',
    path: '/hydrogen-bond-basicity',
    aliases: [],
    title: 'Hydrogen-Bond Basicity',
    load: async () => (await import('./definitions/hydrogen-bond-basicity.ts')).default,
  },
  {
    type: 'redox_potential',
    path: '/redox-potential',
    aliases: [],
    title: 'Redox Potential',
    load: async () => (await import('./definitions/redox-potential.ts')).default,
  },
  {
    type: 'bde',
    path: '/bde',
    aliases: [],
    title: 'Bond-Dissociation Energy',
    load: async () => (await import('./definitions/bde.ts')).default,
  },
  {
    type: 'spin_states',
    path: '/spin-states',
    aliases: [],
    title: 'Spin States',
    load: async () => (await import('./definitions/spin-states.ts')).default,
  },
  {
    type: 'strain',
    path: '/strain',
    aliases: [],
    title: 'Strain',
    load: async () => (await import('./definitions/strain.ts')).default,
  },
  {
    type: 'nmr',
    path: '/nmr',
    aliases: [],
    title: 'NMR',
    feature: 'nmr',
    load: async () => (await import('./definitions/nmr.ts')).default,
  },
  {
    type: 'ion_mobility',
    path: '/ion-mobility',
    aliases: [],
    title: 'Ion Mobility',
    load: async () => (await import('./definitions/ion-mobility.ts')).default,
  },
  {
    type: 'scan',
    path: '/scan',
    aliases: [],
    title: 'Scan',
    load: async () => (await import('./definitions/scan.ts')).default,
  },
  {
    type: 'irc',
    path: '/irc',
    aliases: [],
    title: 'Intrinsic Reaction Coordinate',
    load: async () => (await import('./definitions/irc.ts')).default,
  },
  {
    type: 'double_ended_ts_search',
    path: '/double-ended-ts-search',
    aliases: [],
    title: 'Double-Ended TS Search',
    load: async () => (await import('./definitions/double-ended-ts-search.ts')).default,
  },
  {
    type: 'molecular_dynamics',
    path: '/molecular-dynamics',
    aliases: [],
    title: 'Molecular Dynamics',
    load: async () => (await import('./definitions/molecular-dynamics.ts')).default,
  },
  {
    type: 'docking',
    path: '/docking',
    aliases: [],
    title: 'Docking',
    load: async () => (await import('./definitions/docking.ts')).default,
  },
  {
    type: 'batch_docking',
    path: '/batch-docking',
    aliases: [],
    title: 'Batch Docking',
    load: async () => (await import('./definitions/batch-docking.ts')).default,
  },
  {
    type: 'pose_analysis_md',
    path: '/pose-analysis-md',
    aliases: [],
    title: 'Pose-Analysis MD',
    finishedPollSeconds: 60,
    load: async () => (await import('./definitions/pose-analysis-md.ts')).default,
  },
  {
    type: 'protein_cofolding',
    path: '/protein-cofolding',
    aliases: [],
    title: 'Protein–Ligand Co-Folding',
    load: async () => (await import('./definitions/protein-cofolding.ts')).default,
  },
  {
    type: 'msa',
    path: '/msa',
    aliases: [],
    title: 'Multiple Sequence Alignment',
    load: async () => (await import('./definitions/msa.ts')).default,
  },
  {
    type: 'protein_binder_design',
    path: '/protein-binder-design',
    aliases: [],
    title: 'Protein Binder Design',
    load: async () => (await import('./definitions/protein-binder-design.ts')).default,
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
