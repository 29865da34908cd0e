import { type Dispatch, type DispatchQuestion, Molecule, WorkflowSubmission } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import { lackOf, liveWorkers, workersFor } from '../queue/waiting.ts';
import { methodReport } from '../queue/workers.ts';
import type { Services } from '../services.ts';
import { row, textArray } from '../store/database.ts';
import { check } from './body.ts';
import { prepareSubmission, refuseSwitchedOff } from './submit.ts';

type Question = z.output<typeof DispatchQuestion>;

interface Plan {
  requirements: string[];
  data: Record<string, unknown>;
}

/** What the submission would become. Without a structure only its settings are looked at. Throws 422 with the first problem. */
async function plan(services: Services, question: Question): Promise<Plan> {
  const { workflow_type, workflow_data, initial_molecule, initial_smiles } = question;
  const data = workflow_data ?? {};
  const submission = check(WorkflowSubmission, {
    workflow_type,
    workflow_data: data,
    initial_molecule,
    initial_smiles,
  });
  const definition = await loadWorkflow(workflow_type);
  const given = initial_molecule ?? initial_smiles ?? data.initial_molecule ?? data.initial_smiles;
  const needsStructure = definition?.inputs.some(
    ({ role }) => role === 'initial_molecule' || role === 'initial_smiles',
  );
  if (definition && needsStructure && (given === null || given === undefined)) {
    refuseSwitchedOff(services, definition, data);
    const misfit = z.safeParse(definition.settings, data);
    if (!misfit.success) {
      const issue = misfit.error.issues[0];
      throw new HttpProblem(
        422,
        issue?.message ?? 'The settings do not fit.',
        issue?.path.join('.') || 'workflow_data',
      );
    }
    return { requirements: definition.capabilities(data), data };
  }
  const [first] = await prepareSubmission(services, submission, '');
  return { requirements: first?.requirements ?? [], data: first?.data ?? {} };
}

interface Estimate {
  minutes: number | null;
  basis: string | null;
}

/** How long it would run: by the workers' own timing where the type can say so, else what the last items of its type took. */
async function estimate(services: Services, type: string, { data }: Plan): Promise<Estimate> {
  const definition = await loadWorkflow(type);
  const molecule = z.safeParse(Molecule, data.initial_molecule);
  const inputs = { molecule: molecule.success ? molecule.data : null, smiles: null };
  const seconds = definition?.seconds(data, inputs, await methodReport(services.db.drizzle)) ?? null;
  if (seconds !== null) return { minutes: seconds / 60, basis: 'Scaled from a timing of the worker.' };
  const past = await row<{ seconds: number | null; count: number }>(
    services.db.drizzle,
    sql`SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY elapsed) AS seconds, count(*)::int AS count
        FROM (SELECT elapsed FROM workflow WHERE object_type = ${type} AND object_status = 2 AND elapsed IS NOT NULL
              AND completed_at > now() - interval '90 days' LIMIT 200) AS finished`,
  );
  if (!past || past.seconds === null || past.count < 3) return { minutes: null, basis: null };
  return {
    minutes: past.seconds / 60,
    basis: `Half of the last ${past.count} finished items of this type took less; structures differ, so this is rough.`,
  };
}

/** What would become of a submission at this moment: whether it would run, where, when, and for how long. */
export async function dispatchNow(services: Services, user: string, question: Question): Promise<Dispatch> {
  const { db, config } = services;
  const workers = await liveWorkers(db.drizzle);
  let planned: Plan;
  try {
    planned = await plan(services, question);
  } catch (error) {
    if (!(error instanceof HttpProblem) || error.status !== 422) throw error;
    return {
      to_be_dispatched: false,
      reason: error.message,
      field: error.field,
      queue_position: null,
      workers: [],
      compute_hardware: '',
      time_estimate_min: null,
      estimate_basis: null,
    };
  }
  const able = workersFor(workers, planned.requirements);
  const lack = lackOf(workers, { requirements: planned.requirements, memory_mb: 0, gpus: 0 });
  const capabilities = [...new Set(able.flatMap((worker) => worker.capabilities))];
  const queue = await row<{ mine: number; ahead: number }>(
    db.drizzle,
    sql`SELECT (SELECT count(*)::int FROM workflow WHERE run_by = ${user} AND object_status IN (0, 1, 5)) AS mine,
          (SELECT count(*)::int FROM workflow WHERE object_status = 0 AND requirements <@ ${textArray(able.length > 0 ? capabilities : planned.requirements)}) AS ahead`,
  );
  const { mine = 0, ahead = 0 } = queue ?? {};
  const full = mine >= config.activePerPerson;
  const { minutes, basis } = await estimate(services, question.workflow_type, planned);
  const idle = able.some(({ busy }) => !busy);
  const place =
    ahead === 0 ? (idle ? 'It would start at once.' : 'It would be next.') : `${ahead} items would be ahead of it.`;
  return {
    to_be_dispatched: lack === null && !full,
    reason: full
      ? `You have ${mine} items queued or running, and one person may have ${config.activePerPerson} here. It would wait until some of them end.`
      : (lack ?? place),
    field: null,
    queue_position: full ? null : ahead + 1,
    workers: able.map(({ name, host, busy }) => ({ name, host, idle: !busy })),
    compute_hardware: able[0]?.host ?? '',
    time_estimate_min: minutes,
    estimate_basis: basis,
  };
}
