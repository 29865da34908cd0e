import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import { loadWorkflow, type StructureReference, type WorkflowDefinition } from '@cuvette/core/workflows';
import { resultAt, type Wanted } from '@cuvette/core/workflows/chains/result-path';
import { calculationsOfValues } from '@cuvette/core/workflows/items/item-values';
import { HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import { readManyMolecules } from '../store/calculations.ts';
import type { Member } from '../store/reader.ts';
import { itemFor } from './read-item.ts';

/** A result of an item as a submission takes it. */
interface TakenValue {
  value: unknown;
  /** What it is called there; null where it has no name. */
  title: string | null;
  /** Identifier of the structure in its item; null for what is none. */
  structure: string | null;
}

/** A completed item with the definition of its type; null for the type of tests. */
interface ReadSource {
  item: WorkflowItem;
  definition: WorkflowDefinition | null;
}

/** Takes a result of an item (its identifier) at a path, for a field. Throws 422 at the field where there is no such result, 404 for an item that is not there. */
export type TakeResult = (uuid: string, path: string, field: string, wanted: Wanted) => Promise<TakenValue>;

/** Makes a reader of results of completed items. It reads each item once, however many of its results are taken. */
export function resultReader(services: Services, reader: Member): TakeResult {
  const sources = new Map<string, Promise<ReadSource>>();
  const sourceOf = (uuid: string): Promise<ReadSource> => {
    const known = sources.get(uuid);
    if (known) return known;
    const read = itemFor(services, reader, uuid, 0).then(async (item) => ({
      item,
      definition: await loadWorkflow(item.object_type),
    }));
    sources.set(uuid, read);
    return read;
  };
  return async (uuid, path, field, wanted) => {
    const { item, definition } = await sourceOf(uuid);
    const refuse = (detail: string) => new HttpProblem(422, `“${item.name}”: ${detail}`, field);
    if (!definition) throw refuse('Nothing of its result can be taken.');
    const needed = path.startsWith('values.') ? calculationsOfValues(definition, item) : [];
    const { db, files } = services;
    const read = needed.length > 0 ? await readManyMolecules(db.drizzle, files, reader, needed, false) : {};
    const found = resultAt(definition, item, new Map(Object.entries(read)), path);
    if (found.kind === 'missing') throw refuse(found.detail);
    if (found.kind === 'value') {
      const isMolecule = typeof found.value === 'string' || isStructure(found.value);
      if (wanted === 'structure' && !isMolecule) {
        throw refuse(`${JSON.stringify(path)} is neither a structure nor a SMILES, and this field takes one.`);
      }
      return { value: found.value, title: found.title, structure: null };
    }
    const values: unknown[] = [];
    const structures = found.kind === 'structure' ? [found.reference] : found.references;
    for (const reference of structures) {
      const value = await structureValue(services, reader, item, reference);
      if (value === null) throw refuse('The structure has no coordinates any more: the data of the item were deleted.');
      if (wanted === 'structure' && reference.source.kind === 'protein') {
        throw refuse(`${JSON.stringify(path)} is a protein, and this field takes a molecule.`);
      }
      values.push(value);
    }
    if (found.kind === 'structures') return { value: values, title: null, structure: null };
    return { value: values[0], title: inEnglish(found.reference.name), structure: found.reference.id };
  };
}

function isStructure(value: unknown): value is Molecule {
  return value !== null && typeof value === 'object' && Array.isArray((value as { atoms?: unknown }).atoms);
}

/** A structure as a submission takes it: a molecule with its SMILES, a SMILES, or the identifier of a protein; null where it cannot be read any more. */
async function structureValue(
  { db, files }: Services,
  reader: Member,
  item: WorkflowItem,
  { source }: StructureReference,
): Promise<Molecule | string | null> {
  if (source.kind === 'protein') return source.uuid;
  if (source.kind === 'smiles') return source.smiles;
  let molecule: Molecule | undefined;
  if (source.kind === 'molecule') molecule = source.molecule;
  else {
    const read = await readManyMolecules(db.drizzle, files, reader, [source.uuid], false);
    molecule = read[source.uuid]?.at(source.frame === 'last' ? -1 : source.frame);
  }
  if (!molecule) return null;
  // Energies, gradients and modes belong to the level of theory that computed them, and not to what is computed next.
  const { charge, multiplicity, atoms, cell } = molecule;
  return { charge, multiplicity, atoms, cell, smiles: molecule.smiles ?? item.smiles } as Molecule;
}
