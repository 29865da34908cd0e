import type { MeasuredCalibration } from '@cuvette/core/entities';
import { calibratedValue } from '@cuvette/core/methods';
import { titleOfMethod } from '@cuvette/core/workflows/items/value-method';
import { quantityFacts } from '@cuvette/core/workflows/measured/quantity-facts';
import { calibrationWords } from './words.ts';

const { facts: words } = calibrationWords;

const written = (value: number, digits = 3) => String(Number(value.toPrecision(digits))).replace('-', '−');

/** The numbers of a line: the error before and after, the line itself, and where it is valid. */
export function CalibrationFacts({ calibration }: { calibration: MeasuredCalibration }) {
  const { line, limits, method, quantity } = calibration;
  if (!line) return null;
  const { unit } = quantityFacts[quantity];
  const withUnit = (text: string) => (unit === '' ? text : `${text} ${unit}`);
  const less = 100 * (1 - line.rmse / line.rmse_before);
  const sign = line.intercept < 0 ? '−' : '+';
  return (
    <dl className="calibration-facts">
      <dt>{words.after}</dt>
      <dd className="large">± {withUnit(written(line.rmse))}</dd>
      <dt>{words.before}</dt>
      <dd>
        {withUnit(written(line.rmse_before))} (
        {less >= 0 ? words.less(less.toFixed(0)) : words.more((-less).toFixed(0))})
      </dd>
      <dt>{words.interval}</dt>
      <dd>± {withUnit(written(calibratedValue(line, line.mean).halfWidth))}</dd>
      <dt>{words.size}</dt>
      <dd>{line.size}</dd>
      <dt>{words.line}</dt>
      <dd>{calibrationWords.lineText(written(line.slope), `${sign} ${written(Math.abs(line.intercept))}`)}</dd>
      <dt>{words.correlation}</dt>
      <dd>{line.correlation.toFixed(3)}</dd>
      {limits ? (
        <>
          <dt>{words.range}</dt>
          <dd>{withUnit(words.to(written(limits.computed[0]), written(limits.computed[1])))}</dd>
        </>
      ) : null}
      <dt>{words.method}</dt>
      <dd>{titleOfMethod(method)}</dd>
    </dl>
  );
}
