/** pIC50 of an affinity prediction: −(pred_value − 6), for pred_value is log10(IC50 in µM). */
export function pIC50(predictedValue: number): number {
  return -(predictedValue - 6);
}

/** IC50 of an affinity prediction in mol/L: 10^(pred_value − 6). */
export function ic50(predictedValue: number): number {
  return 10 ** (predictedValue - 6);
}

/** Most frames that a trajectory keeps. */
export const maximumSavedFrames = 10_000;

/**
 * Total number of frames of a trajectory: the integration steps (simulation time over time step), of which at most 10 000 are kept. A count that the
 * data records (one RMSD value for each frame) wins over the derived one. Zero when nothing is known.
 */
export function totalFrames(simulationTimeNs: number, timestepFs: number, recorded: number | null = null): number {
  if (recorded !== null && recorded > 0) return recorded;
  if (!(simulationTimeNs > 0) || !(timestepFs > 0)) return 0;
  return Math.min(maximumSavedFrames, Math.round((simulationTimeNs * 1e6) / timestepFs));
}

/** Fewest and most frames that the trajectory viewer loads at once. */
export const frameRangeLimits = { minimum: 50, maximum: 1000 } as const;

/** A frame range as it can be loaded: whole numbers inside the trajectory, 50 to 1000 frames long where there are so many; the end is exclusive. */
export function clampFrameRange(start: number, end: number, total: number): { start: number; end: number } {
  const shortest = Math.min(frameRangeLimits.minimum, total);
  const longest = Math.min(frameRangeLimits.maximum, total);
  const whole = (value: number, fallback: number) => (Number.isFinite(value) ? Math.round(value) : fallback);
  const first = Math.min(Math.max(0, whole(start, 0)), Math.max(0, total - shortest));
  const length = Math.min(Math.max(whole(end, total) - first, shortest), longest, total - first);
  return { start: first, end: first + length };
}

/** Opacity of the ground of a microscopic-pKa badge: pKa clamped to 2 to 12, stronger acids and bases more opaque; 0.85 at most by default. */
export function pkaBadgeOpacity(pka: number, kind: 'acid' | 'base', maximum = 0.85): number {
  const clamped = Math.min(12, Math.max(2, pka));
  const strength = (kind === 'base' ? clamped - 2 : 12 - clamped) / 10;
  return maximum * strength;
}

/** Colours of bond-dissociation rows: weakest bond full green, strongest pale green. */
export const bondDissociationRow = { opacity: 0.65, hoverOpacity: 0.9 } as const;

const strongGreen = [22, 128, 61] as const;
const paleGreen = [220, 246, 228] as const;

/** Colour of a bond-dissociation energy on the scale from the lowest (green) to the highest (pale green), as `rgb(r g b)`. Null for a failed bond. */
export function bondDissociationColor(energy: number | null, lowest: number, highest: number): string | null {
  if (energy === null || !Number.isFinite(energy)) return null;
  const span = highest - lowest;
  const fraction = span > 0 ? Math.min(1, Math.max(0, (energy - lowest) / span)) : 0;
  const channels = strongGreen.map((from, index) => Math.round(from + ((paleGreen[index] ?? from) - from) * fraction));
  return `rgb(${channels.join(' ')})`;
}
