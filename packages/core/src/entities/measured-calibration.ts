import * as z from 'zod/mini';
import { AppliedCalibration, FitKind, MeasuredLimits, MeasuredLine, MeasuredQuantity } from './applied-calibration.ts';
import { Name } from './name.ts';
import { optionalNull } from './scalars.ts';

/** A row of a set of measured values, with what was computed for it. */
export const MeasuredRow = z.looseObject({
  /** 1-based line of the table that it came from. */
  line: z.int(),
  name: optionalNull(z.string()),
  smiles: z.string(),
  /** The nucleus as the item's page names it ("C7"), of shifts. */
  atom: optionalNull(z.string()),
  measured: z.number(),
  /** Error of the measurement as it was given. */
  measured_error: optionalNull(z.number()),
  workflow_uuid: optionalNull(z.string()),
  object_status: optionalNull(z.int()),
  computed: optionalNull(z.number()),
  /** The value that the line through the others gives. */
  predicted: optionalNull(z.number()),
  /** Its deviation from that line is larger than the others' let expect. */
  outlier: z._default(z.boolean(), false),
  /** Why somebody left it out of the fit; null where it takes part. */
  left_out: optionalNull(z.string()),
  /** Why it has no computed value; null while it is computed. */
  problem: optionalNull(z.string()),
});
export type MeasuredRow = z.infer<typeof MeasuredRow>;

/** A set of measured values of a project and the line through them. */
export const MeasuredCalibration = z.looseObject({
  uuid: z.string(),
  project_uuid: z.string(),
  folder_uuid: optionalNull(z.string()),
  name: z.string(),
  quantity: MeasuredQuantity,
  /** What computes its values ("LogP (Crippen)"). */
  method: z.string(),
  fit: FitKind,
  created_at: z.string(),
  created_by: optionalNull(z.string()),
  /** Since when the predictions of the project use it; null where they do not. */
  applied_at: optionalNull(z.string()),
  size: z.int(),
  /** How many of its values are still being computed; null in lists. */
  waiting: optionalNull(z.int()),
  rows: z._default(z.array(MeasuredRow), []),
  /** The line through the rows that take part; null where there is none, with `problem` saying why. */
  line: optionalNull(MeasuredLine),
  limits: optionalNull(MeasuredLimits),
  /** The line in use; null where none is. It differs from `line` when rows were left out since. */
  applied: optionalNull(AppliedCalibration),
  problem: optionalNull(z.string()),
  /** What to know before it is used: that it does not lower the error, for instance. */
  warnings: z._default(z.array(z.string()), []),
});
export type MeasuredCalibration = z.infer<typeof MeasuredCalibration>;

/** Body of `POST /api/project/{uuid}/calibrations`. */
export const MeasuredCalibrationCreate = z.object({
  name: Name,
  quantity: MeasuredQuantity,
  /** The table as text, separated by commas, semicolons or tabs, with a heading. */
  table: z.string().check(z.minLength(1), z.maxLength(2_000_000)),
  /** Unit of all values, where the table has no column for it. */
  unit: optionalNull(z.string().check(z.maxLength(40))),
  fit: z._default(FitKind, 'least_squares'),
  /** Settings that the values are computed with, as `workflow_data` of a submission; left out, the best that this server offers. */
  workflow_data: optionalNull(z.record(z.string(), z.unknown())),
});
export type MeasuredCalibrationCreate = z.input<typeof MeasuredCalibrationCreate>;

/** Body of `POST /api/calibration/{uuid}`: what is missing stays. */
export const MeasuredCalibrationUpdate = z.object({
  name: z.optional(Name),
  fit: z.optional(FitKind),
  /** Rows by their line: the reason why one is left out, null to take it back. */
  left_out: z.optional(z.record(z.string(), z.nullable(z.string().check(z.minLength(3), z.maxLength(500))))),
});
export type MeasuredCalibrationUpdate = z.infer<typeof MeasuredCalibrationUpdate>;
