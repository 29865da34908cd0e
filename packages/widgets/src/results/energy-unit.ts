import { type EnergyUnit, energyUnits, fromHartree } from '@cuvette/core/chemistry';
import { energyPrecision, energyUnitOf, formatNumber } from '@cuvette/core/tables';
import { rememberedChoice } from './remembered-choice.ts';

export type { EnergyUnit };

const choice = rememberedChoice('cuvette.energy-unit');

/** Chooses the unit of energy differences for all results in this browser. */
export function setEnergyUnit(unit: EnergyUnit): void {
  choice.set(unit);
}

/** The person's unit of energy differences, remembered in this browser; kcal/mol where nobody chose one. */
export function useEnergyUnit(): EnergyUnit {
  return energyUnitOf(choice.use());
}

/** An energy difference in Hartree as text in a unit, without the unit's name. */
export function energyText(hartree: number, unit: EnergyUnit): string {
  return formatNumber(fromHartree(hartree, unit), energyPrecision(2, unit));
}

export { energyUnits };
