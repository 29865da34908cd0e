import type { ResultDefinition, WorkflowDefinition } from './definition.ts';
import type { TypeEntry, TypeQuestion } from './type-entry.ts';
import { definitions, entries, questions, results, summaries } from './types/all.ts';

/** A type with its definition and the part of it that views need, each loaded when it is asked for. */
export interface CatalogueEntry extends TypeEntry {
  load: () => Promise<WorkflowDefinition>;
  loadResults: () => Promise<ResultDefinition>;
}

/** All workflow types of this version, in the order that menus show them. */
export const catalogue: readonly CatalogueEntry[] = entries.map((entry) => ({
  ...entry,
  load: definitions[entry.type] as CatalogueEntry['load'],
  loadResults: results[entry.type] as CatalogueEntry['loadResults'],
}));

/** Entry of a type as the API spells it, or null when this version does not know it. */
export function entryOfType(type: string): CatalogueEntry | null {
  return catalogue.find((entry) => entry.type === type) ?? null;
}

/** Returns what a type is for, in one sentence; empty for one that this version does not know. */
export function summaryOfType(type: string): string {
  return summaries[type] ?? '';
}

/** Which question a type answers; null for one that this version does not know. */
export function questionOfType(type: string): TypeQuestion | null {
  return questions[type] ?? null;
}

/** Returns what a type is called in the name of an item ("pKa"). */
export function shortTitleOfType(type: string): string {
  return questions[type]?.short ?? entryOfType(type)?.title ?? type;
}

/** Entry of a route ("/conformer-search" and "/conformer_search" are the same), or null. */
export function entryOfPath(path: string): CatalogueEntry | null {
  return catalogue.find((entry) => entry.path === path || entry.aliases.includes(path)) ?? null;
}

/** Definition of a type, or null when this version does not know it: then the generic view shows the item. */
export async function loadWorkflow(type: string): Promise<WorkflowDefinition | null> {
  return (await entryOfType(type)?.load()) ?? null;
}

/** Returns what a view needs of a type; null as in `loadWorkflow`. */
export async function loadResults(type: string): Promise<ResultDefinition | null> {
  return (await entryOfType(type)?.loadResults()) ?? null;
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
