import { bondsOf } from '../../../chemistry/atoms.ts';
import { isUuid } from '../../../chemistry/identifiers.ts';
import { moleculeProblems } from '../../../chemistry/molecule-check.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import { maximumSmilesLength, type SmilesInspection } from '../../../entities/conversion.ts';
import { Molecule } from '../../../entities/molecule.ts';
import type { InputRule, NamedProtein, WorkflowData, WorkflowInputs } from '../../definition.ts';
import { parseSafely, schemaProblems } from '../forms/schema-problems.ts';

/** Checks the small-molecule input of a type: one of molecule and SMILES is there, readable and possible. */
export function inputProblems(inputs: WorkflowInputs, kind: InputRule['kind']): Problem[] {
  const { molecule, smiles } = inputs;
  const hasSmiles = smiles !== null && smiles.trim() !== '';
  if (molecule && hasSmiles) {
    return [{ field: 'initial_smiles', detail: 'Give either a molecule or a SMILES, not both.' }];
  }
  if (kind === 'molecule' && !molecule) {
    return [{ field: 'initial_molecule', detail: 'A molecule with coordinates is needed.' }];
  }
  if (molecule)
    return kind === 'smiles'
      ? [{ field: 'initial_smiles', detail: 'A SMILES is needed.' }]
      : moleculeProblems(molecule);
  if (!hasSmiles)
    return [{ field: 'initial_smiles', detail: 'The SMILES is empty. Paste one, or drop a structure file.' }];
  return smilesProblems(smiles, inputs);
}

/** Returns what each required input besides the small molecule lacks; a further molecule must be a possible one. */
export function roleProblems(inputs: readonly InputRule[], data: WorkflowData): Problem[] {
  return inputs.flatMap(({ role, kind, title, required }) => {
    if (role === 'initial_molecule' || role === 'initial_smiles') return [];
    const value = data[role];
    const empty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (empty) return required ? [{ field: role, detail: `${title}: nothing is given, and it is needed.` }] : [];
    if (kind !== 'molecule') return [];
    const parsed = parseSafely(Molecule, value);
    if (!parsed.success) return schemaProblems(parsed.error, value, role);
    return moleculeProblems(parsed.data).map(({ detail }) => ({ field: role, detail: `${title}: ${detail}` }));
  });
}

/** Proteins that are named by something that is not an identifier. */
export function identifierProblems(named: readonly NamedProtein[]): Problem[] {
  return named
    .filter(({ uuid }) => !isUuid(uuid))
    .map(({ field, uuid }) => ({
      field,
      detail: `"${uuid.slice(0, 60)}" is not the identifier of a protein. Identifiers are UUIDs, as the list of proteins gives them.`,
    }));
}

function smilesProblems(smiles: string, { inspection }: WorkflowInputs): Problem[] {
  const field = 'initial_smiles';
  if (smiles.length > maximumSmilesLength) {
    return [
      { field, detail: `The SMILES has ${smiles.length} characters; at most ${maximumSmilesLength} are allowed.` },
    ];
  }
  if (!inspection?.error) return [];
  const { detail, position } = inspection.error;
  return [
    {
      field,
      detail: position
        ? `The SMILES breaks at character ${position}: ${detail}`
        : `The SMILES cannot be read: ${detail}`,
    },
  ];
}

/** Atomic numbers of the input; empty when only an uninspected SMILES is there. */
export function inputElements({ molecule, inspection }: WorkflowInputs): number[] {
  return molecule ? molecule.atoms.map(({ atomic_number }) => atomic_number) : (inspection?.elements ?? []);
}

/** Number of atoms of the input with hydrogens, or null when it is not known yet. */
export function inputAtomCount({ molecule, inspection }: WorkflowInputs): number | null {
  return molecule ? molecule.atoms.length : (inspection?.atom_count ?? null);
}

/** Multiplicity of the input; a SMILES that nobody inspected counts as closed shell. */
export function inputMultiplicity({ molecule, inspection }: WorkflowInputs): number {
  return molecule?.multiplicity ?? inspection?.multiplicity ?? 1;
}

/**
 * How many separate molecules the input has: those of an inspected SMILES, or the parts of a geometry that no bond joins (bonds by covalent radii, so
 * long bonds that are being made or broken count as none). A crystal, and a SMILES that nobody inspected, count as one.
 */
export function inputFragments({ molecule, inspection }: WorkflowInputs): number {
  if (!molecule) return inspection?.fragments ?? 1;
  if (molecule.cell) return 1;
  const parts = molecule.atoms.map((_, index) => index);
  const partOf = (index: number): number => {
    let root = index;
    while (parts[root] !== root) root = parts[root] ?? root;
    parts[index] = root;
    return root;
  };
  for (const [first, second] of bondsOf(molecule.atoms)) parts[partOf(first)] = partOf(second);
  return parts.filter((part, index) => part === index).length;
}

/** Whether a molecule is simple enough to be handed on to a type by itself: it has a SMILES or is a closed shell, and its elements are all among the permitted ones. */
export function isSimpleMolecule(
  { atoms, multiplicity, smiles }: Pick<Molecule, 'atoms' | 'multiplicity' | 'smiles'>,
  permitted: readonly number[],
): boolean {
  return (Boolean(smiles) || multiplicity === 1) && atoms.every((atom) => permitted.includes(atom.atomic_number));
}

/** Whether the stereoisomers that a SMILES leaves open are mirror images, with the same energies: one undefined centre, and no other one in the structure. */
export function onlyMirrorImages(inspection: SmilesInspection | null | undefined): boolean {
  const centres = inspection?.undefined_stereocentres ?? [];
  return centres.length === 1 && centres[0]?.kind === 'tetrahedral' && !(inspection?.canonical ?? '@').includes('@');
}

/**
 * The rule on undefined stereo: where the isomers are mirror images one of them runs; all other open stereo is refused unless a choice is given, for
 * diastereomers are never mixed in one ensemble.
 */
export function stereoProblems({ inspection }: WorkflowInputs): Problem[] {
  const centres = inspection?.undefined_stereocentres ?? [];
  if (centres.length === 0 || onlyMirrorImages(inspection)) return [];
  const names = centres.map(({ atom }) => atom).join(', ');
  const what = centres.length === 1 ? 'One stereocentre is' : `${centres.length} stereocentres are`;
  return [
    {
      field: 'initial_smiles',
      detail: `${what} undefined (${names}). Choose one of: ${(inspection?.stereoisomers ?? []).join(' , ')}; or run each as a separate item (options.stereo: "each").`,
    },
  ];
}
