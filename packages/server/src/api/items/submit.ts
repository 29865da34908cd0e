import { randomInt, randomUUID } from 'node:crypto';
import { moleculeProblems } from '@cuvette/core/chemistry';
import {
  type BatchFinding,
  type Message,
  type MethodReport,
  Molecule,
  madeFromOf,
  maximumSmilesLength,
  type SmilesInspection,
  type WorkflowSubmission,
} from '@cuvette/core/entities';
import {
  catalogue,
  featureProblems,
  inputProblems,
  loadWorkflow,
  offeredPatches,
  type Replacement,
  type Resources,
  type StructureLimits,
  stereoProblems,
  substituted,
  type WorkflowDefinition,
  type WorkflowInputs,
} from '@cuvette/core/workflows';
import { limitProblems } from '@cuvette/core/workflows/rules/limits';
import * as z from 'zod/mini';
import { inspectEach, smilesToMolecules } from '../../convert/smiles-batch.ts';
import { HttpProblem, NotYet } from '../../errors.ts';
import { webhookUrl } from '../../notify/webhook.ts';
import { acceptedMethods, methodReport } from '../../queue/workers.ts';
import type { Services } from '../../services.ts';
import { draftData } from '../../store/drafts.ts';
import type { Member } from '../../store/reader.ts';
import { isReadable, type NewWorkflow } from '../../store/workflows.ts';
import { check } from '../../wire/body.ts';
import { keptUnknown } from './unknown-settings.ts';

type Submission = z.output<typeof WorkflowSubmission>;

/** An item that is ready to be stored, with what it needs of a worker. */
export type PreparedWorkflow = NewWorkflow & { resources: Resources };

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function moleculeOf(value: unknown): Molecule | null {
  if (value === null || value === undefined) return null;
  const molecule = check(z.object({ initial_molecule: Molecule }), { initial_molecule: value }).initial_molecule;
  const problem = moleculeProblems(molecule)[0];
  if (problem) throw new HttpProblem(422, problem.detail, problem.field);
  return molecule;
}

/** What RDKit says of SMILES, by SMILES: each is asked about once, many in one question. Empty and overlong ones are left out. */
async function inspectAll(
  { convert }: Services,
  smiles: readonly unknown[],
): Promise<ReadonlyMap<string, SmilesInspection>> {
  const asked = [...new Set(smiles)].filter(
    (entry): entry is string => typeof entry === 'string' && entry.trim() !== '' && entry.length <= maximumSmilesLength,
  );
  const found = await inspectEach(convert, asked);
  return new Map(asked.flatMap((entry, index) => (found[index] ? [[entry, found[index]] as const] : [])));
}

/** A submission whose type is known and whose molecule is whole; `definition` is null for the type of tests. */
interface ReadSubmission {
  submission: Submission;
  definition: WorkflowDefinition | null;
  data: Record<string, unknown>;
  molecule: Molecule | null;
  smiles: string | null;
  /** SMILES of its lists (ligands, compounds), as they were sent. */
  listed: unknown[];
}

async function readSubmission(services: Services, submission: Submission): Promise<ReadSubmission> {
  const { workflow_type: type } = submission;
  if (submission.webhook_url !== null) refuseWebhook(services, submission.webhook_url);
  const { initial_molecule: innerMolecule, initial_smiles: innerSmiles, ...data } = submission.workflow_data;
  const definition = await typeOfDraft(type);
  if (!definition) return { submission, definition, data, molecule: null, smiles: null, listed: [] };
  refuseSwitchedOff(services, definition, data);
  const molecule = moleculeOf(submission.initial_molecule ?? innerMolecule);
  const smiles = textOf(submission.initial_smiles) ?? (molecule ? null : textOf(innerSmiles));
  const lists = definition.inputs.filter(({ kind }) => kind === 'smiles_list').map(({ role }) => data[role]);
  return { submission, definition, data, molecule, smiles, listed: lists.flatMap((list) => list ?? []) };
}

