import {
  isFinished,
  type MeasuredCalibration,
  type MeasuredRow,
  status,
  type WorkflowItem,
} from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { computedOf, type FittedSet, fitSet, type SetRow } from '@cuvette/core/workflows/measured/fit-set';
import type { Services } from '../../services.ts';
import {
  itemsOfSet,
  keepComputed,
  type SetItem,
  type StoredCalibration,
  type StoredRow,
} from '../../store/calibrations.ts';
import type { Member } from '../../store/reader.ts';

/** A set with what its items gave so far. */
export interface CollectedSet {
  stored: StoredCalibration;
  /** Status of the items of rows that have no number yet, by identifier. */
  statuses: ReadonlyMap<string, number>;
  /** How many rows are still being computed. */
  waiting: number;
  fitted: FittedSet;
}

/** Why an item that has ended gives no number. */
function problemOf(item: SetItem): string {
  if (item.object_status === status.failed) return item.error?.message ?? 'The calculation failed.';
  if (item.object_status === status.stopped) return 'The calculation was stopped.';
  return 'The result has no such number.';
}

const isOpen = ({ found, problem, workflow_uuid }: StoredRow) =>
  found === null && problem === null && workflow_uuid !== null;

/** Reads what the items of a set have given since it was last looked at, keeps it, and fits the line. */
export async function collect(
  { db }: Pick<Services, 'db'>,
  reader: Member,
  stored: StoredCalibration,
): Promise<CollectedSet> {
  const open = stored.rows.filter(isOpen);
  const asked = [...new Set(open.flatMap(({ workflow_uuid: uuid }) => uuid ?? []))];
  const items = asked.length > 0 ? await itemsOfSet(db.drizzle, reader, asked) : [];
  const byUuid = new Map(items.map((item) => [item.uuid, item]));
  const definition = await loadWorkflow(stored.object_type);
  const fresh = open.flatMap((row) => {
    const item = byUuid.get(row.workflow_uuid ?? '');
    if (!item) return [{ line: row.line, found: null, problem: 'The item was deleted.' }];
    if (!isFinished(item.object_status)) return [];
    const found =
      definition && item.object_status === status.completed
        ? computedOf(definition, item as Partial<WorkflowItem> as WorkflowItem, stored.quantity, row.atom)
        : null;
    return [
      found
        ? { line: row.line, found: { ...found, subject: { ...found.subject } }, problem: null }
        : { line: row.line, found: null, problem: problemOf(item) },
    ];
  });
  if (fresh.length > 0) await keepComputed(db.drizzle, stored.uuid, fresh);
  const now = new Map(fresh.map((one) => [one.line, one]));
  const rows = stored.rows.map((row) => ({ ...row, ...now.get(row.line) }));
  const waiting = rows.filter((row) => isOpen(row) && row.left_out === null).length;
  const set = rows.map(({ line, measured, left_out, found }): SetRow => ({ line, measured, leftOut: left_out, found }));
  return {
    stored: { ...stored, rows },
    statuses: new Map(items.map(({ uuid, object_status }) => [uuid, object_status])),
    waiting,
    fitted: fitSet(stored.quantity, set, stored.fit, waiting),
  };
}

/** A set as lists have it, without its rows. */
export function listedCalibration(stored: StoredCalibration): MeasuredCalibration {
  const { uuid, project_uuid, folder_uuid, name, quantity, fit, created_at, created_by, applied, rows } = stored;
  return {
    uuid,
    project_uuid,
    folder_uuid,
    name,
    quantity,
    fit,
    created_at,
    created_by,
    applied,
    method: applied?.method ?? rows.find(({ found }) => found !== null)?.found?.method ?? '',
    applied_at: applied?.applied_at ?? null,
    size: rows.length,
    waiting: null,
    rows: [],
    line: null,
    limits: null,
    problem: null,
    warnings: [],
  };
}

/** A set as it is answered, with each row and the line through those that take part. */
export function calibrationAnswer({ stored, statuses, waiting, fitted }: CollectedSet): MeasuredCalibration {
  const places = new Map(fitted.lines.map((line, place) => [line, place]));
  const rows = stored.rows.map((row): MeasuredRow => {
    const place = places.get(row.line);
    const { line, name, smiles, atom, measured, measured_error, workflow_uuid, left_out, problem, found } = row;
    return {
      line,
      name,
      smiles,
      atom,
      measured,
      measured_error,
      workflow_uuid,
      left_out,
      problem,
      object_status: found ? status.completed : (statuses.get(workflow_uuid ?? '') ?? null),
      computed: found?.computed ?? null,
      predicted: place === undefined ? null : (fitted.fit?.predicted[place] ?? null),
      outlier: place !== undefined && (fitted.fit?.outliers[place] ?? false),
    };
  });
  return {
    ...listedCalibration(stored),
    method: fitted.method ?? '',
    waiting,
    rows,
    line: fitted.fit?.line ?? null,
    limits: fitted.limits,
    problem: fitted.problem,
    warnings: fitted.warnings,
  };
}
