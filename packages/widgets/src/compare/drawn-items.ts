import { type ComparedItem, finalStructure } from '@cuvette/core/workflows/comparison/index';
import type { ViewedMolecule } from '../viewer/viewer-tool.ts';

/** An item with its structure in space; no molecule where it has none, or it was not read yet. */
export interface DrawnItem {
  uuid: string;
  name: string;
  molecule: ViewedMolecule | null;
  /** A structure is to come. */
  reading: boolean;
}

/**
 * The structure that stands for each item, as far as it was read; items without any in space are left out.
 * @param unread calculations whose structures could not be read
 */
export function drawnItems(
  items: readonly ComparedItem[],
  nameOf: (uuid: string) => string,
  unread: ReadonlySet<string>,
): DrawnItem[] {
  return items.flatMap((read) => {
    const final = finalStructure(read);
    const source = final?.reference.source;
    if (source?.kind !== 'calculation' && source?.kind !== 'molecule') return [];
    const { uuid } = read.item;
    const molecule = final?.molecule ?? null;
    const reading = molecule === null && !(source.kind === 'calculation' && unread.has(source.uuid));
    return [{ uuid, name: nameOf(uuid), molecule, reading }];
  });
}
