import type { BatchFinding } from '@cuvette/core/entities';
import {
  inputProblems,
  loadWorkflow,
  stereoProblems,
  type WorkflowDefinition,
  type WorkflowInputs,
} from '@cuvette/core/workflows';
import { limitProblems } from '@cuvette/core/workflows/parts/inputs/limits';
import { acceptedMethods } from '../../../queue/workers.ts';
import type { Services } from '../../../services.ts';
import { type Knowledge, problemsNow } from './judge.ts';
import { refuseCrowded, type Submission, unknownType } from './read-submission.ts';
import { inspectAll, minds, takesMolecule } from './smiles.ts';

/**
 * Returns what is in the way of a SMILES, seen from the SMILES alone: what only its structure shows is found when it is submitted. What is wrong with
 * the settings for every structure is no word about this one.
 */
function smilesProblem(
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
  one: WorkflowInputs,
  known: Pick<Knowledge, 'accepted' | 'isGrowing'>,
): string | null {
  const ofAll = problemsNow(definition, data, { ...one, inspection: null }, known);
  const ownProblems = problemsNow(definition, data, one, known).filter(({ detail }) =>
    ofAll.every((problem) => problem.detail !== detail),
  );
  if (!takesMolecule(definition, data)) {
    const found = [...ownProblems, ...ofAll].find(({ field }) => /^initial_(molecule|smiles)/.test(field));
    return (found ?? ownProblems[0])?.detail ?? null;
  }
  const found = [...inputProblems(one, 'molecule_or_smiles'), ...stereoProblems(one)];
  const [first] = found.length > 0 ? found : limitProblems(definition.limits(data), one, definition.title);
  return (first ?? ownProblems[0])?.detail ?? null;
}

/**
 * Returns what is found of each SMILES of a batch before it is submitted, in their order. Open stereo is in nobody's way unless `stereo` is "refuse".
 * Throws 422 for a type that does not take a SMILES.
 */
export async function findInBatch(
  services: Services,
  type: string,
  data: Record<string, unknown>,
  smiles: readonly string[],
  stereo: Submission['options']['stereo'],
): Promise<BatchFinding[]> {
  const definition = await loadWorkflow(type);
  if (!definition) throw unknownType(type);
  refuseCrowded(definition, data);
  const inspections = await inspectAll(services, smiles);
  const known = { accepted: await acceptedMethods(services.db.drizzle), isGrowing: services.awaitsWorker() };
  return smiles.map((one): BatchFinding => {
    const inspection = inspections.get(one) ?? null;
    const isomers = inspection?.stereoisomers.length ?? 0;
    const isSettled = stereo !== 'refuse' && isomers > 1 && inspection !== null;
    const settled = isSettled ? { ...inspection, undefined_stereocentres: [] } : inspection;
    const isFirst = isSettled && stereo === 'first' && minds(definition, inspection);
    return {
      canonical: inspection?.canonical ?? null,
      parts: inspection?.fragments ?? 1,
      isomers: inspection?.undefined_stereocentres.length ? isomers : 0,
      runs: isFirst ? (inspection.stereoisomers[0] ?? null) : null,
      problem: smilesProblem(definition, data, { molecule: null, smiles: one, inspection: settled }, known),
    };
  });
}
