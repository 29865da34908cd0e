import { catalogueEntries, type TypeEntry } from './catalogue-entries.ts';
import type { WorkflowDefinition } from './definition.ts';

/** A type with its definition, which is loaded when it is asked for. */
export interface CatalogueEntry extends TypeEntry {
  load: () => Promise<WorkflowDefinition>;
}

/** Where each definition is. */
const definitions: Readonly<Record<string, () => Promise<WorkflowDefinition>>> = {
  conformer_search: async () => (await import('./definitions/conformer-search.ts')).default,
  conformers: async () => (await import('./definitions/conformers.ts')).default,
  tautomers: async () => (await import('./definitions/tautomers.ts')).default,
  basic_calculation: async () => (await import('./definitions/basic-calculation.ts')).default,
  multistage_opt: async () => (await import('./definitions/multistage-opt.ts')).default,
  electronic_properties: async () => (await import('./definitions/electronic-properties.ts')).default,
  fukui: async () => (await import('./definitions/fukui.ts')).default,
  descriptors: async () => (await import('./definitions/descriptors.ts')).default,
  macropka: async () => (await import('./definitions/macropka.ts')).default,
  pka: async () => (await import('./definitions/pka.ts')).default,
  solubility: async () => (await import('./definitions/solubility.ts')).default,
  admet: async () => (await import('./definitions/admet.ts')).default,
  hydrogen_bond_basicity: async () => (await import('./definitions/hydrogen-bond-basicity.ts')).default,
  redox_potential: async () => (await import('./definitions/redox-potential.ts')).default,
  bde: async () => (await import('./definitions/bde.ts')).default,
  spin_states: async () => (await import('./definitions/spin-states.ts')).default,
  strain: async () => (await import('./definitions/strain.ts')).default,
  nmr: async () => (await import('./definitions/nmr.ts')).default,
  ion_mobility: async () => (await import('./definitions/ion-mobility.ts')).default,
  scan: async () => (await import('./definitions/scan.ts')).default,
  irc: async () => (await import('./definitions/irc.ts')).default,
  double_ended_ts_search: async () => (await import('./definitions/double-ended-ts-search.ts')).default,
  molecular_dynamics: async () => (await import('./definitions/molecular-dynamics.ts')).default,
  docking: async () => (await import('./definitions/docking.ts')).default,
  batch_docking: async () => (await import('./definitions/batch-docking.ts')).default,
  pose_analysis_md: async () => (await import('./definitions/pose-analysis-md.ts')).default,
  protein_cofolding: async () => (await import('./definitions/protein-cofolding.ts')).default,
  msa: async () => (await import('./definitions/msa.ts')).default,
  protein_binder_design: async () => (await import('./definitions/protein-binder-design.ts')).default,
};

/** All workflow types of this version, in the order that menus show them. */
export const catalogue: readonly CatalogueEntry[] = catalogueEntries.map((entry) => ({
  ...entry,
  load: definitions[entry.type] as CatalogueEntry['load'],
}));

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
