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
  const factor = Math.sin(2 * Math.PI * phase) * scaleOf(vibration, amplitude);
  atoms.forEach((atom, index) => {
    const displacement = vibration.displacements[index] ?? [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      target[3 * index + axis] = (atom.position[axis] ?? 0) + factor * (displacement[axis] ?? 0);
    }
  });
  return target;
}

/** Returns the factor that brings the largest displacement of a mode to the amplitude. */
function scaleOf({ displacements }: Vibration, amplitude: number): number {
  let largest = 0;
  for (const [x, y, z] of displacements) largest = Math.max(largest, Math.hypot(x, y, z));
  return largest === 0 ? 0 : amplitude / largest;
}

/** How far each atom goes from its place (x, y, z per atom, Å) where the one that moves most moves by `amplitude` Å. */
export function vibrationDisplacements(atomCount: number, vibration: Vibration, amplitude: number): Float64Array {
  const scale = scaleOf(vibration, amplitude);
  return Float64Array.from(
    { length: 3 * atomCount },
    (_, at) => scale * (vibration.displacements[Math.floor(at / 3)]?.[at % 3] ?? 0),
  );
}