/** What submissions are judged by: what RDKit says of their SMILES, the methods that are taken, and those of living workers. */
interface Knowledge {
  inspections: ReadonlyMap<string, SmilesInspection>;
  accepted: MethodReport;
  live: MethodReport;
  /** Whether a worker is about to tell more. */
  isGrowing: boolean;
  /** Whether the server replaces what it cannot run where a submission does not say. */
  substitute: boolean;
  /** Structures of SMILES, for types that compute a molecule; a text where none could be built. */
  built: ReadonlyMap<string, Molecule | string>;
}

/**
 * Whether a type computes a molecule with these settings, so that a SMILES is made one before it is stored: what is stored is what runs. Without settings:
 * whether it may.
 */
function takesMolecule(definition: WorkflowDefinition | null, data: Record<string, unknown> | null): boolean {
  const input = definition?.inputs.find(({ role }) => role === 'initial_molecule');
  if (input?.kind === 'molecule') return true;
  return input?.accepts !== undefined && (data === null || input.accepts(data) === 'molecule');
}

/** The structures of SMILES, as `smiles_to_mols` answers them. */
async function buildAll({ convert }: Services, smiles: readonly string[]): Promise<Knowledge['built']> {
  const asked = [...new Set(smiles)];
  const results = await smilesToMolecules(convert, asked);
  return new Map(
    asked.map((one, index) => {
      const found = results[index];
      return [one, found?.molecule ?? found?.error?.detail ?? 'no structure could be built from it'] as const;
    }),
  );
}

