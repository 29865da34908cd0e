import { phrase, type Text } from '../../../entities/phrases.ts';
import { applicability, outsideInWords, type Subject } from '../../../methods/applicability.ts';
import type { Calibration, CalibrationLine } from '../../../methods/extensions.ts';

/**
 * The error of a calibration for a number as a size, where it is valid; else no ± and a remark that says why.
 * @param subject what the number is of; its `class` is missing where the error of the whole set is asked for
 */
export function calibrationError(
  calibration: Calibration | null,
  subject: Subject,
): { uncertainty: number | null; remark: Text | null } {
  if (!calibration) return { uncertainty: null, remark: null };
  const judged = applicability(calibration, subject);
  if (!judged.inside) return { uncertainty: null, remark: outsideInWords(judged.reasons) };
  const { line } = judged;
  const seen = calibration.referenceSeen;
  if (!line) {
    const error = { kind: calibration.errorKind, size: calibration.size };
    const remark = seen
      ? phrase('±: {kind} of {size} values', error)
      : phrase('±: {kind} of {size} values, reference values not verified', error);
    return { uncertainty: calibration.error, remark };
  }
  return lineError(line, seen);
}

/**
 * The error of a class, and what it is: "±: leave-one-out RMSE of 52 values, COOH".
 * @param seen whether the measured values were seen in their source
 */
export function lineError(line: CalibrationLine, seen: boolean): { uncertainty: number; remark: Text } {
  return { uncertainty: line.leaveOneOut ?? line.rmse, remark: lineInWords(line, seen) };
}

function lineInWords(line: CalibrationLine, seen: boolean): Text {
  const error = {
    kind: line.leaveOneOut ? 'leave-one-out RMSE' : 'RMSE',
    size: line.size,
    class: line.class,
  };
  if (!seen) return phrase('±: {kind} of {size} values, {class}, reference values not verified', error);
  return line.notSeen
    ? phrase('±: {kind} of {size} values, {class}, {count} of the reference values not verified', {
        ...error,
        count: line.notSeen,
      })
    : phrase('±: {kind} of {size} values, {class}', error);
}
