import { type IdenticalItem, WorkflowSubmission } from '@cuvette/core/entities';
import { HttpProblem } from '../../../errors.ts';
import { identicalItems } from '../../../items/identical-items.ts';
import { convertingFor, type Services } from '../../../services.ts';
import type { Member } from '../../../store/reader.ts';
import { finishedSmiles } from '../../../store/workflows/identical-items.ts';
import { check } from '../../../wire/body.ts';
import { requireNamed } from '../named-things.ts';
import { prepareSubmissions } from './prepare.ts';
import { type Submission, typeOfDraft, unknownType } from './read-submission.ts';
import { inspectAll } from './smiles.ts';

/** SMILES that would be submitted with the same settings. */
interface Question {
  type: string;
  data: Record<string, unknown>;
  smiles: readonly string[];
  options: Submission['options'];
  /** Where the items would go; finished ones of its project are looked for. */
  folder: string;
}

/**
 * Returns for each SMILES, in their order, the newest finished item of the project with the same input and versions; null where there is none, and where
 * only some of the stereoisomers that it would become were computed. Only molecules that the project has finished items of are prepared as a submission is.
 * Throws 404 and 422 for what is wrong with all of them.
 */
export async function identicalInBatch(
  services: Services,
  reader: Member,
  { type, data, smiles, options, folder }: Question,
): Promise<(IdenticalItem | null)[]> {
  const definition = await typeOfDraft(type);
  if (!definition) throw unknownType(type);
  await requireNamed(services, reader, definition, data);
  const converting = convertingFor(services, reader);
  const inspections = await inspectAll(converting, smiles);
  const namesOf = (one: string): string[] => {
    const found = inspections.get(one);
    return [...(found?.canonical ? [found.canonical] : []), ...(found?.stereoisomers ?? [])];
  };
  const known = await finishedSmiles(services.db.drizzle, reader, { folder, type, smiles: smiles.flatMap(namesOf) });
  const asked = [...smiles.keys()].filter((index) => namesOf(smiles[index] ?? '').some((name) => known.has(name)));
  const refused = new Set<number>();
  const submissions = asked.map((index) =>
    check(WorkflowSubmission, {
      workflow_type: type,
      workflow_data: data,
      initial_smiles: smiles[index],
      folder_uuid: folder,
      options,
    }),
  );
  const prepared = await prepareSubmissions(converting, submissions, folder, (error, place) => {
    if (!(error instanceof HttpProblem) || error.status !== 422) return error;
    refused.add(place);
    return null;
  });
  const taken = asked.filter((_, place) => !refused.has(place));
  const items = prepared.flatMap((isomers, place) =>
    isomers.map(({ inputHash }) => ({ uuid: String(taken[place]), inputHash })),
  );
  const identical = await identicalItems(services, reader, folder, items);
  return smiles.map((_, index) => {
    const of = (uuid: string | null) => uuid === String(index);
    const found = identical.filter(({ submitted_uuid }) => of(submitted_uuid));
    const [first] = found;
    const whole = found.length === items.filter(({ uuid }) => of(uuid)).length;
    return first && whole ? { ...first, submitted_uuid: null } : null;
  });
}
