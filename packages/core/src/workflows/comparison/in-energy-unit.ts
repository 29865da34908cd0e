import type { EnergyUnit } from '../../chemistry/units.ts';
import { energyPrecision, fromKcal, inEnergyUnit, isEnergyColumn } from '../../tables/energy-columns.ts';
import type { ItemComparison } from './compare-items.ts';
import type { Axis, ComparedPlot } from './compared-plots.ts';

/** A comparison with its energy differences, and their ±, in a person's unit. */
export function comparisonIn(comparison: ItemComparison, unit: EnergyUnit): ItemComparison {
  const energies = new Set(comparison.table.columns.filter(isEnergyColumn).map(({ id }) => id));
  if (unit === 'kcal/mol' || energies.size === 0) return comparison;
  const uncertainties = [...comparison.uncertainties].map(
    ([id, values]) =>
      [id, energies.has(id) ? values.map((value) => (value === null ? null : fromKcal(value, unit))) : values] as const,
  );
  return { ...comparison, table: inEnergyUnit(comparison.table, unit), uncertainties: new Map(uncertainties) };
}

/** Whether curves or maps show energy differences. */
export const showsEnergies = (plot: ComparedPlot): boolean =>
  (plot.kind === 'curves' ? plot.y : plot.value).unit === 'kcal/mol';

/** Compared curves and maps with their energy differences in a person's unit. */
export function plotIn(plot: ComparedPlot, unit: EnergyUnit): ComparedPlot {
  if (unit === 'kcal/mol' || !showsEnergies(plot)) return plot;
  const axis = (of: Axis): Axis => ({ ...of, unit, precision: energyPrecision(of.precision, unit) });
  if (plot.kind === 'curves') {
    const curves = (all: typeof plot.curves) =>
      all.map(({ uuid, points }) => ({ uuid, points: points.map(({ x, y }) => ({ x, y: fromKcal(y, unit) })) }));
    return { ...plot, y: axis(plot.y), curves: curves(plot.curves), differences: curves(plot.differences) };
  }
  const maps = (all: typeof plot.maps) =>
    all.map(({ uuid, table }) => ({
      uuid,
      table: {
        ...table,
        columns: table.columns.map((column) =>
          column.kind === 'number' && column.id === 'value'
            ? { ...column, ...axis(plot.value), values: column.values.map((value) => fromKcal(value, unit)) }
            : column,
        ),
      },
    }));
  return { ...plot, value: axis(plot.value), maps: maps(plot.maps), differences: maps(plot.differences) };
}
