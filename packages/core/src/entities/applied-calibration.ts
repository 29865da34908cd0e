import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';

/** Numbers of results that a project can calibrate on measured values of its own. */
export const measuredQuantities = [
  'pka_acid',
  'pka_base',
  'log_s',
  'log_d',
  'log_p',
  'oxidation_potential',
  'reduction_potential',
  'ccs',
  'shift_h',
  'shift_c',
] as const;
export const MeasuredQuantity = z.enum(measuredQuantities);
export type MeasuredQuantity = z.infer<typeof MeasuredQuantity>;

/** How a line is fitted: by least squares, or by Huber's robust regression, which large deviations move little. */
export const fitKinds = ['least_squares', 'robust'] as const;
export const FitKind = z.enum(fitKinds);
export type FitKind = z.infer<typeof FitKind>;

const range = z.tuple([z.number(), z.number()]);

/** Where a calibration is valid: what the molecules of its set are, and the range of their computed values (in the unit of the quantity). */
export const MeasuredLimits = z.looseObject({
  elements: z.array(z.int()),
  charges: z.optional(range),
  heavyAtoms: z.optional(range),
  computed: range,
});
export type MeasuredLimits = z.infer<typeof MeasuredLimits>;

/**
 * A line that was fitted to measured values: calibrated = slope · computed + intercept, in the unit of the quantity. The half-width of the 90 % interval at a
 * computed value x is `half_width` · √(1 + 1/size + (x − mean)²/spread).
 */
export const MeasuredLine = z.looseObject({
  fit: FitKind,
  slope: z.number(),
  intercept: z.number(),
  /** How many values it was fitted to. */
  size: z.int(),
  /** RMSE of the computed values before the calibration. */
  rmse_before: z.number(),
  /** RMSE where each value is predicted by the line through the others; printed as ±. */
  rmse: z.number(),
  /** Pearson's correlation of computed and measured values. */
  correlation: z.number(),
  half_width: z.number(),
  mean: z.number(),
  spread: z.number(),
});
export type MeasuredLine = z.infer<typeof MeasuredLine>;

/** A calibration as it is written in the provenance of an item that it is applied to: all that its numbers are made of. */
export const AppliedCalibration = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  quantity: MeasuredQuantity,
  /** Identity of the method and settings that the computed values come by: another method is not calibrated by this line. */
  method: z.string(),
  line: MeasuredLine,
  limits: MeasuredLimits,
  /** Classes of sites or couples that the set has at least three values of; null where the quantity has no classes. */
  classes: optionalNull(z.array(z.string())),
  applied_at: z.string(),
  /** The measured value of this item's own molecule, where it is one of the set. */
  own_value: optionalNull(z.number()),
});
export type AppliedCalibration = z.infer<typeof AppliedCalibration>;
