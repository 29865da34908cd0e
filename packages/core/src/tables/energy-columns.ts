import { type EnergyUnit, energyUnits, fromHartree, HARTREE_TO_KCAL_PER_MOL } from '../chemistry/units.ts';
import type { RatingRule } from './ratings.ts';
import type { Column, TableData } from './table.ts';

/** Decimals beyond those of kcal/mol that a unit needs to say as much. */
const moreDecimals: Readonly<Record<EnergyUnit, number>> = { 'kcal/mol': 0, 'kJ/mol': 0, eV: 2, Hartree: 4 };

/** Whether a column holds energy differences that a person may read in another unit. Docking scores have a scale of their own, and stay as they are. */
export function isEnergyColumn(column: Column): boolean {
  return column.kind === 'number' && column.unit === 'kcal/mol' && !/score$/.test(column.id);
}

/** A value of kcal/mol in another unit. */
export function fromKcal(value: number, unit: EnergyUnit): number {
  return unit === 'kcal/mol' ? value : fromHartree(value / HARTREE_TO_KCAL_PER_MOL, unit);
}

/** Decimals of a value in a unit, where it has `precision` of them in kcal/mol. */
export function energyPrecision(precision: number, unit: EnergyUnit): number {
  return precision + moreDecimals[unit];
}

/** A rating's limits, given in kcal/mol, in another unit. */
export function ratingIn(rule: RatingRule, unit: EnergyUnit): RatingRule {
  const to = (value: number) => fromKcal(value, unit);
  const both = ([low, high]: readonly [number, number]): readonly [number, number] => [to(low), to(high)];
  switch (rule.kind) {
    case 'below':
      return { ...rule, okay: to(rule.okay), good: to(rule.good) };
    case 'higher':
    case 'lower':
      return { ...rule, good: to(rule.good), okay: rule.okay === null ? null : to(rule.okay) };
    case 'range':
      return { ...rule, good: both(rule.good), ...(rule.okay ? { okay: both(rule.okay) } : {}) };
  }
}

/**
 * A table with its energy differences in the person's unit, which its headings name; absolute energies stay in Hartree. Returns the same table where
 * nothing changes.
 */
export function inEnergyUnit(table: TableData, unit: EnergyUnit): TableData {
  if (unit === 'kcal/mol' || !table.columns.some(isEnergyColumn)) return table;
  return {
    ...table,
    columns: table.columns.map((column) => {
      if (column.kind !== 'number' || !isEnergyColumn(column)) return column;
      return {
        ...column,
        unit,
        precision: energyPrecision(column.precision, unit),
        ...(column.rating ? { rating: ratingIn(column.rating, unit) } : {}),
        ...(column.minimum === undefined ? {} : { minimum: fromKcal(column.minimum, unit) }),
        values: column.values.map((value) => fromKcal(value, unit)),
      };
    }),
  };
}

/** A text as a unit of energy; kcal/mol where it is none. */
export function energyUnitOf(text: string | null | undefined): EnergyUnit {
  return energyUnits.find((unit) => unit === text) ?? 'kcal/mol';
}
