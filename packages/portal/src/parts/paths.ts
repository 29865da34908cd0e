import type { FolderContents, WorkflowItem } from '@cuvette/core/entities';
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

/** Where an entry opens. */
export function entryPath(entry: FolderEntry, shared: boolean, link: string | null = null): string {
  if (entry.type === 'workflow') return itemPath(entry.data, shared, link);
  return `${shared ? '/public' : ''}/folder/${entry.data.uuid}${link ? `?link=${encodeURIComponent(link)}` : ''}`;
}
