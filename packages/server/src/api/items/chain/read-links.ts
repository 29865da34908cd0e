import {
  Awaited,
  isReference,
  mostTaken,
  type PlacedReference,
  ResultReference,
  referencesIn,
  status,
  statusName,
} from '@cuvette/core/entities';
import { loadWorkflow, type WorkflowDefinition } from '@cuvette/core/workflows';
import { pathProblem, type Wanted } from '@cuvette/core/workflows/chains/result-path';
import * as z from 'zod/mini';
import { HttpProblem } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import type { Member } from '../../../store/reader.ts';
import {
  type NamedSource,
  projectOfFolder,
  readSources,
  type Source,
  sourceWithin,
} from '../../../store/workflow-sources.ts';
import { check } from '../../../wire/body.ts';
import type { Submission } from '../submission/read-submission.ts';

/** What a submission has to do with other items. */
export interface Links {
  /** The items that it comes from, with what it takes of each. */
  sources: Source[];
  /** Whether all of them have completed. */
  isReady: boolean;
  /** Whether it takes results: what it computes is then known only when they are there. */
  takes: boolean;
}

/** A reference of a submission that is whole, with its place. */
export interface WholeReference {
  field: string;
  uuid: string;
  path: string;
}

/** The references of a submission, each with its place in the item's data. */
function placedReferences({ initial_molecule, workflow_data }: Submission): PlacedReference[] {
  const top = isReference(initial_molecule) ? [{ field: 'initial_molecule', reference: initial_molecule }] : [];
  return [...top, ...referencesIn(workflow_data)];
}

/** The references of a submission. Throws 422 for one that is not whole, and for too many. */
export function wholeReferences(submission: Submission): WholeReference[] {
  const placed = placedReferences(submission);
  if (placed.length > mostTaken) {
    throw new HttpProblem(
      422,
      `A submission may take ${mostTaken} results of other items; this one takes ${placed.length}.`,
    );
  }
  return placed.map(({ field, reference }) => {
    const read = z.safeParse(ResultReference, reference);
    if (read.success) return { field, uuid: read.data.$from.toLowerCase(), path: read.data.path };
    const shape = '{"$from": "identifier of an item", "path": "conformers[0]"}';
    throw new HttpProblem(422, `${field} is not a whole reference to a result. Write it like ${shape}.`, field);
  });
}

/** What a field of a submission takes, by its place. */
export function wantedAt(field: string): Wanted {
  return field === 'initial_molecule' || field === 'initial_smiles' ? 'structure' : 'value';
}

/** A submission of a client that has no place for `after` beside the settings (3.x) and sends it among them. */
export function withAfterOfData(submission: Submission): Submission {
  const { after, ...workflow_data } = submission.workflow_data;
  if (!Array.isArray(after)) return submission;
  return { ...submission, workflow_data, after: check(z.object({ after: Awaited }), { after }).after };
}

/**
 * Reads what a submission has to do with other items: those that it waits for, and those whose results it takes. Null where it names none.
 * @param folder the folder that the item goes to; all its sources lie in the same project
 * @param judged false for a draft, whose sources may still change: only what nobody may name is refused then
 * @throws HttpProblem 422 for a source that is not there, that lies in another project or can no longer complete, and for a path that its type does not have
 */
export async function readLinks(
  { db }: Pick<Services, 'db'>,
  reader: Member,
  submission: Submission,
  folder: string,
  judged = true,
): Promise<Links | null> {
  const references = wholeReferences(submission);
  const after = (submission.after ?? []).map((uuid) => uuid.toLowerCase());
  const uuids = [...new Set([...after, ...references.map(({ uuid }) => uuid)])];
  if (uuids.length === 0) return null;
  const found = new Map((await readSources(db.drizzle, reader, uuids)).map((source) => [source.uuid, source]));
  const project = await projectOfFolder(db.drizzle, folder);
  for (const uuid of uuids) {
    const field = after.includes(uuid) ? `after.${after.indexOf(uuid)}` : fieldOf(references, uuid);
    const problem = sourceProblem(found.get(uuid), uuid, project, judged);
    if (problem !== null) throw new HttpProblem(422, problem, field);
  }
  if (judged) await refusePaths(references, found);
  const sources = uuids.map((uuid) => ({
    uuid,
    name: found.get(uuid)?.name ?? '',
    taken: references.filter((one) => one.uuid === uuid).map(({ field, path }) => ({ field, path })),
  }));
  const isReady = uuids.every((uuid) => found.get(uuid)?.object_status === status.completed);
  return { sources, isReady, takes: references.length > 0 };
}

function fieldOf(references: readonly WholeReference[], uuid: string): string {
  return `${references.find((one) => one.uuid === uuid)?.field ?? 'after'}.$from`;
}

/** Why an item cannot be waited for; null where it can. */
function sourceProblem(
  source: NamedSource | undefined,
  uuid: string,
  project: string | null,
  judged: boolean,
): string | null {
  if (!source) return `The workflow ${uuid}, which this one waits for, was not found, or you have no access to it.`;
  const { name, object_status, project_uuid } = source;
  if (project_uuid !== project) {
    return `“${name}” lies in another project. An item can only wait for items of its own project: move it there, or submit this one in its project.`;
  }
  if (!judged || (object_status !== status.failed && object_status !== status.stopped)) return null;
  return `“${name}” is ${statusName(object_status).toLowerCase()}, so that nothing that waits for it would begin. Submit it again, and wait for that one.`;
}

/** Throws 422 where a draft would wait for itself, directly or by way of others. */
export async function refuseCircle({ db }: Pick<Services, 'db'>, draft: string, submission: Submission): Promise<void> {
  const after = (submission.after ?? []).map((uuid) => uuid.toLowerCase());
  const sources = [...new Set([...after, ...wholeReferences(submission).map(({ uuid }) => uuid)])];
  if (sources.length === 0) return;
  const name = await sourceWithin(db.drizzle, draft, sources);
  if (name === null) return;
  const through = sources.includes(draft) ? '' : ` by way of “${name}”`;
  throw new HttpProblem(
    422,
    `This item would wait for itself${through}. Take one of the items out of the circle.`,
    'after',
  );
}

/** Throws 422 for the first path that the type of its item does not have. */
async function refusePaths(
  references: readonly WholeReference[],
  sources: ReadonlyMap<string, NamedSource>,
): Promise<void> {
  const definitions = new Map<string, WorkflowDefinition | null>();
  for (const { field, uuid, path } of references) {
    const type = sources.get(uuid)?.object_type ?? '';
    if (!definitions.has(type)) definitions.set(type, await loadWorkflow(type));
    const definition = definitions.get(type);
    if (!definition) throw new HttpProblem(422, `Nothing of a result of the type "${type}" can be taken.`, field);
    const problem = pathProblem(definition, path, wantedAt(field));
    if (problem !== null) throw new HttpProblem(422, problem, `${field}.path`);
  }
}
