import { phrase } from '../../entities/phrases.ts';
import type { Calibration } from '../../methods/extensions.ts';

/** The error of a calibration as a size, where it has one that may be printed: `siteClass` null asks for the whole set. Honesty: outside its domain there is no ±. */
export function calibrationError(
  calibration: Calibration | null,
  siteClass: string | null,
): { uncertainty: number | null; remark: string | null } {
  if (!calibration) return { uncertainty: null, remark: null };
  const line = siteClass === null ? null : calibration.lines.find((row) => row.class === siteClass);
  if (siteClass !== null && !line) return { uncertainty: null, remark: 'outside calibration' };
  const seen = calibration.referenceSeen;
  if (!line) {
    const error = { kind: calibration.errorKind, size: calibration.size };
    const remark = seen
      ? phrase('±: {kind} of {size} values', error)
      : phrase('±: {kind} of {size} values, reference values not verified', error);
    return { uncertainty: calibration.error, remark };
  }
  const error = {
    kind: line.leaveOneOut ? 'leave-one-out RMSE' : 'RMSE',
    size: line.size,
    class: line.class,
  };
  const remark = seen
    ? phrase('±: {kind} of {size} values, {class}', error)
    : phrase('±: {kind} of {size} values, {class}, reference values not verified', error);
  return { uncertainty: line.leaveOneOut ?? line.rmse, remark };
}
