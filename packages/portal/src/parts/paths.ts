import type { FolderContents, Protein, WorkflowItem } from '@cuvette/core/entities';
import { entryOfType, hrefOfItem } from '@cuvette/core/workflows';

/** Where the page of an item is: its type's own path, or the generic view for a type that this build does not know. */
export function itemPath(
  item: Pick<WorkflowItem, 'uuid' | 'object_type'>,
  shared: boolean,
  link: string | null = null,
): string {
  return hrefOfItem(item, { public: shared, link });
}

/** Title of an item's type; an unknown type shows its API name. */
export function typeTitle(type: string): string {
  return entryOfType(type)?.title ?? type;
}

export type FolderEntry = FolderContents['items'][number];

/** What can be shared: an item, a folder or a protein. */
export type SharedEntry =
  | FolderEntry
  | { type: 'protein'; data: Pick<Protein, 'uuid'> & { name: string; public: boolean; ancestor_is_public: boolean } };

/** Where an entry opens. */
export function entryPath(entry: SharedEntry, shared: boolean, link: string | null = null): string {
  if (entry.type === 'workflow') return itemPath(entry.data, shared, link);
  const key = link ? `?link=${encodeURIComponent(link)}` : '';
  return `${shared ? '/public' : ''}/${entry.type}/${entry.data.uuid}${key}`;
}
