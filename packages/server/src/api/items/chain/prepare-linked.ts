import {
  isReference,
  type MadeFrom,
  mapReferences,
  type TakenResult,
  WorkflowSubmission,
  withoutReferences,
} from '@cuvette/core/entities';
import type { WorkflowDefinition } from '@cuvette/core/workflows';
import { HttpProblem } from '../../../errors.ts';
import { resultReader } from '../../../items/taken-results.ts';
import { knownMethods } from '../../../queue/workers.ts';
import type { Services } from '../../../services.ts';
import { draftData } from '../../../store/drafts.ts';
import type { Member } from '../../../store/reader.ts';
import { check } from '../../../wire/body.ts';
import { requireNamed } from '../named-things.ts';
import { draftSmiles } from '../submission/draft.ts';
import { problemsNow } from '../submission/judge.ts';
import { fill, type PreparedWorkflow } from '../submission/new-item.ts';
import { prepareSubmission } from '../submission/prepare.ts';
import {
  refuseCrowded,
  refuseSwitchedOff,
  refuseWebhook,
  type Submission,
  typeOfDraft,
} from '../submission/read-submission.ts';
import { type Links, readLinks, wantedAt, wholeReferences } from './read-links.ts';

/** A submission whose references were replaced by the results that they name. */
interface WithResults {
  submission: Submission;
  taken: TakenResult[];
}

/**
 * Puts the results of other items into a submission. Where a structure becomes its molecule, it says as *Use as input* does what it was made from. Throws 422 at
 * the field of a result that is not there.
 */
async function withResults(
  services: Services,
  reader: Member,
  submission: Submission,
  { sources }: Pick<Links, 'sources'>,
): Promise<WithResults> {
  const take = resultReader(services, reader);
  const values = new Map<string, unknown>();
  const taken: TakenResult[] = [];
  let from: MadeFrom | null = null;
  for (const { field, uuid, path } of wholeReferences(submission)) {
    const { value, title, structure } = await take(uuid, path, field, wantedAt(field));
    values.set(field, value);
    const workflow_name = sources.find((source) => source.uuid === uuid)?.name ?? '';
    taken.push({ field, workflow_uuid: uuid, workflow_name, path, title });
    if (wantedAt(field) === 'structure' && structure !== null) {
      from = { workflow_uuid: uuid, structure: structure.slice(0, 200), structure_name: (title ?? path).slice(0, 200) };
    }
  }
  const data = mapReferences(submission.workflow_data, ({ field }) => values.get(field)) as Submission['workflow_data'];
  const isTop = isReference(submission.initial_molecule);
  const given = isTop ? values.get('initial_molecule') : submission.initial_molecule;
  const type = await typeOfDraft(submission.workflow_type);
  const molecule = withSmiles(type, given);
  return {
    submission: {
      ...submission,
      ...(isTop ? molecule : {}),
      workflow_data: from === null || data.made_from !== undefined ? data : { ...data, made_from: from },
    },
    taken,
  };
}

/** A molecule that was taken, at the input that the type has: types of SMILES get that of a structure. Throws 422 where it is not known. */
function withSmiles(
  definition: WorkflowDefinition | null,
  given: unknown,
): Pick<Submission, 'initial_molecule'> & Partial<Pick<Submission, 'initial_smiles'>> {
  if (typeof given === 'string') return { initial_molecule: null, initial_smiles: given };
  const roles = definition?.inputs.map(({ role }) => role) ?? [];
  if (roles.includes('initial_molecule') || !roles.includes('initial_smiles')) return { initial_molecule: given };
  const { smiles } = given as { smiles?: unknown };
  if (typeof smiles === 'string') return { initial_molecule: null, initial_smiles: smiles };
  throw new HttpProblem(422, 'The SMILES of the structure is not known, and this type takes one.', 'initial_molecule');
}

/** Whether a problem is about an input, or about a value that is known only when its item has completed. */
function isAboutTaken(field: string, definition: WorkflowDefinition, open: readonly string[]): boolean {
  const root = field.split('.')[0] ?? '';
  const inputs = ['initial_molecule', 'initial_smiles', ...definition.inputs.map(({ role }) => role)];
  return inputs.includes(root) || open.some((one) => one.split('.')[0] === root);
}