/** What a type of molecules gets for a SMILES. Throws 422 where it leaves open what is meant, or no structure can be built. */
function withStructure(given: WorkflowInputs, { size }: StructureLimits, built: Knowledge['built']): WorkflowInputs {
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

/** The stereoisomers that a submission asks to be enumerated; none where it stays one item. */
function isomersOf({ submission, smiles }: ReadSubmission, inspections: Knowledge['inspections']): string[] {
  const isomers = inspections.get(smiles ?? '')?.stereoisomers ?? [];
  return submission.options.enumerate_stereo && isomers.length > 1 ? isomers : [];
}

/** Seconds after which a submission is worth another try that no worker could judge so far. */
const workerComesSeconds = 5;

/**
 * Throws for a submission that does not fit: 422 with its first problem, or 503 where nothing but a worker is lacking and the first of this server has not
 * reported yet.
 */
function refuseProblems(
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
  one: WorkflowInputs,
  { accepted, isGrowing }: Knowledge,
): void {
  const [problem] = definition.problems(data, one, accepted);
  if (!problem) return;
  if (isGrowing && definition.problems(data, one, null).length === 0) {
    throw new NotYet(
      'The server has just started, and its worker has not reported yet what it can compute. Send it again in some seconds.',
      workerComesSeconds,
    );
  }
  throw new HttpProblem(422, problem.detail, problem.field, offeredPatches(definition, data, accepted));
}

/** The items of one submission. Throws 422 with the first problem's text and field. */
function itemsOf(read: ReadSubmission, parent: string, knowledge: Knowledge): PreparedWorkflow[] {
  const { inspections, accepted, live, isGrowing, substitute, built } = knowledge;
  const { submission, definition, molecule, smiles } = read;
  const { workflow_type: type } = submission;
  if (!definition) return [fill({ submission, parent, type, data: read.data, smiles: null, requirements: ['rdkit'] })];
  const { data, replacements } =
    // While a worker is about to tell more, what it brings is awaited rather than replaced.
    (submission.options.substitute ?? substitute) && !isGrowing
      ? substituted(definition, read.data, accepted)
      : { data: read.data, replacements: [] };
  const from = madeFromOf(read.data);
  const beside = keptUnknown(definition, read.data);
  const make = (given: WorkflowInputs, isomer: Isomer | null): PreparedWorkflow => {
    const one = takesMolecule(definition, data) ? withStructure(given, definition.limits(read.data), built) : given;
    refuseProblems(definition, data, one, knowledge);
    const prepared = {
      ...beside.kept,
      ...definition.prepare(data, one, accepted),
      ...(one.molecule ? { initial_molecule: one.molecule } : {}),
      ...(one.smiles ? { initial_smiles: one.smiles } : {}),
      ...(from ? { made_from: from } : {}),
      ...messagesOf([...(isomer ? [isomerMessage(isomer, smiles ?? '')] : []), ...beside.messages], replacements),
    };
    const item = fill({
      submission,
      parent,
      type,
      replacements,
      data: prepared,
      smiles: one.inspection?.canonical ?? textOf(one.molecule?.smiles) ?? null,
      requirements: definition.capabilities(prepared),
      resources: definition.resources(prepared, one, live),
      title: definition.title,
    });
    return isomer ? { ...item, name: `${item.name} (stereoisomer ${isomer.number} of ${isomer.count})` } : item;
  };
  const isomers = isomersOf(read, inspections);
  if (isomers.length === 0) {
    return [make({ molecule, smiles, inspection: inspections.get(smiles ?? '') ?? null, inspections }, null)];
  }
  return isomers.map((isomer, index) => {
    const defined = { molecule: null, smiles: isomer, inspection: inspections.get(isomer) ?? null };
    return make(defined, { number: index + 1, count: isomers.length });
  });
}

/**
 * Turns submissions into the items that are stored: validated by their type's definition (the same rules as the form), the
 * SMILES judged by RDKit. One item each, except where undefined stereocentres are to be enumerated: then one for each
 * stereoisomer, for diastereomers are never mixed in one ensemble. Throws 422 with the first problem's text and field, as
 * `about` tells it of the submission with that index; where it answers null, that one is left out.
 */
export async function prepareSubmissions(
  services: Services,
  submissions: readonly Submission[],
  parent: string,
  about: (error: unknown, index: number) => unknown = (error) => error,
): Promise<PreparedWorkflow[][]> {
  const { drizzle } = services.db;
  const read: ReadSubmission[] = [];
  /** Index of each in the call: those that `about` passes over are left out. */
  const places: number[] = [];
  const passOver = (error: unknown, index: number): void => {
    const told = about(error, index);
    if (told !== null) throw told;
  };
  for (const [index, submission] of submissions.entries()) {
    try {
      read.push(await readSubmission(services, submission));
      places.push(index);
    } catch (error) {
      passOver(error, index);
    }
  }
  const given = await inspectAll(
    services,
    read.flatMap(({ smiles, listed }) => [smiles, ...listed]),
  );
  const isomers = await inspectAll(
    services,
    read.flatMap((one) => isomersOf(one, given)),
  );
  const inspections = new Map([...given, ...isomers]);
  const knowledge = {
    inspections,
    accepted: await acceptedMethods(drizzle),
    live: await methodReport(drizzle),
    isGrowing: services.awaitsWorker(),
    substitute: services.config.substitute,
    built: await buildAll(
      services,
      read.flatMap((one) => {
        const { definition, molecule, smiles } = one;
        if (!takesMolecule(definition, null) || molecule !== null || smiles === null) return [];
        if (inspections.get(smiles)?.error !== null) return [];
        // A structure that is refused for its size would take minutes to build.
        if (definition?.limits(one.data).size?.({ molecule, smiles })) return [];
        const several = isomersOf(one, inspections);
        return several.length > 0 ? several : [smiles];
      }),
    ),
  };
  return read.flatMap((one, index) => {
    try {
      return [itemsOf(one, parent, knowledge)];
    } catch (error) {
      passOver(error, places[index] ?? index);
      return [];
    }
  });
}

/**
 * What stands in the way of a SMILES, seen from the SMILES alone: what only its structure shows is found when it is submitted. What is wrong with the
 * settings for every structure is no word about this one.
 */
function smilesProblem(
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
  one: WorkflowInputs,
  accepted: MethodReport,
): string | null {
  const ofAll = definition.problems(data, { ...one, inspection: null }, accepted);
  const ownProblems = definition
    .problems(data, one, accepted)
    .filter(({ detail }) => ofAll.every((problem) => problem.detail !== detail));
  if (!takesMolecule(definition, data)) {
    const found = [...ownProblems, ...ofAll].find(({ field }) => /^initial_(molecule|smiles)/.test(field));
    return (found ?? ownProblems[0])?.detail ?? null;
  }
  const found = [...inputProblems(one, 'molecule_or_smiles'), ...stereoProblems(one)];
  const [first] = found.length > 0 ? found : limitProblems(definition.limits(data), one, definition.title);
  return (first ?? ownProblems[0])?.detail ?? null;
}

/**
 * What is found of each SMILES of a batch before it is submitted, in their order. With `enumerate` open stereocentres stand in nobody's way.
 * Throws 422 for a type that does not take a SMILES.
 */
export async function findInBatch(
  services: Services,
  type: string,
  data: Record<string, unknown>,
  smiles: readonly string[],
  enumerate: boolean,
): Promise<BatchFinding[]> {
  const definition = await loadWorkflow(type);
  if (!definition) throw unknownType(type);
  const inspections = await inspectAll(services, smiles);
  const accepted = await acceptedMethods(services.db.drizzle);
  return smiles.map((one): BatchFinding => {
    const inspection = inspections.get(one) ?? null;
    const isomers = inspection?.stereoisomers.length ?? 0;
    const settled =
      enumerate && isomers > 1 && inspection ? { ...inspection, undefined_stereocentres: [] } : inspection;
    return {
      canonical: inspection?.canonical ?? null,
      parts: inspection?.fragments ?? 1,
      isomers: inspection?.undefined_stereocentres.length ? isomers : 0,
      problem: smilesProblem(definition, data, { molecule: null, smiles: one, inspection: settled }, accepted),
    };
  });
}

/** The items of one submission, as `prepareSubmissions` makes them. */
export async function prepareSubmission(
  services: Services,
  submission: Submission,
  parent: string,
): Promise<PreparedWorkflow[]> {
  return (await prepareSubmissions(services, [submission], parent))[0] ?? [];
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

function unknownType(type: string): HttpProblem {
  const known = catalogue.map((entry) => entry.type).join(', ');
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

/** A submission that is kept without being judged: of a type that there is, and whatever else it says. Throws 422. */
export async function prepareDraft(services: Services, submission: Submission, parent: string): Promise<NewWorkflow> {
  const { workflow_type: type } = submission;
  if (submission.webhook_url !== null) refuseWebhook(services, submission.webhook_url);
  const definition = await typeOfDraft(type);
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
  return { ...item, status: 6, draft: submission };
}

interface Isomer {
  number: number;
  count: number;
}

function isomerMessage({ number, count }: Isomer, smiles: string): Message {
  return {
    type: 'info',
    title: 'Stereoisomers',
    body: `${smiles} leaves stereocentres undefined. This is stereoisomer ${number} of ${count}; each is an item of its own in this folder.`,
  };
}

function messagesOf(told: Message[], replacements: readonly Replacement[]): { messages?: Message[] } {
  const replaced = replacements.map(
    ({ reason, action }): Message => ({ type: 'info', title: 'Replaced', body: `${reason} Instead: ${action}.` }),
  );
  const messages = [...told, ...replaced];
  return messages.length > 0 ? { messages } : {};
}

interface Parts {
  submission: Submission;
  parent: string;
  type: string;
  data: Record<string, unknown>;
  smiles: string | null;
  requirements: string[];
  resources?: Resources;
  replacements?: readonly Replacement[];
  title?: string;
}

const nothingKnown: Resources = { memory_mb: null, gpus: 0, seconds: null };

function fill(parts: Parts): PreparedWorkflow {
  const {
    submission,
    parent,
    type,
    data,
    smiles,
    requirements,
    resources = nothingKnown,
    replacements = [],
    title,
  } = parts;
  return {
    uuid: randomUUID(),
    parent,
    name: textOf(submission.name) ?? title ?? type,
    type,
    data,
    // Compute writes what was replaced into the provenance of the result.
    options: replacements.length > 0 ? { ...submission.options, replacements } : submission.options,
    smiles,
    maxCredits: submission.max_credits,
    requirements: [...new Set(requirements)].sort(),
    resources,
    seed: randomInt(1, 2 ** 31 - 1),
    status: 5,
    resubmittedFrom: submission.resubmitted_from_uuid,
    emailWhenComplete: submission.email_when_complete,
    webhookUrl: submission.webhook_url,
  };
}
