import { elementList } from '../chemistry/elements.ts';
import { listed, phrase, type Text } from '../entities/phrases.ts';

/** Where the error of a method is known. A property that is not named has no limit. Ranges include both ends. */
export interface Domain {
  /** Atomic numbers of the elements that the check set holds. */
  elements?: readonly number[];
  charges?: readonly [lowest: number, highest: number];
  multiplicities?: readonly number[];
  heavyAtoms?: readonly [fewest: number, most: number];
  /** amu */
  mass?: readonly [lowest: number, highest: number];
  solvents?: readonly string[];
  /** Computed values of the set, in the unit of the number. */
  computed?: readonly [lowest: number, highest: number];
}

/** What a number is of. A property that is missing or null is not known and does not decide. */
export interface Subject {
  elements?: readonly number[] | null;
  charge?: number | null;
  multiplicity?: number | null;
  heavyAtoms?: number | null;
  /** amu */
  mass?: number | null;
  solvent?: string | null;
  /** The computed value itself, where its size decides. */
  computed?: number | null;
  /** Class of its site or bond in the calibration; null where it has none. Missing where the error is that of the whole set. */
  class?: string | null;
}

/** The part of a calibration that decides where its error is valid. */
export interface Validity<Line extends { class: string } = { class: string }> {
  limits: Domain;
  lines: readonly Line[];
}

/** Whether the error of a calibration is valid for a number: with the line of its class (null for the whole set), or why it is not. */
export type Applicability<Line> = { inside: true; line: Line | null } | { inside: false; reasons: readonly Text[] };

/**
 * Decides whether the ± of a calibration is valid for a number. Forms, tables, named values and recipes (`cuvette_compute/methods/applicability.py` reads the same
 * limits) all ask this, so that no place prints an error where another says that there is none.
 *
 * The reasons are short phrases: "contains Fe", "charge +2". They are empty where only the class is missing.
 */
export function applicability<Line extends { class: string }>(
  { limits, lines }: Validity<Line>,
  subject: Subject,
): Applicability<Line> {
  const reasons = outsideReasons(limits, subject);
  const line = subject.class === undefined ? null : lines.find((each) => each.class === subject.class);
  return reasons.length > 0 || line === undefined ? { inside: false, reasons } : { inside: true, line };
}

function outsideReasons(limits: Domain, subject: Subject): Text[] {
  const { elements, charge, multiplicity, heavyAtoms, mass, solvent, computed } = subject;
  const foreign = [...new Set(elements ?? [])].filter((each) => limits.elements && !limits.elements.includes(each));
  const found: (Text | null)[] = [
    foreign.length > 0 ? phrase('contains {elements}', { elements: elementList(foreign.sort((a, b) => a - b)) }) : null,
    isOutside(charge, limits.charges) ? phrase('charge {charge}', { charge: signed(charge) }) : null,
    isKnown(multiplicity) && limits.multiplicities && !limits.multiplicities.includes(multiplicity)
      ? phrase('multiplicity {multiplicity}', { multiplicity })
      : null,
    isOutside(heavyAtoms, limits.heavyAtoms) ? phrase('{count} heavy atoms', { count: heavyAtoms }) : null,
    isOutside(mass, limits.mass) ? phrase('mass {mass} amu', { mass: Math.round(mass) }) : null,
    isKnown(solvent) && limits.solvents && !limits.solvents.includes(solvent)
      ? phrase('solvent {solvent}', { solvent })
      : null,
    isOutside(computed, limits.computed)
      ? phrase('computed value outside {low} to {high}', {
          low: Number((limits.computed?.[0] ?? 0).toPrecision(3)),
          high: Number((limits.computed?.[1] ?? 0).toPrecision(3)),
        })
      : null,
  ];
  return found.filter((reason) => reason !== null);
}

function isKnown<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

function isOutside(value: number | null | undefined, range: readonly [number, number] | undefined): value is number {
  return isKnown(value) && range !== undefined && (value < range[0] || value > range[1]);
}

function signed(charge: number): string {
  return charge > 0 ? `+${charge}` : String(charge).replace('-', '−');
}

/** "outside calibration", with the reasons where there are any. */
export function outsideInWords(reasons: readonly Text[]): Text {
  return reasons.length === 0
    ? 'outside calibration'
    : phrase('outside calibration: {reasons}', { reasons: listed(reasons) });
}
