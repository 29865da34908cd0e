import type { Atom } from '@cuvette/core/entities';

/** A mode to animate: displacements per atom in Å (any length; their largest is scaled), frequency in cm⁻¹ for the words. */
export interface Vibration {
  displacements: readonly (readonly [number, number, number])[];
  frequency: number;
}

/**
 * Positions at a phase of a vibration: equilibrium plus sin(2π·phase) times the displacements, scaled so that the atom that
 * moves most moves by `amplitude` Å. Writes into `target` (3 numbers per atom) so that playing makes no garbage.
 */
export function vibrationPositions(
  atoms: readonly Atom[],
  vibration: Vibration,
  phase: number,
  amplitude: number,
  target: Float64Array,
): Float64Array {
  let largest = 0;
  for (const [x, y, z] of vibration.displacements) largest = Math.max(largest, Math.hypot(x, y, z));
  const factor = largest === 0 ? 0 : (Math.sin(2 * Math.PI * phase) * amplitude) / largest;
  atoms.forEach((atom, index) => {
    const displacement = vibration.displacements[index] ?? [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      target[3 * index + axis] = (atom.position[axis] ?? 0) + factor * (displacement[axis] ?? 0);
    }
  });
  return target;
}
