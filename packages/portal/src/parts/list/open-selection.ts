import { entryOfType } from '@cuvette/core/workflows';
import { listWords } from '../../list-words.ts';
import { entryPath, type FolderEntry } from '../paths.ts';

/** Most items that are compared at once. */
export const mostCompared = 50;

/**
 * Where a selection opens: one entry its own page; several items of one type their comparison; items of several types the generic one. The reason in
 * words where it cannot be opened.
 */
export function openSelection(
  entries: readonly FolderEntry[],
  shared: boolean,
  link: string | null = null,
): { href: string } | { reason: string } {
  const [first, ...more] = entries;
  if (!first) return { reason: listWords.nothingSelected };
  if (more.length === 0) return { href: entryPath(first, shared, link) };
  const items = entries.flatMap((entry) => (entry.type === 'workflow' ? [entry.data] : []));
  if (items.length < entries.length) return { reason: listWords.foldersNotCompared };
  if (items.length > mostCompared) return { reason: listWords.tooManyCompared(mostCompared) };
  const types = new Set(items.map(({ object_type }) => object_type));
  const path = types.size === 1 ? entryOfType(items[0]?.object_type ?? '')?.path : undefined;
  const query = new URLSearchParams(
    items.map(({ uuid, object_type }) => (path ? ['uuid', uuid] : ['type_uuid', `${object_type}_${uuid}`])),
  );
  if (link) query.set('link', link);
  return { href: `${shared ? '/public' : ''}/compare${path ?? '/generic'}?${query}` };
}
