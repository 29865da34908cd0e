import type { Problem } from '@cuvette/core/chemistry';
import type { MethodReport, Molecule, SmilesInspection, Substitution } from '@cuvette/core/entities';
import {
  offeredPatches,
  type Replacement,
  type Withheld,
  type WorkflowDefinition,
  type WorkflowInputs,
} from '@cuvette/core/workflows';
import { HttpProblem } from '../../../errors.ts';
import type { ReadSubmission } from './read-submission.ts';

/** What submissions are judged by: what RDKit says of their SMILES, the methods that are taken, and those of living workers. */
export interface Knowledge {
  inspections: ReadonlyMap<string, SmilesInspection>;
  accepted: MethodReport;
  live: MethodReport;
  /** Whether the first worker of this server is still to report. */
  isGrowing: boolean;
  /** What the server replaces where it cannot run it and a submission does not say. */
  substitute: Substitution;
  /** Structures of SMILES, for types that compute a molecule; a text where none could be built. */
  built: ReadonlyMap<string, Molecule | string>;
}

/**
 * Returns what is in the way of a submission. While the first worker of this server is still to report, nothing that only a report can tell does.
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

/**
 * Throws 422 with the first problem of a submission that does not fit, and with what would be taken instead. What took the place of something that is missing
 * here and does not fit either is refused with both reasons.
 */
export function refuseProblems(
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
  one: WorkflowInputs,
  knowledge: Knowledge,
  { replacements = [], withheld = null }: { replacements?: readonly Replacement[]; withheld?: Withheld | null } = {},
): void {
  const [problem] = problemsNow(definition, data, one, knowledge);
  if (!problem) return;
  const offers = offeredPatches(definition, data, knowledge.accepted);
  const [first] = withheld?.chosen ?? [];
  const isOfOffer = first !== undefined && offers.some(({ field, patch }) => concerns(problem, field, patch));
  if (withheld && isOfOffer) throw new HttpProblem(422, withheldText(withheld), first.path, offers);
  if (replacements.length === 0) throw new HttpProblem(422, problem.detail, problem.field, offers);
  const instead = replacements.map(({ reason, action }) => `${reason} Instead: ${action.replace(/^Use /, '')}.`);
  const detail = `${instead.join(' ')} That cannot run either: ${problem.detail}`;
  throw new HttpProblem(422, detail, problem.field, offers);
}

/** Whether a problem is about a field, or about one of the values that a patch changes. */
function concerns({ field }: Problem, path: string, patch: readonly { path: string }[]): boolean {
  const isWithin = (one: string) => one === field || (field !== undefined && one.startsWith(`${field}.`));
  return [path, ...patch.map((operation) => operation.path.slice(1).replaceAll('/', '.'))].some(isWithin);
}

/** What to change where a default cannot run and what would replace it does not go with choices beside it: both reasons in one sentence. */
function withheldText({ chosen, reason, instead }: Withheld): string {
  const named = chosen.map(({ path, value }) => `${path} (${JSON.stringify(value).slice(0, 60)})`);
  return `Change ${named.join(' and ')}: ${reason.replace(/\.$/, '')}, and what replaces it here is ${instead}.`;
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
