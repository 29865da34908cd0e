import type {
  AppliedCalibration,
  FitKind,
  MeasuredLimits,
  MeasuredQuantity,
} from '../../entities/applied-calibration.ts';
import type { MeasuredCalibration } from '../../entities/measured-calibration.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import type { Subject } from '../../methods/applicability.ts';
import { fewestMeasured, fitMeasured, type MeasuredFit } from '../../methods/measured-fit.ts';
import type { MoleculesByCalculation, ResultDefinition } from '../definition.ts';
import { quantityFacts } from './quantity-facts.ts';
import { tooFew } from './read-measured.ts';

/** What was computed for one row of a set. */
export interface ComputedRow {
  computed: number;
  /** Identity of the method that it came by. */
  method: string;
  subject: Subject;
}

/** A row of a set as the fit takes it. */
export interface SetRow {
  line: number;
  measured: number;
  /** Why somebody left it out; null where it takes part. */
  leftOut: string | null;
  /** Null where nothing was computed, or not yet. */
  found: ComputedRow | null;
}

/** The line through a set with where it is valid, or why there is none. */
export interface FittedSet {
  fit: MeasuredFit | null;
  /** Lines of the table that take part, in the order of `fit.predicted`. */
  lines: readonly number[];
  limits: MeasuredLimits | null;
  classes: string[] | null;
  method: string | null;
  problem: string | null;
  warnings: string[];
}

/** Share of a range that is added on either side of it: new molecules of the same kind may lie a little outside. */
const margin = 0.1;
/** Values that a class needs to count as covered. */
const fewestOfClass = 3;
/** Correlation below which computed and measured values are not taken for the same quantity. */
const weakCorrelation = 0.4;

/** Returns what an item gives for a quantity: its number, its method, and what the molecule is judged by; null where it has none. */
export function computedOf(
  definition: ResultDefinition,
  item: WorkflowItem,
  quantity: MeasuredQuantity,
  atom: string | null,
  molecules: MoleculesByCalculation = new Map(),
): ComputedRow | null {
  const own = definition.measured(item, molecules).find((each) => each.quantity === quantity);
  if (!own) return null;
  const computed =
    own.of === null
      ? shiftOf(definition, item, atom, molecules)
      : (definition.values(item, molecules).find(({ path }) => path === own.of)?.value ?? null);
  if (computed === null || !Number.isFinite(computed)) return null;
  return { computed, method: own.method, subject: own.subject };
}

/** The shift of an atom as the table of shifts names it ("C7"). */
function shiftOf(
  definition: ResultDefinition,
  item: WorkflowItem,
  atom: string | null,
  molecules: MoleculesByCalculation,
): number | null {
  const table = definition.tables(item, molecules).find(({ id }) => id === 'chemical_shifts');
  const names = table?.columns.find(({ id }) => id === 'atom');
  const shifts = table?.columns.find(({ id }) => id === 'shift');
  if (names?.kind !== 'text' || shifts?.kind !== 'number') return null;
  const row = names.values.indexOf(atom);
  return row < 0 ? null : (shifts.values[row] ?? null);
}

function rangeOf(values: readonly number[], whole: boolean): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const more = margin * (high - low);
  return whole ? [Math.floor(low - more), Math.ceil(high + more)] : [low - more, high + more];
}

const known = <Value>(values: readonly (Value | null | undefined)[]): Value[] =>
  values.filter((value): value is Value => value !== null && value !== undefined);

function limitsOf(rows: readonly ComputedRow[]): MeasuredLimits {
  const charges = known(rows.map(({ subject }) => subject.charge));
  const heavy = known(rows.map(({ subject }) => subject.heavyAtoms));
  const elements = new Set(rows.flatMap(({ subject }) => subject.elements ?? []));
  return {
    elements: [...elements].sort((a, b) => a - b),
    ...(charges.length > 0 ? { charges: [Math.min(...charges), Math.max(...charges)] } : {}),
    ...(heavy.length > 0 ? { heavyAtoms: rangeOf(heavy, true) } : {}),
    computed: rangeOf(
      rows.map(({ computed }) => computed),
      false,
    ),
  };
}

