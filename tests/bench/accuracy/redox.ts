import type { CheckSet, PrintedError } from './sets.ts';
import { deviation, fit, leftOut, type Point, type Sample } from './statistics.ts';

/** Acceptors with a line of their own; `other` takes the line of all reductions. */
const [fitted, other, donor] = [['quinone', 'aromatic ketone'], 'other acceptor', 'donor'] as const;

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

const sample =
  (offset: string) =>
  ({ name, group, computed, measured }: Point): Sample => ({
    name,
    group,
    unit: name,
    offset,
    x: computed,
    y: measured,
  });

/**
 * The check set and the lines of the method that maps potentials by class, from potentials without a line (V).
 *
 * Each couple is predicted by the line of the others of its class; other acceptors by the line of quinones and aromatic ketones, none of
 * which is like them. Oxidations have no line: nothing is fitted to them.
 */
export function calibratedCouples(id: string, plain: CheckSet): { set: CheckSet; printed: PrintedError } {
  const of = (...groups: readonly string[]) => plain.points.filter(({ group }) => groups.includes(group));
  const classes: PrintedError['classes'] = {};
  const points = [...fitted, other, donor].flatMap((name): Point[] => {
    const own = of(name);
    if (name === donor) {
      classes[name] = { size: own.length, rmse: rounded(deviation(own).rmse, 2), slope: 1, intercept: 0 };
      return own;
    }
    const line = fit((name === other ? of(...fitted, other) : own).map(sample('reduction')));
    const at = ({ slope, intercepts }: typeof line, point: Point): Point => ({
      ...point,
      computed: slope * point.computed + (intercepts.get('reduction') ?? Number.NaN),
    });
    const known = fit(of(...fitted).map(sample('reduction')));
    const predicted = name === other ? own.map((point) => at(known, point)) : leftOut(own.map(sample('reduction')));
    classes[name] = {
      size: own.length,
      rmse: rounded(deviation(own.map((point) => at(line, point))).rmse, 2),
      leaveOneOut: rounded(deviation(predicted).rmse, 2),
      slope: rounded(line.slope, 4),
      intercept: rounded(line.intercepts.get('reduction') ?? Number.NaN, 4),
    };
    return predicted;
  });
  const { size, mae, rmse } = deviation(points);
  return {
    set: {
      ...plain,
      id,
      title: 'Redox potential, couples whose measured values were opened',
      method:
        'GFN2-xTB/ALPB(acetonitrile) minus 4.846 eV and 4.28 V, then the line of the class; each couple by the line of the others, other acceptors by that of quinones and aromatic ketones, donors without a line',
      points,
    },
    printed: { size, mae: rounded(mae, 2), rmse: rounded(rmse, 2), classes },
  };
}
