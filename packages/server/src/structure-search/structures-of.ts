import { bondsOf } from '@cuvette/core/chemistry';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import type { FileStore } from '../files/file-store.ts';
import { lastMoleculeOf } from '../store/calculations.ts';
import type { IndexedItem } from '../store/structure-sources.ts';

/** Structures of a thing: SMILES as its data have them, and geometries of molecules that no SMILES of the data is known to be. */
export interface FoundStructures {
  smiles: Set<string>;
  geometries: Molecule[];
}

/** SMILES that are read of one thing at most: a batch of molecules. */
const mostSmiles = 10_000;
/** Calculations of an item whose last structure is read at most. */
const mostCalculations = 300;
/** Different molecules of a thing whose bonds are read from their geometry, and atoms of such a molecule: more take seconds. */
const mostGeometries = 20;
const mostAtoms = 150;

/** Keys of data under which a SMILES, or a list of them, is. */
const namesSmiles = /(^|_)smiles(es)?$/;

/** All SMILES in data, wherever they are: those of the input, of tautomers, protonation states, docked molecules. */
function smilesIn(data: unknown, found: Set<string>): void {
  if (Array.isArray(data)) {
    for (const one of data) smilesIn(one, found);
  } else if (data !== null && typeof data === 'object') {
    for (const [key, value] of Object.entries(data)) {
      if (!namesSmiles.test(key)) smilesIn(value, found);
      else for (const text of [value].flat(2)) if (typeof text === 'string' && found.size < mostSmiles) found.add(text);
    }
  }
}

/** Elements, charge and bonds of a geometry, in the order of its atoms: the same for all conformers of one molecule. */
function bondingOf({ atoms, charge }: Molecule): string {
  return `${charge} ${atoms.map(({ atomic_number }) => atomic_number).join(',')} ${bondsOf(atoms).join(';')}`;
}

/** Collects geometries, one of each bonding. One that carries a SMILES gives that, and its conformers need no other. */
function geometryCollector(smiles: Set<string>) {
  const known = new Map<string, Molecule | null>();
  return {
    add(molecule: Molecule | null | undefined): void {
      if (!molecule || molecule.atoms.length === 0) return;
      if (molecule.smiles) smiles.add(molecule.smiles);
      if (molecule.atoms.length > mostAtoms || molecule.cell || known.size > mostGeometries) return;
      const bonding = bondingOf(molecule);
      if (molecule.smiles) known.set(bonding, null);
      else if (!known.has(bonding)) known.set(bonding, molecule);
    },
    /** Those without a SMILES. */
    left: (): Molecule[] => [...known.values()].filter((one) => one !== null).slice(0, mostGeometries),
  };
}

/** The structures of an item: its input's and, once it has ended, those that its results show and have calculated. */
export async function structuresOfItem(files: FileStore, item: IndexedItem): Promise<FoundStructures> {
  const smiles = new Set<string>();
  if (item.smiles) smiles.add(item.smiles);
  smilesIn(item.object_data, smiles);
  const collected = geometryCollector(smiles);
  const data = item.object_data as { initial_molecule?: Molecule | null } | null;
  const input = data?.initial_molecule;
  if (input?.atoms) collected.add({ ...input, smiles: input.smiles ?? item.smiles });
  const definition = await loadWorkflow(item.object_type);
  // Only the parts are there that structures are listed from.
  const references = definition?.structures(item as unknown as WorkflowItem) ?? [];
  const calculations = new Set<string>();
  for (const { source } of references) {
    if (source.kind === 'smiles') smiles.add(source.smiles);
    else if (source.kind === 'molecule') collected.add(source.molecule);
    else if (source.kind === 'calculation') calculations.add(source.uuid);
  }
  const read = item.calculations.filter(({ uuid }) => calculations.has(uuid)).slice(0, mostCalculations);
  for (const { molecules_file } of read) collected.add(await lastMoleculeOf(files, molecules_file).catch(() => null));
  return { smiles, geometries: collected.left() };
}

/** The structure of a project, by its SMILES or else its geometry. */
export function structuresOfStored(stored: { smiles: string | null; molecule: Molecule | null }): FoundStructures {
  const smiles = new Set<string>(stored.smiles ? [stored.smiles] : []);
  const collected = geometryCollector(smiles);
  if (smiles.size === 0) collected.add(stored.molecule);
  return { smiles, geometries: collected.left() };
}
