import { type Molecule, type SmilesInspection } from '@cuvette/core/entities';
import { type WorkflowDefinition, withValueAt } from '@cuvette/core/workflows';
import { hashOf } from '../../../wire/canonical-json.ts';

/** Keys of an item's data that say where it came from or what was noted of it; they change no number. */
const notComputed = new Set(['messages', 'made_from', 'initial_smiles', 'initial_molecule']);

/** What is computed from a molecule: its atoms where they are, charge, multiplicity and cell. A SMILES beside them and earlier results are left out. */
function structureOf({ charge, multiplicity, atoms, cell }: Molecule) {
  const places = atoms.map(({ atomic_number, position, mass }) => ({ atomic_number, position, mass: mass ?? null }));
  return {
    charge,
    multiplicity,
    atoms: places,
    lattice: cell?.lattice_vectors ?? null,
    periodic: cell?.is_periodic ?? null,
  };
}

interface Input {
  /** The data as they would be stored, without settings that the type does not have. */
  data: Record<string, unknown>;
  molecule: Molecule | null;
  smiles: string | null;
  enumerateStereo: boolean;
  inspections: ReadonlyMap<string, SmilesInspection>;
}

/**
 * Hash of what an item computes from: its type, its structure and its settings, a seed among them where one was chosen. SMILES are compared as RDKit writes
 * them, structures by their atoms in their order. The seed that the server draws for each item is not part of it.
 */
export function inputHash(definition: WorkflowDefinition, input: Input): string {
  const { molecule, smiles, inspections } = input;
  const canonical = (text: unknown) => (typeof text === 'string' ? (inspections.get(text)?.canonical ?? text) : text);
  let settings = Object.fromEntries(Object.entries(input.data).filter(([key]) => !notComputed.has(key)));
  for (const { kind, role } of definition.inputs) {
    const list = settings[role];
    if (kind === 'smiles_list' && Array.isArray(list)) settings = { ...settings, [role]: list.map(canonical) };
  }
  for (const { field, uuid } of definition.proteins(settings))
    settings = withValueAt(settings, field, uuid.toLowerCase());
  return hashOf({
    type: definition.type,
    settings,
    structure: molecule && structureOf(molecule),
    smiles: molecule ? null : canonical(smiles),
    enumerates: input.enumerateStereo,
  });
}
