import { maximumSmilesLength, type SmilesInspection } from '@cuvette/core/entities';
import {
  inputProblems,
  type StructureLimits,
  stereoProblems,
  type WorkflowDefinition,
  type WorkflowInputs,
} from '@cuvette/core/workflows';
import { inspectEach, smilesToMolecules } from '../../../convert/smiles-batch.ts';
import { HttpProblem } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import type { Knowledge } from './judge.ts';
import type { ReadSubmission } from './read-submission.ts';

/** Returns what RDKit says of SMILES, by SMILES: each is asked about once, many in one question. Empty and overlong ones are left out. */
export async function inspectAll(
  { convert }: Services,
  smiles: readonly unknown[],
): Promise<ReadonlyMap<string, SmilesInspection>> {
  const asked = [...new Set(smiles)].filter(
    (entry): entry is string => typeof entry === 'string' && entry.trim() !== '' && entry.length <= maximumSmilesLength,
  );
  const found = await inspectEach(convert, asked);
  return new Map(asked.flatMap((entry, index) => (found[index] ? [[entry, found[index]] as const] : [])));
}

/**
 * Whether a type computes a molecule with these settings, so that a SMILES is made one before it is stored: what is stored is what runs. Without settings:
 * whether it may.
 */
export function takesMolecule(definition: WorkflowDefinition | null, data: Record<string, unknown> | null): boolean {
  const input = definition?.inputs.find(({ role }) => role === 'initial_molecule');
  if (input?.kind === 'molecule') return true;
  return input?.accepts !== undefined && (data === null || input.accepts(data) === 'molecule');
}

/** The structures of SMILES, as `smiles_to_mols` answers them. */
export async function buildAll({ convert }: Services, smiles: readonly string[]): Promise<Knowledge['built']> {
  const asked = [...new Set(smiles)];
  const results = await smilesToMolecules(convert, asked);
  return new Map(
    asked.map((one, index) => {
      const found = results[index];
      return [one, found?.molecule ?? found?.error?.detail ?? 'no structure could be built from it'] as const;
    }),
  );
}

/** Returns what a type of molecules gets for a SMILES. Throws 422 where it leaves open what is meant, or no structure can be built. */
export function withStructure(
  given: WorkflowInputs,
  { size }: StructureLimits,
  built: Knowledge['built'],
): WorkflowInputs {
  const { smiles, inspection } = given;
  if (given.molecule !== null || smiles === null) return given;
  const [fault] = [...inputProblems(given, 'molecule_or_smiles'), ...stereoProblems(given)];
  const problem = fault ?? size?.(given);
  if (problem) throw new HttpProblem(422, problem.detail, problem.field);
  const molecule = built.get(smiles);
  if (molecule === undefined || typeof molecule === 'string') {
    throw new HttpProblem(422, `The SMILES ${smiles} cannot be made a structure: ${molecule}.`, 'initial_smiles');
  }
  return { ...given, smiles: null, molecule: { ...molecule, smiles: inspection?.canonical ?? smiles } };
}

/** The stereoisomers that take the place of a SMILES which leaves them open, in canonical order: all, the first one, or none where it stays as it is. */
export function isomersOf(
  { submission, smiles, definition }: ReadSubmission,
  inspections: Knowledge['inspections'],
): string[] {
  const inspection = inspections.get(smiles ?? '') ?? null;
  const isomers = inspection?.stereoisomers ?? [];
  const { enumerate_stereo, stereo } = submission.options;
  if (isomers.length < 2) return [];
  if (enumerate_stereo || stereo === 'each') return isomers;
  return stereo === 'first' && minds(definition, inspection) ? isomers.slice(0, 1) : [];
}

/** Whether it matters to a type which isomer a SMILES means: it computes a structure in space. */
export function minds(definition: WorkflowDefinition | null, inspection: SmilesInspection | null): boolean {
  if (definition === null || inspection === null) return false;
  if (takesMolecule(definition, null)) return true;
  const one = { molecule: null, smiles: inspection.smiles, inspection };
  const [open] = stereoProblems(one);
  const isKnown = definition.inputs.some(({ kind }) => kind === 'molecule_or_smiles');
  return (
    isKnown || (open !== undefined && definition.problems({}, one, null).some(({ detail }) => detail === open.detail))
  );
}
