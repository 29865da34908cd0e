import { againstElectrode, potentialUnit, type ReferenceElectrode } from '@cuvette/core/chemistry';
import { energyPrecision, fromKcal } from '@cuvette/core/tables';
import type { HeadlineValue } from '@cuvette/core/workflows/headline';
import type { EnergyUnit } from './energy-unit.ts';

/** A value of a headline in the person's unit of energy differences and against their electrode; scores of a scoring function stay. */
export function inChosenUnits(value: HeadlineValue, unit: EnergyUnit, electrode: ReferenceElectrode): HeadlineValue {
  if (value.value === null || value.text !== null) return value;
  if (value.unit === potentialUnit('SHE') && electrode !== 'SHE')
    return { ...value, unit: potentialUnit(electrode), value: againstElectrode(value.value, electrode) };
  const isDifference = value.unit === 'kcal/mol' && !value.path?.endsWith('score');
  if (!isDifference || unit === 'kcal/mol') return value;
  return {
    ...value,
    unit,
    precision: energyPrecision(value.precision, unit),
    value: fromKcal(value.value, unit),
    uncertainty: value.uncertainty === null ? null : fromKcal(value.uncertainty, unit),
  };
}
