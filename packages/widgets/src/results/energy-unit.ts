import { type EnergyUnit, energyUnits, fromHartree } from '@cuvette/core/chemistry';
import { energyPrecision, energyUnitOf, formatNumber, fromKcal } from '@cuvette/core/tables';
import { useSyncExternalStore } from 'react';

export type { EnergyUnit };

const key = 'cuvette.energy-unit';
const listeners = new Set<() => void>();
/** The choice of this page where storage is not allowed. */
let own: string | null = null;

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return own;
  }
}

/** Chooses the unit of energy differences for all results in this browser. */
export function setEnergyUnit(unit: EnergyUnit): void {
  own = unit;
  try {
    localStorage.setItem(key, unit);
  } catch {
    // A sandboxed frame may forbid storage; the choice then holds for this page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The person's unit of energy differences, remembered in this browser; kcal/mol where nobody chose one. */
export function useEnergyUnit(): EnergyUnit {
  return energyUnitOf(useSyncExternalStore(subscribe, stored));
}

/** An energy difference in Hartree as text in a unit, without the unit's name. */
export function energyText(hartree: number, unit: EnergyUnit): string {
  return formatNumber(fromHartree(hartree, unit), energyPrecision(2, unit));
}

export { energyUnits, fromKcal };
