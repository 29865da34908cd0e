import { moleculeProblems } from '@cuvette/core/chemistry';
import { Molecule, type WorkflowSubmission } from '@cuvette/core/entities';
import {
  catalogue,
  featureProblems,
  loadWorkflow,
  typeElsewhere,
  type WorkflowDefinition,
} from '@cuvette/core/workflows';
import { shortList } from '@cuvette/core/workflows/parts/forms/short-list';
import * as z from 'zod/mini';
import { HttpProblem } from '../../../errors.ts';
import { webhookUrl } from '../../../notify/webhook.ts';
import type { Services } from '../../../services.ts';
import type { Member } from '../../../store/reader.ts';
import { isReadable } from '../../../store/workflows/read-workflows.ts';
import { check } from '../../../wire/body.ts';
import { readNewerSubmission } from '../../../wire/newer-submissions.ts';

export type Submission = z.output<typeof WorkflowSubmission>;

/** A text without the spaces around it; null for what is none or has nothing else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function moleculeOf(value: unknown): Molecule | null {
  if (value === null || value === undefined) return null;
  const molecule = check(z.object({ initial_molecule: Molecule }), { initial_molecule: value }).initial_molecule;
  const problem = moleculeProblems(molecule)[0];
  if (problem) throw new HttpProblem(422, problem.detail, problem.field);
  return molecule;
}

/** A submission whose type is known and whose molecule is whole; `definition` is null for the type of tests. */
export interface ReadSubmission {
  submission: Submission;
  definition: WorkflowDefinition | null;
  data: Record<string, unknown>;
  molecule: Molecule | null;
  smiles: string | null;
  /** SMILES of its lists (ligands, compounds), as they were sent. */
  listed: unknown[];
}

export async function readSubmission(services: Services, submission: Submission): Promise<ReadSubmission> {
  const { workflow_type: type } = submission;
  if (submission.webhook_url !== null) refuseWebhook(services, submission.webhook_url);
  const { initial_molecule: innerMolecule, initial_smiles: innerSmiles, ...sent } = submission.workflow_data;
  const data = readNewerSubmission(type, sent);
  const definition = await typeOfDraft(type);
  if (!definition) return { submission, definition, data, molecule: null, smiles: null, listed: [] };
  refuseCrowded(definition, data);
  refuseSwitchedOff(services, definition, data);
  // Conformers that are given are the molecule, too.
  const [firstConformer] = Array.isArray(data.initial_conformers) ? data.initial_conformers : [];
  const molecule = moleculeOf(submission.initial_molecule ?? innerMolecule ?? firstConformer);
  const smiles = textOf(submission.initial_smiles) ?? (molecule ? null : textOf(innerSmiles));
  const lists = definition.inputs.filter(({ kind }) => kind === 'smiles_list').map(({ role }) => data[role]);
  return { submission, definition, data, molecule, smiles, listed: lists.flatMap((list) => list ?? []) };
}

/** Most numbers, texts, lists and objects in one setting, and most settings: many times what any type needs. */
const mostValues = 20_000;

/** Whether a value holds more than so many values, looked at no further than that. */
function holdsMore(value: unknown, than: number): boolean {
  let left = than;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (one === null || typeof one !== 'object') continue;
    const inner = Object.values(one);
    left -= inner.length;
    if (left < 0) return true;
    for (const each of inner) waiting.push(each);
  }
  return false;
}

/**
 * Refuses settings with so many values that judging them would keep the server from answering others. Structures are large and have limits of their own; what
 * a former run computed, which scripts send along, is not read. Throws 422.
 */
export function refuseCrowded(definition: WorkflowDefinition, data: Record<string, unknown>): void {
  const structures = definition.inputs.filter(({ kind }) => kind === 'molecule' || kind === 'protein');
  const passedOver = new Set([
    'initial_molecule',
    'initial_conformers',
    'target',
    'protein',
    ...structures.map(({ role }) => role),
  ]);
  const detail = `The settings hold more than ${mostValues} values, which is too many. Check them.`;
  if (Object.keys(data).length > mostValues) throw new HttpProblem(422, detail, 'workflow_data');
  for (const key of Object.keys(definition.settings.shape)) {
    if (!passedOver.has(key) && holdsMore(data[key], mostValues)) throw new HttpProblem(422, detail, key);
  }
}

/** Throws 422 for what the administrator of this server has not switched on. */
export function refuseSwitchedOff(
  { config }: Services,
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
): void {
  const problem = featureProblems(definition, data, config.platform)[0];
  if (problem) throw new HttpProblem(422, problem.detail, problem.field);
}

/** The refusal (422) of a type that this server does not have: of one of public clients with its reason. */
export function unknownType(type: string): HttpProblem {
  const elsewhere = typeElsewhere(type);
  if (elsewhere) {
    const reason = elsewhere.reason[0]?.toLowerCase() + elsewhere.reason.slice(1);
    return new HttpProblem(422, `${elsewhere.title} is not here: ${reason}`, 'workflow_type');
  }
  const known = shortList(catalogue.map((entry) => entry.type));
  return new HttpProblem(
    422,
    `"${type.slice(0, 100)}" is not a workflow type of this server. It has: ${known}.`,
    'workflow_type',
  );
}

/** Throws 422 for an address that webhooks are not sent to. */
export function refuseWebhook({ config }: Services, url: string): void {
  webhookUrl(url, config.webhookHosts);
}

/** Throws 404 unless the person may read the item that a submission says it was made from. */
export async function requireSource({ db }: Services, reader: Member, uuid: string): Promise<void> {
  if (await isReadable(db.drizzle, reader, uuid)) return;
  throw new HttpProblem(
    404,
    'The workflow that this one was made from was not found, or you have no access to it.',
    'resubmitted_from_uuid',
  );
}

/** The definition of a type that a draft may have; null for the type of tests. Throws 422. */
export async function typeOfDraft(type: string): Promise<WorkflowDefinition | null> {
  const isTest = type === 'test_sleep' && process.env.CUVETTE_TEST_RECIPES === '1';
  const definition = isTest ? null : await loadWorkflow(type);
  if (!definition && !isTest) throw unknownType(type);
  return definition;
}
