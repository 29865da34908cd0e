import type { AppliedCalibration, MeasuredQuantity } from '../../entities/applied-calibration.ts';
import { type Caveat, caveatOf } from '../../entities/caveat.ts';
import { listed, phrase, sentences, type Text } from '../../entities/phrases.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { applicability, type Subject } from '../../methods/applicability.ts';
import { calibratedValue } from '../../methods/measured-line.ts';
import { numberColumn, type TableData } from '../../tables/table.ts';
import type { NamedValue } from '../definition.ts';
import type { HeadlineWord, HeadlineWords } from '../headline.ts';
import type { Fact, TabPart } from '../tab-parts.ts';

/** A number of a result that a project's own measured values can calibrate, as its type names it. */
export interface Calibratable {
  quantity: MeasuredQuantity;
  /** Path of the named value; null where the numbers are in tables alone (shifts). */
  of: string | null;
  /** Method and settings that the number depends on, as one text: a calibration is valid for the same text only. */
  method: string;
  /** What `applicability` judges the molecule by. Its `class` is that of the site or couple; missing where the quantity has no classes. */
  subject: Subject;
  /** Columns of tables that hold such numbers, and which of their rows; all rows where this is missing. */
  columns: readonly { table: string; column: string; rows?: (row: number) => boolean }[];
}

/** What a calibration says of one computed value: the calibrated value, or why there is none. */
type Judged =
  | { inside: true; value: number; uncertainty: number; low: number; high: number }
  | { inside: false; reasons: readonly Text[] };

/** Judges one computed value by a calibration: method, class, molecule and range. */
function judgeCalibrated(calibration: AppliedCalibration, given: Calibratable, computed: number): Judged {
  const { line, limits, classes, method } = calibration;
  if (method !== given.method) return { inside: false, reasons: ['computed by another method'] };
  const { class: siteClass, ...molecule } = given.subject;
  const known = (classes ?? []).map((each) => ({ class: each }));
  const subject: Subject = { ...molecule, computed, ...(classes === null ? {} : { class: siteClass ?? null }) };
  const judged = applicability({ limits, lines: known }, subject);
  if (!judged.inside) {
    const reasons = judged.reasons.length > 0 ? judged.reasons : [classInWords(siteClass)];
    return { inside: false, reasons };
  }
  const { value, halfWidth } = calibratedValue(line, computed);
  return { inside: true, value, uncertainty: line.rmse, low: value - halfWidth, high: value + halfWidth };
}

function classInWords(siteClass: string | null | undefined): Text {
  return siteClass ? phrase('class {class}', { class: siteClass }) : 'a class that is not in the set';
}

/** Suffix of the path of a calibrated value. */
const calibratedSuffix = '_calibrated';

function calibrationOf({ provenance }: WorkflowItem, quantity: MeasuredQuantity): AppliedCalibration | null {
  return provenance?.measured_calibrations?.find((each) => each.quantity === quantity) ?? null;
}

const rounded = (value: number, precision: number) => Number(value.toFixed(precision));

/** "calibrated on 42 of your values", the 90 % interval, the number before, and the measured value where the molecule is one of the set. */
function remarkOf(calibration: AppliedCalibration, judged: Judged & { inside: true }, before: NamedValue): Text {
  const { line, name, own_value: own } = calibration;
  const { precision } = before;
  return sentences(
    phrase('Calibrated on {count} of your values ({name}); 90 % interval {low} to {high}; {computed} before.', {
      count: line.size,
      name,
      low: rounded(judged.low, precision),
      high: rounded(judged.high, precision),
      computed: rounded(before.value ?? Number.NaN, precision),
    }),
    own === null ? null : phrase('This molecule is one of them: {measured} measured.', { measured: own }),
  );
}

/** The calibrated value of a computed one; null where no calibration covers it. */
function calibratedBeside(item: WorkflowItem, given: Calibratable, before: NamedValue): NamedValue | null {
  const calibration = calibrationOf(item, given.quantity);
  if (!calibration || before.value === null || !Number.isFinite(before.value)) return null;
  const judged = judgeCalibrated(calibration, given, before.value);
  if (!judged.inside) return null;
  return {
    ...before,
    path: `${before.path}${calibratedSuffix}`,
    title: phrase('{title}, calibrated', { title: before.title }),
    value: judged.value,
    uncertainty: judged.uncertainty,
    error: null,
    remark: remarkOf(calibration, judged, before),
  };
}

/** Named values with the calibrated ones, each after the number that it was made from. */
function withCalibratedValues(
  item: WorkflowItem,
  given: readonly Calibratable[],
  values: readonly NamedValue[],
): NamedValue[] {
  return values.flatMap((value) => {
    const own = given.find(({ of }) => of === value.path);
    const beside = own ? calibratedBeside(item, own, value) : null;
    return beside ? [value, beside] : [value];
  });
}

/** Paths of the computed values that have a calibrated one beside them. */
function calibratedPaths(item: WorkflowItem, given: readonly Calibratable[], values: readonly NamedValue[]): string[] {
  return values.flatMap((value) => {
    const own = given.find(({ of }) => of === value.path);
    return own && calibratedBeside(item, own, value) ? [value.path] : [];
  });
}

