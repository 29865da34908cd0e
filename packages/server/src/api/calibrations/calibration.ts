import { MeasuredCalibration, MeasuredCalibrationCreate, MeasuredCalibrationUpdate } from '@cuvette/core/entities';
import { appliedOf } from '@cuvette/core/workflows/measured/fit-set';
import * as z from 'zod/mini';
import { HttpProblem, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import {
  applyCalibration,
  changeCalibration,
  deleteCalibration,
  listCalibrations,
  mayChangeCalibration,
  readCalibration,
  type StoredCalibration,
  withdrawCalibration,
} from '../../store/calibrations.ts';
import { readProject } from '../../store/projects.ts';
import type { Member } from '../../store/reader.ts';
import { Count } from '../http/answers.ts';
import { type Route, route, withinProject } from '../http/route.ts';
import { calibrationAnswer, collect, listedCalibration } from './calibration-answer.ts';
import { createCalibration } from './create-calibration.ts';

interface Asked {
  services: Services;
  reader: Member;
  uuid: string;
}

/** A set that the person may change. Throws 403, 404. */
async function changeable({ services, reader, uuid }: Asked): Promise<StoredCalibration> {
  const { drizzle } = services.db;
  const stored = await readCalibration(drizzle, reader, uuid);
  if (!stored) throw notFound('The calibration');
  if (!(await mayChangeCalibration(drizzle, reader, uuid)))
    throw new HttpProblem(403, 'You may read this calibration, but not change it.');
  return stored;
}

async function answerOf({ services, reader, uuid }: Asked): Promise<MeasuredCalibration | null> {
  const stored = await readCalibration(services.db.drizzle, reader, uuid);
  return stored && calibrationAnswer(await collect(services, reader, stored));
}

/** How many finished items a change of a calibration concerned. */
const Applied = z.looseObject({ ...MeasuredCalibration.shape, items: Count });

/** Sets of measured values, the lines through them, and their use for the predictions of a project. */
export const calibrationRoutes: Route[] = [
  route('GET /api/project/:uuid/calibrations', withinProject, {
    summary: 'Lists the sets of measured values of a project, newest first',
    description: 'At most 200, without their rows.',
    answer: z.array(MeasuredCalibration),
    async handle({ db, reader, uuid }) {
      if (!(await readProject(db.drizzle, reader, uuid))) throw notFound('The project');
      return (await listCalibrations(db.drizzle, reader, uuid)).map(listedCalibration);
    },
  }),
  route('POST /api/project/:uuid/calibrations', withinProject, {
    summary: 'Uploads 30 or more measured values and submits what is not computed yet',
    description:
      'The table has a heading and columns for the molecule (`smiles`, `inchi`, or `workflow` with identifiers of items of the project), the value, and perhaps `name`, `unit`, `error` and, for shifts, `atom`. A table with values of another scale, impossible ones or too few is refused with all its problems. Rows of one molecule become one row with their mean. Items of the project that computed the same are used as they are.',
    example: { name: 'Shake-flask logD 2025', quantity: 'log_d', table: 'smiles,value\nCCO,-0.31\n…' },
    body: MeasuredCalibrationCreate,
    status: 201,
    answer: MeasuredCalibration,
    async handle({ services, account, reader, uuid, body }) {
      const made = await createCalibration(services, account, reader, uuid, body);
      services.wake.emit('queued', 'submitted');
      return answerOf({ services, reader, uuid: made });
    },
  }),
  route('GET /api/calibration/:uuid', withinProject, {
    summary: 'Reads a set of measured values with what was computed and the line through it',
    description:
      'Each row has what the line through the others predicts for it. `problem` says why there is no line that may be used.',
    answer: MeasuredCalibration,
    handle: answerOf,
  }),
  route('POST /api/calibration/:uuid', withinProject, {
    summary: 'Renames a set, chooses how its line is fitted, or leaves rows out with a reason',
    description:
      '`left_out` has reasons by the line of the table, null to take a row back. What is in use stays as it is until `apply` is called again.',
    body: MeasuredCalibrationUpdate,
    emptyBody: {},
    answer: MeasuredCalibration,
    async handle({ services, reader, uuid, body }) {
      const stored = await changeable({ services, reader, uuid });
      const { left_out: changes = {}, name, fit } = body;
      const known = new Set(stored.rows.map(({ line }) => String(line)));
      const unknown = Object.keys(changes).find((line) => !known.has(line));
      if (unknown !== undefined) throw new HttpProblem(422, `The set has no row of line ${unknown}.`, 'left_out');
      const { stored: collected } = await collect(services, reader, stored);
      const rows = collected.rows.map((row) => {
        const change = changes[String(row.line)];
        return change === undefined ? row : { ...row, left_out: change };
      });
      await changeCalibration(services.db.drizzle, reader, uuid, { name, fit, rows });
      return answerOf({ services, reader, uuid });
    },
  }),
  route('POST /api/calibration/:uuid/apply', withinProject, {
    summary: 'Puts the line of a set into use for the predictions of its project',
    description:
      'It takes the place of another one of the same quantity. Finished items of the project get it at once, others when they end; `items` counts the finished ones. The computed numbers stay.',
    answer: Applied,
    async handle({ services, db, reader, uuid }) {
      const stored = await changeable({ services, reader, uuid });
      const collected = await collect(services, reader, stored);
      const applied = appliedOf(stored, collected.fitted, new Date().toISOString());
      if (!applied) throw new HttpProblem(409, collected.fitted.problem ?? 'The set has no line.');
      const items = await db.transaction((tx) => applyCalibration(tx, collected.stored, applied));
      const answer = await answerOf({ services, reader, uuid });
      return answer && { ...answer, items };
    },
  }),
  route('POST /api/calibration/:uuid/withdraw', withinProject, {
    summary: 'Takes a line out of use; the items of the project lose it, and their computed numbers stay',
    answer: Applied,
    async handle({ services, db, reader, uuid }) {
      const stored = await changeable({ services, reader, uuid });
      const items = await db.transaction((tx) => withdrawCalibration(tx, stored));
      const answer = await answerOf({ services, reader, uuid });
      return answer && { ...answer, items };
    },
  }),
  route('DELETE /api/calibration/:uuid', withinProject, {
    summary: 'Deletes a set of measured values for good and takes its line out of use',
    description: 'The items that were computed for it stay in their folder.',
    answer: z.looseObject({ ok: z.literal(true), name: z.string(), items: Count }),
    async handle({ services, db, reader, uuid }) {
      const stored = await changeable({ services, reader, uuid });
      const items = await db.transaction(async (tx) => {
        const withdrawn = await withdrawCalibration(tx, stored);
        await deleteCalibration(tx, reader, uuid);
        return withdrawn;
      });
      return { ok: true as const, name: stored.name, items };
    },
  }),
];
