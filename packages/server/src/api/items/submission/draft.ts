import { maximumSmilesLength } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import type { Services } from '../../../services.ts';
import { draftData } from '../../../store/drafts.ts';
import type { Member } from '../../../store/reader.ts';
import type { NewWorkflow } from '../../../store/workflows/insert-workflows.ts';
import { readLinks } from '../chain/read-links.ts';
import { fill } from './new-item.ts';
import { refuseCrowded, refuseWebhook, type Submission, textOf, typeOfDraft } from './read-submission.ts';
import { inspectAll } from './smiles.ts';

/** The SMILES that stands for a draft: that of what was put in, as RDKit writes it; null where there is none that can be read. */
export async function draftSmiles(services: Services, submission: Submission): Promise<string | null> {
  const { workflow_data: inner } = submission;
  const molecule = z.safeParse(
    z.looseObject({ smiles: z.string() }),
    submission.initial_molecule ?? inner.initial_molecule,
  );
  const drawn = textOf(submission.initial_smiles);
  const given = drawn ?? (molecule.success ? textOf(molecule.data.smiles) : textOf(inner.initial_smiles));
  if (given === null || given.length > maximumSmilesLength) return null;
  return (await inspectAll(services, [given])).get(given)?.canonical ?? null;
}

/**
 * A submission that is kept without being judged: of a type that there is, and whatever else it says. What follows from other settings is set, as in the
 * form. Throws 422.
 */
export async function prepareDraft(
  services: Services,
  reader: Member,
  given: Submission,
  parent: string,
): Promise<NewWorkflow> {
  const { workflow_type: type } = given;
  if (given.webhook_url !== null) refuseWebhook(services, given.webhook_url);
  const definition = await typeOfDraft(type);
  if (definition) refuseCrowded(definition, given.workflow_data);
  const submission = { ...given, workflow_data: definition?.settled(given.workflow_data).value ?? given.workflow_data };
  const links = await readLinks(services, reader, submission, parent, false);
  const data = draftData(submission);
  const item = fill({
    submission,
    parent,
    type,
    data,
    smiles: await draftSmiles(services, submission),
    requirements: [],
    title: definition?.title ?? type,
  });
  return { ...item, status: 6, draft: submission, sources: links?.sources ?? [] };
}
