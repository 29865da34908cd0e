import { Pdb } from '@cuvette/core/chemistry';
import { Molecule, type WorkflowItem } from '@cuvette/core/entities';
import type { WorkflowDefinition } from '@cuvette/core/workflows';
import * as z from 'zod/mini';
import { fileNameOf } from '../wire/file-name.ts';

/** Where something is in an item's data: keys, and places in lists. */
type Place = readonly (string | number)[];

/** A structure that was put in: `stem` names its files, `words` say which it is ("reactant", "initial molecules 2"). */
interface Given {
  stem: string;
  words: string;
}

/** The structures that were put into an item. */
export interface GivenStructures {
  molecules: (Given & { molecule: Molecule })[];
  /** Those that are in the data themselves; proteins of the platform are in the bundle. */
  proteins: (Given & { pdb: Pdb })[];
  smiles: (Given & { smiles: string })[];
}

/** Levels of the data below which nothing is looked for. */
const deepest = 8;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function given(place: Place): Given {
  const parts = place.map((part) => (typeof part === 'number' ? String(part + 1).padStart(3, '0') : part));
  return {
    stem: fileNameOf(parts.join('-').replaceAll('_', '-'), 'structure'),
    words: place.map((part) => (typeof part === 'number' ? part + 1 : part.replaceAll('_', ' '))).join(' '),
  };
}

function collect(value: unknown, place: Place, found: GivenStructures): void {
  const key = place.findLast((part) => typeof part === 'string') ?? '';
  if (typeof value === 'string') {
    if (/^(initial_)?smiles(_list)?$/.test(key) && value.trim() !== '') {
      found.smiles.push({ ...given(place), smiles: value.trim() });
    }
    return;
  }
  if (place.length > deepest) return;
  if (Array.isArray(value)) {
    // Lists of numbers can be long, and hold no structure.
    if (typeof value[0] === 'number') return;
    for (const [index, entry] of value.entries()) collect(entry, [...place, index], found);
    return;
  }
  if (!isObject(value)) return;
  if (Array.isArray(value.atoms)) {
    const molecule = z.safeParse(Molecule, value);
    if (molecule.success) {
      if (molecule.data.atoms.length > 0) found.molecules.push({ ...given(place), molecule: molecule.data });
      return;
    }
  }
  if (Array.isArray(value.models)) {
    const pdb = z.safeParse(Pdb, value);
    if (pdb.success) {
      found.proteins.push({ ...given(place), pdb: pdb.data });
      return;
    }
  }
  for (const [name, entry] of Object.entries(value)) collect(entry, [...place, name], found);
}

/**
 * Every molecule, protein and SMILES that was put into an item, wherever it is in the data: a type may take several (reactant and product), or
 * lists of them, and a type that this version does not know has them under names of its own. What a run added is left out.
 */
export function givenStructures(
  item: Pick<WorkflowItem, 'object_data'>,
  definition: Pick<WorkflowDefinition, 'results'> | null,
): GivenStructures {
  const found: GivenStructures = { molecules: [], proteins: [], smiles: [] };
  for (const [key, value] of Object.entries(item.object_data ?? {})) {
    if (definition && key in definition.results.shape) continue;
    collect(value, [key], found);
  }
  return found;
}

/** A stem for a file that no other has; names that differ by letter case only are the same file on some systems. */
export function uniqueStem(stem: string, taken: Set<string>): string {
  let free = stem;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem}-${number}`;
  taken.add(free.toLowerCase());
  return free;
}
