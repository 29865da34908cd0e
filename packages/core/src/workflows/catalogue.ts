import type { WorkflowDefinition } from './define.ts';

/** What menus and routes need of a type; the definition itself is loaded when it is asked for. */
export interface CatalogueEntry {
  type: string;
  path: string;
  aliases: readonly string[];
  title: string;
  summary: string;
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
    type: 'basic_calculation',
    path: '/calculation',
    aliases: [],
    title: 'Basic Calculation',
    summary: 'Energy, geometry optimization, frequencies and properties of one molecule with one method.',
    load: async () => (await import('./basic-calculation.ts')).default,
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

/** Address of an item's page; an unknown type has the generic one. */
export function hrefOfItem(item: { object_type: string; uuid: string }, options: { public?: boolean } = {}): string {
  const path = entryOfType(item.object_type)?.path ?? '/workflow';
  return `${options.public ? '/public' : ''}${path}/${item.uuid}`;
}
