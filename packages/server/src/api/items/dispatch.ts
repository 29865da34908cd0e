import { type Dispatch, type DispatchQuestion, referencesIn, WorkflowSubmission } from '@cuvette/core/entities';
import { loadWorkflow, type Resources, type WorkflowDefinition } from '@cuvette/core/workflows';
import type * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { identicalItems } from '../../items/identical-items.ts';
import { placesOf, tooManyFor } from '../../queue/admission.ts';
import { usualSeconds } from '../../queue/figures.ts';
import type { Needs } from '../../queue/fit.ts';
import { aheadOfNew, lackOf, limitInWords, liveWorkers, placeInWords, workersFor } from '../../queue/waiting.ts';
import { knownMethods } from '../../queue/workers.ts';
import { convertingFor, type Services } from '../../services.ts';
import { refusalBefore } from '../../store/administration/limits.ts';
import type { Member } from '../../store/reader.ts';
import { check } from '../../wire/body.ts';
import { requireNamed } from './named-things.ts';
import { problemsNow } from './submission/judge.ts';
import { prepareSubmission } from './submission/prepare.ts';
import { refuseCrowded, refuseSwitchedOff } from './submission/read-submission.ts';

type Question = z.output<typeof DispatchQuestion>;

interface Plan {
  requirements: string[];
  resources: Resources;
  /** Items that the submission would become. */
  count: number;
  /** What each of them would compute from. */
  items: { uuid: null; inputHash: string | null }[];
}

/**
 * Judges a submission whose structure is not there yet by the rules that submitting has, as far as they are not about the
 * structure. Throws 422 with the first problem.
 */
async function planWithout(
  services: Services,
  reader: Member,
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
): Promise<Plan> {
  refuseCrowded(definition, data);
  refuseSwitchedOff(services, definition, data);
  await requireNamed(services, reader, definition, data);
  const nothing = { molecule: null, smiles: null };
  const inputs = ['initial_molecule', 'initial_smiles', ...definition.inputs.map(({ role }) => role)];
  const { live, accepted } = await knownMethods(services.db.drizzle);
  const known = { accepted, isGrowing: services.awaitsWorker() };
  const found = problemsNow(definition, data, nothing, known).find(
    ({ field }) => !inputs.includes(field.split('.')[0] ?? ''),
  );
  if (found) throw new HttpProblem(422, found.detail, found.field);
  const resources = definition.resources(data, nothing, live);
  return { requirements: definition.capabilities(data, accepted), resources, count: 1, items: [] };
}

/** Returns what the submission would become. Throws 422 with the first problem. */
async function plan(services: Services, reader: Member, question: Question): Promise<Plan> {
  const { workflow_type, workflow_data, initial_molecule, initial_smiles, options } = question;
  const data = workflow_data ?? {};
  const submission = check(WorkflowSubmission, {
    workflow_type,
    workflow_data: data,
    initial_molecule,
    initial_smiles,
    options,
  });
  const definition = await loadWorkflow(workflow_type);
  const given = initial_molecule ?? initial_smiles ?? data.initial_molecule ?? data.initial_smiles;
  const needsStructure = definition?.inputs.some(
    ({ role }) => role === 'initial_molecule' || role === 'initial_smiles',
  );
  if (definition && needsStructure && (given === null || given === undefined)) {
    return planWithout(services, reader, definition, data);
  }
  // Items of one submission are isomers of each other: they need the same.
  const items = await prepareSubmission(services, reader, submission, '');
  const [first] = items;
  if (!first) throw new Error('A submission became no item.');
  return {
    requirements: first.requirements,
    resources: first.resources,
    count: items.length,
    items: items.map(({ inputHash = null }) => ({ uuid: null, inputHash })),
  };
}

interface Estimate {
  minutes: number | null;
  basis: string | null;
}

/** Seconds as minutes with two digits that count: no estimate is better than that. */
function minutesOf(seconds: number): number {
  return Number((Math.max(1, seconds) / 60).toPrecision(2));
}