/** Refuses (422) what is wrong with a submission whatever results it takes: settings that do not fit, a method that is not here. */
async function refuseEarly(services: Services, reader: Member, submission: Submission): Promise<string> {
  const definition = await typeOfDraft(submission.workflow_type);
  if (submission.webhook_url !== null) refuseWebhook(services, submission.webhook_url);
  if (!definition) return submission.workflow_type;
  const known = withoutReferences(submission.workflow_data) as Record<string, unknown>;
  refuseCrowded(definition, known);
  refuseSwitchedOff(services, definition, known);
  await requireNamed(services, reader, definition, known);
  const { accepted } = await knownMethods(services.db.drizzle);
  const nothing = { molecule: null, smiles: null };
  const open = wholeReferences(submission).map(({ field }) => field);
  const found = problemsNow(definition, known, nothing, { accepted, isGrowing: services.awaitsWorker() }).find(
    ({ field }) => !isAboutTaken(field, definition, open),
  );
  // A default that is not here is replaced when the submission is judged as a whole.
  const isDefault = found && submission.options.substitute !== false && valueIsLeftOut(known, found.field);
  if (found && !isDefault) throw new HttpProblem(422, found.detail, found.field);
  return definition.title;
}

function valueIsLeftOut(data: Record<string, unknown>, field: string): boolean {
  let value: unknown = data;
  for (const key of field.split('.')) {
    if (value === null || typeof value !== 'object') return true;
    value = (value as Record<string, unknown>)[key];
  }
  return value === undefined || value === null;
}

/**
 * Turns a submission into items, as `prepareSubmission` does, and with regard to the items that it comes from. What takes results of items that have not completed becomes
 * one item that waits: it is judged now as far as it is known, and as a whole when they have completed. Throws 422 with the first problem.
 */
export async function prepareLinked(
  services: Services,
  reader: Member,
  submission: Submission,
  parent: string,
): Promise<PreparedWorkflow[]> {
  const links = await readLinks(services, reader, submission, parent);
  if (links === null) return prepareSubmission(services, reader, submission, parent);
  const { sources, isReady, takes } = links;
  if (!takes) {
    const items = await prepareSubmission(services, reader, submission, parent);
    return items.map((item) => ({ ...item, sources, waitsForOthers: !isReady }));
  }
  if (isReady) return prepareWithResults(services, reader, submission, parent, links);
  return [{ ...(await waitingItem(services, reader, submission, parent)), sources, waitsForOthers: true }];
}

/** The items of a submission whose sources have all completed. */
export async function prepareWithResults(
  services: Services,
  reader: Member,
  submission: Submission,
  parent: string,
  links: Pick<Links, 'sources'>,
): Promise<PreparedWorkflow[]> {
  const { submission: whole, taken } = await withResults(services, reader, submission, links);
  const items = await prepareSubmission(services, reader, whole, parent);
  return items.map((item) => ({
    ...item,
    options: { ...item.options, inputs_from: taken },
    sources: [...links.sources],
  }));
}

/** What a batch has in common: the settings of all its submissions, and the items that they wait for. */
type BatchLinks = Pick<Submission, 'workflow_type' | 'after'> & { workflow_data: Submission['workflow_data'] | null };

/**
 * The settings of a batch with the results of other items put in, and a function that notes on each of its items what it comes from. Throws 422 where a result that it takes is
 * not there yet: many items that cannot be judged would be stored.
 */
export async function linkedBatch(
  services: Services,
  reader: Member,
  { workflow_type, workflow_data: given, after }: BatchLinks,
  parent: string,
): Promise<{ workflow_data: Submission['workflow_data']; link: (item: PreparedWorkflow) => PreparedWorkflow }> {
  const workflow_data = given ?? {};
  const submission = check(WorkflowSubmission, { workflow_type, workflow_data, after });
  const links = await readLinks(services, reader, submission, parent);
  if (links === null) return { workflow_data, link: (item) => item };
  const { sources, isReady, takes } = links;
  if (!takes) return { workflow_data, link: (item) => ({ ...item, sources, waitsForOthers: !isReady }) };
  if (!isReady) {
    const detail =
      'A batch takes results of completed items only. Wait for them, submit its items one by one, or run a recipe.';
    throw new HttpProblem(422, detail, 'workflow_data');
  }
  const { submission: whole, taken } = await withResults(services, reader, submission, links);
  const link = (item: PreparedWorkflow) => ({ ...item, sources, options: { ...item.options, inputs_from: taken } });
  return { workflow_data: whole.workflow_data, link };
}

/** An item that waits for results: what was sent is kept, and what is known of it is shown. */
export async function waitingItem(
  services: Services,
  reader: Member,
  submission: Submission,
  parent: string,
): Promise<PreparedWorkflow> {
  const title = await refuseEarly(services, reader, submission);
  const { initial_molecule: given } = submission;
  const shown = { ...submission, initial_molecule: isReference(given) ? null : given };
  const data = withoutReferences(draftData(shown)) as Record<string, unknown>;
  const smiles = isReference(given) ? null : await draftSmiles(services, shown);
  const item = fill({ submission, parent, type: submission.workflow_type, data, smiles, requirements: [], title });
  return { ...item, draft: submission };
}
