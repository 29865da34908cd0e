import type { GridHeader } from '@cuvette/core/entities';
import { usualIsovalue } from '@cuvette/core/workflows/parts/orbitals/surface-choices';

/** Steps of the isovalue's slider. */
export const isovalueSteps = 100;

/** From where to where the isovalue of a grid can be set: twenty times the usual one each way, as far as the grid has such values. */
export function isovalueRange({ quantity, minimum, maximum }: GridHeader): readonly [number, number] {
  const usual = usualIsovalue(quantity);
  const most = 0.95 * Math.max(Math.abs(minimum), Math.abs(maximum));
  const high = most > 0 ? Math.min(20 * usual, most) : 20 * usual;
  return [Math.min(usual, high) / 20, high];
}

/** The value at a step of the slider: even steps are even ratios. Three digits are kept. */
export function isovalueAt(step: number, [low, high]: readonly [number, number]): number {
  return Number((low * (high / low) ** (step / isovalueSteps)).toPrecision(3));
}

/** The step of the slider that is nearest to a value. */
export function stepOf(value: number, [low, high]: readonly [number, number]): number {
  const step = (isovalueSteps * Math.log(value / low)) / Math.log(high / low);
  return Math.round(Math.min(isovalueSteps, Math.max(0, step)));
}

/** An isovalue with its signs and the unit of its grid: "±0.0200 Bohr^(−3/2)". */
export function isovalueText(value: number, bothSigns: boolean, unit: string): string {
  return `${bothSigns ? '±' : ''}${Number(value.toPrecision(3))} ${unit.replace('-', '−')}`.trim();
}