/** That the error of a method is not known concerns the computed values alone where calibrated ones, whose error is known, are beside them. */
function ofUncalibrated(caveat: Caveat, covered: readonly string[]): Caveat {
  return covered.length > 0 && caveat.values === null && caveat.table === null
    ? { ...caveat, values: [...covered] }
    : caveat;
}

/** Facts of tabs with the calibrated values beside them. */
function withCalibratedFacts(
  item: WorkflowItem,
  given: readonly Calibratable[],
  parts: Readonly<Record<string, readonly TabPart[]>>,
): Readonly<Record<string, readonly TabPart[]>> {
  const inPart = (part: TabPart): TabPart =>
    part.kind === 'facts'
      ? {
          ...part,
          facts: part.facts.flatMap((fact): Fact[] =>
            'path' in fact ? withCalibratedValues(item, given, [fact]) : [fact],
          ),
        }
      : part;
  return Object.fromEntries(Object.entries(parts).map(([tab, own]) => [tab, own.map(inPart)]));
}

/** The headline with each calibrated number in the place of the computed one, which its remark names. */
function withCalibratedHeadline(worded: HeadlineWords, named: (path: string) => NamedValue | null): HeadlineWords {
  const values = worded.values.map((word): HeadlineWord => {
    if (!('of' in word)) return word;
    const calibrated = named(`${word.of}${calibratedSuffix}`);
    if (!calibrated) return word;
    const { title, ...rest } = word;
    return { ...rest, of: calibrated.path, ...(title ? { title: phrase('{title}, calibrated', { title }) } : {}) };
  });
  return { ...worded, values };
}

/** A table with columns of the calibrated numbers and their ±, each beside the column that they were made from. */
function withCalibratedColumns(item: WorkflowItem, given: readonly Calibratable[], table: TableData): TableData {
  let { columns } = table;
  for (const one of given) {
    const calibration = calibrationOf(item, one.quantity);
    for (const { table: id, column: name, rows = () => true } of calibration ? one.columns : []) {
      const column = columns.find((each) => each.id === name);
      if (!calibration || id !== table.id || column?.kind !== 'number') continue;
      const judged = Array.from(column.values, (value, row) =>
        rows(row) && Number.isFinite(value) ? judgeCalibrated(calibration, one, value) : null,
      );
      if (!judged.some((each) => each?.inside)) continue;
      const { precision, unit } = column;
      const head = { precision, ...(unit ? { unit } : {}) };
      const added = [
        numberColumn(
          {
            ...head,
            id: `${name}${calibratedSuffix}`,
            title: phrase('{title}, calibrated', { title: column.title }),
            help: phrase('Calibrated on {count} of your values ({name}).', {
              count: calibration.line.size,
              name: calibration.name,
            }),
          },
          judged.map((each) => (each?.inside ? each.value : null)),
        ),
        numberColumn(
          { ...head, id: `${name}${calibratedSuffix}_uncertainty`, title: '± of the calibrated value' },
          judged.map((each) => (each?.inside ? each.uncertainty : null)),
        ),
      ];
      const place = columns.indexOf(column) + 1;
      const taken = new Set(columns.map(({ id: taken }) => taken));
      const fresh = added.filter(({ id: own }) => !taken.has(own));
      columns = [...columns.slice(0, place), ...fresh, ...columns.slice(place)];
    }
  }
  return columns === table.columns ? table : { ...table, columns };
}

/**
 * What is to be known of the calibrations of an item: where one does not cover a number, which limits its use, and when one was put into use after the item
 * had ended, for the record.
 */
function calibrationCaveats(
  item: WorkflowItem,
  given: readonly Calibratable[],
  values: readonly NamedValue[],
): Caveat[] {
  return given.flatMap((one): Caveat[] => {
    const calibration = calibrationOf(item, one.quantity);
    const value = values.find(({ path }) => path === one.of)?.value ?? null;
    if (!calibration || (one.of !== null && value === null)) return [];
    const about = { name: calibration.name, count: calibration.line.size };
    const judged = value === null ? judgeMethod(calibration, one) : judgeCalibrated(calibration, one, value);
    if (judged !== null && !judged.inside) {
      const text = phrase('Not calibrated: {name} ({count} of your values) does not cover this number: {reasons}.', {
        ...about,
        reasons: listed(judged.reasons),
      });
      return [caveatOf('limits_use', text, one.of === null ? {} : { values: [one.of] })];
    }
    if (item.completed_at === null || item.completed_at === undefined || item.completed_at >= calibration.applied_at)
      return [];
    const text = phrase('The calibration {name} was put into use after this had ended.', about);
    return [caveatOf('for_record', text)];
  });
}

/** Of numbers in tables alone: whether the calibration is of another method. Rows outside its range are left empty. */
function judgeMethod(calibration: AppliedCalibration, given: Calibratable): Judged | null {
  return calibration.method === given.method ? null : { inside: false, reasons: ['computed by another method'] };
}

/** What shows calibrated numbers of an item. Types with such numbers name it, so that pages of others do not load it. */
export const calibrating = {
  values: withCalibratedValues,
  facts: withCalibratedFacts,
  headline: withCalibratedHeadline,
  columns: withCalibratedColumns,
  caveats: calibrationCaveats,
  paths: calibratedPaths,
  ofUncalibrated,
};
export type Calibrating = typeof calibrating;