/** Classes with at least three values; null where the quantity has none. */
function classesOf(rows: readonly ComputedRow[]): string[] | null {
  if (rows.every(({ subject }) => subject.class === undefined)) return null;
  const counts = new Map<string, number>();
  for (const { subject } of rows) if (subject.class) counts.set(subject.class, (counts.get(subject.class) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count >= fewestOfClass ? [name] : [])).sort();
}

/** Why a fitted line is refused: no relation, a reversed sign, or another scale; null where it is not. */
function lineProblem(quantity: MeasuredQuantity, { line }: MeasuredFit): string | null {
  const r = line.correlation.toFixed(2);
  if (line.correlation <= -weakCorrelation)
    return `The measured values fall where the computed ones rise (correlation ${r}). Check their sign.`;
  if (line.correlation < weakCorrelation)
    return `The measured values do not follow the computed ones (correlation ${r}), so that no line is fitted.`;
  if (line.slope > 5 || line.slope < 0.1) {
    const unit = quantityFacts[quantity].unit || 'unit';
    return `The measured values change by ${line.slope.toPrecision(2)} for each ${unit} of the computed ones, so they are of another scale.`;
  }
  return null;
}

function warningsOf({ line, outliers }: MeasuredFit, quantity: MeasuredQuantity): string[] {
  const far = outliers.filter(Boolean).length;
  const isLogarithm = quantityFacts[quantity].title.startsWith('log') || quantity === 'log_s';
  return [
    ...(far === 1 ? ['One value lies far off the line of the others. Look at it before you use this.'] : []),
    ...(far > 1 ? [`${far} values lie far off the line of the others. Look at them before you use this.`] : []),
    ...(line.rmse > 0.95 * line.rmse_before
      ? [
          `The line does not lower the error: ${line.rmse_before.toPrecision(2)} before, ${line.rmse.toPrecision(2)} where each value is predicted by the others.`,
        ]
      : []),
    ...(isLogarithm && line.correlation > 0.9 && Math.abs(line.slope - Math.LN10) < 0.2
      ? ['The slope is that of natural logarithms. Check that the values are log10.']
      : []),
  ];
}

/** Fits a set and says where its line is valid, or why there is none. */
export function fitSet(quantity: MeasuredQuantity, rows: readonly SetRow[], kind: FitKind, waiting: number): FittedSet {
  const part = rows.flatMap(({ line, measured, leftOut, found }) =>
    leftOut === null && found !== null ? [{ line, measured, found }] : [],
  );
  const none = {
    fit: null,
    lines: [],
    limits: null,
    classes: null,
    method: part[0]?.found.method ?? null,
    warnings: [],
  };
  const methods = new Set(part.map(({ found }) => found.method));
  if (methods.size > 1) {
    const problem = `The values come by several methods (${[...methods].join('; ')}). Compute all of them by one.`;
    return { ...none, problem };
  }
  if (new Set(part.map(({ found }) => found.computed)).size < 5) {
    const problem =
      waiting > 0 ? `${waiting} values are still being computed.` : 'Too few of the values could be computed.';
    return { ...none, problem };
  }
  const fit = fitMeasured(
    part.map(({ measured, found }) => ({ measured, computed: found.computed })),
    kind,
  );
  const computed = part.map(({ found }) => found);
  const left = waiting > 0 ? `${waiting} values are still being computed.` : null;
  return {
    fit,
    lines: part.map(({ line }) => line),
    limits: limitsOf(computed),
    classes: classesOf(computed),
    method: part[0]?.found.method ?? null,
    problem: left ?? (part.length < fewestMeasured ? tooFew(part.length) : lineProblem(quantity, fit)),
    warnings: warningsOf(fit, quantity),
  };
}

/** What is written into the provenance of items that a calibration is applied to; null where its set has no line that may be used. */
export function appliedOf(
  calibration: Pick<MeasuredCalibration, 'uuid' | 'name' | 'quantity'>,
  { fit, limits, classes, method, problem }: FittedSet,
  appliedAt: string,
): AppliedCalibration | null {
  if (!fit || !limits || method === null || problem !== null) return null;
  const { uuid, name, quantity } = calibration;
  return { uuid, name, quantity, method, line: fit.line, limits, classes, applied_at: appliedAt, own_value: null };
}
