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

/** The structure that stands for each item, as far as it was read; items without any in space are left out. */
export function drawnItems(items: readonly ComparedItem[], nameOf: (uuid: string) => string): DrawnItem[] {
  return items.flatMap((read) => {
    const final = finalStructure(read);
    const kind = final?.reference.source.kind;
    if (kind !== 'calculation' && kind !== 'molecule') return [];
    const { uuid } = read.item;
    return [{ uuid, name: nameOf(uuid), molecule: final?.molecule ?? null, reading: final?.molecule === null }];
  });
}
