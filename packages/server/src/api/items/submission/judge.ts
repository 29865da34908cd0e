import type { Problem } from '@cuvette/core/chemistry';
import { type MethodReport, Molecule, type SmilesInspection } from '@cuvette/core/entities';
import { offeredPatches, type WorkflowDefinition, type WorkflowInputs } from '@cuvette/core/workflows';
import { HttpProblem } from '../../../errors.ts';
import type { ReadSubmission } from './read-submission.ts';

/** What submissions are judged by: what RDKit says of their SMILES, the methods that are taken, and those of living workers. */
export interface Knowledge {
  inspections: ReadonlyMap<string, SmilesInspection>;
  accepted: MethodReport;
  live: MethodReport;
  /** Whether the first worker of this server is still to report. */
  isGrowing: boolean;
  /** Whether the server replaces what it cannot run where a submission does not say. */
  substitute: boolean;
  /** Structures of SMILES, for types that compute a molecule; a text where none could be built. */
  built: ReadonlyMap<string, Molecule | string>;
}

/**
 * What is in the way of a submission. While the first worker of this server is still to report, nothing that only a report can tell does.
 */
export function problemsNow(
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
  one: WorkflowInputs,
  { accepted, isGrowing }: Pick<Knowledge, 'accepted' | 'isGrowing'>,
): Problem[] {
  const found = definition.problems(data, one, accepted);
  if (!isGrowing || found.length === 0) return found;
  const ofItself = definition.problems(data, one, null);
  return found.filter(({ detail }) => ofItself.some((problem) => problem.detail === detail));
}

/** Throws 422 with the first problem of a submission that does not fit, and with what would be taken instead. */
export function refuseProblems(
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
  one: WorkflowInputs,
  knowledge: Knowledge,
): void {
  const [problem] = problemsNow(definition, data, one, knowledge);
  if (problem)
    throw new HttpProblem(422, problem.detail, problem.field, offeredPatches(definition, data, knowledge.accepted));
}

/** Whether a submission would be refused or changed for want of what a worker can do, which the first one of this server is about to report. */
export function awaitsReport(
  { definition, data, molecule, smiles }: ReadSubmission,
  inspections: Knowledge['inspections'],
  accepted: MethodReport,
): boolean {
  if (!definition) return false;
  const given = { molecule, smiles, inspection: inspections.get(smiles ?? '') ?? null, inspections };
  // What is wrong with it whatever is reported is refused at once.
  return definition.problems(data, given, accepted).length > 0 && definition.problems(data, given, null).length === 0;
}