/** How long it would run: by the workers' own timing where the type can say so, else what the last items of its type took. */
async function estimate(services: Services, type: string, { seconds }: Resources): Promise<Estimate> {
  if (seconds !== null) {
    return { minutes: minutesOf(seconds), basis: 'Scaled from a timing of the worker, with the start of the program.' };
  }
  const past = await usualSeconds(services.db.drizzle, type);
  if (past.seconds === null || past.count < 3) return { minutes: null, basis: null };
  return {
    minutes: minutesOf(past.seconds),
    basis: `Half of the last ${past.count} finished items of this type took less; structures differ, so this is rough.`,
  };
}

/** The answer where the submission would be refused, or wait for what is not there. */
function no(reason: string, field: string | null = null): Dispatch {
  return {
    to_be_dispatched: false,
    reason,
    field,
    queue_position: null,
    workers: [],
    compute_hardware: '',
    time_estimate_min: null,
    estimate_basis: null,
    identical: [],
  };
}

/** Why nothing is known of a submission that takes results of other items. */
const takesResults =
  'It takes results of other items, and enters the queue when they have completed. Its place is known then.';

/** The first notice on a submission that would become several items; none on one that stays one. */
function severalInWords(count: number): string {
  return count === 1 ? '' : `It would become ${count} items, one for each stereoisomer. Of the first: `;
}

/** The last notice, where a person has places in the queue for the first of several items, but not for all. */
function restInWords(count: number, free: number, limit: number): string {
  const left = count - free;
  if (left <= 0) return '';
  return ` ${left === 1 ? 'One' : left} of the ${count} would await the queue: one person may have ${limit} items queued or running here.`;
}

/**
 * Returns what would become of a submission at this moment: whether it would run, where, when, and for how long, and which finished items had the same input.
 * `root` is the folder that it goes to where it names none.
 */
export async function dispatchNow(
  services: Services,
  reader: Member,
  question: Question,
  root: string | null,
): Promise<Dispatch> {
  const { workflow_data, initial_molecule } = question;
  if (referencesIn({ workflow_data, initial_molecule }).length > 0) return no(takesResults);
  let planned: Plan;
  try {
    planned = await plan(convertingFor(services, reader), reader, question);
  } catch (error) {
    if (!(error instanceof HttpProblem) || error.status !== 422) throw error;
    return no(error.message, error.field);
  }
  const folder = question.folder_uuid ?? root;
  const identical = folder === null ? [] : await identicalItems(services, reader, folder, planned.items);
  const refusal = await refusalBefore(services.db.drizzle, reader.id, folder, planned.count);
  const place = refusal === null ? await placeOf(services, reader, question, planned) : no(refusal);
  return { ...place, identical };
}

/** Returns where a submission would stand in the queue, and how long it would run. */
async function placeOf(services: Services, reader: Member, question: Question, planned: Plan): Promise<Dispatch> {
  const { db, config } = services;
  const { memory_mb, gpus, seconds } = planned.resources;
  const needs: Needs = { requirements: planned.requirements, memory_mb, gpus, seconds_needed: seconds };
  const workers = await liveWorkers(db.drizzle);
  const places = await placesOf(db.drizzle, reader.id);
  const { count } = planned;
  const tooMany = tooManyFor(places.active + places.awaiting + count);
  if (tooMany !== null) return no(tooMany);
  // What nobody can run waits for more than a place of its person.
  const lack = lackOf(workers, needs);
  const several = severalInWords(count);
  if (lack !== null) return no(several + lack);
  const able = workersFor(workers, needs);
  const where = {
    workers: able.map(({ name, host, busy }) => ({ name, host, idle: !busy })),
    compute_hardware: able[0]?.host ?? '',
  };
  if (places.active >= config.activePerPerson) {
    return { ...no(several + limitInWords(config.activePerPerson, places.awaiting, 'would be')), ...where };
  }
  const ahead = await aheadOfNew(db.drizzle, workers, { ...needs, person: reader.id });
  const { minutes, basis } = await estimate(services, question.workflow_type, planned.resources);
  const atOnce = ahead === 0 && able.some(({ busy }) => !busy);
  const place = atOnce ? 'It would start at once.' : placeInWords(able, ahead, 'would be');
  return {
    to_be_dispatched: true,
    reason: several + place + restInWords(count, config.activePerPerson - places.active, config.activePerPerson),
    field: null,
    queue_position: ahead + 1,
    ...where,
    time_estimate_min: minutes,
    estimate_basis: basis,
    identical: [],
  };
}
