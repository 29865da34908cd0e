/** How fast a worker's probe found a method: seconds for one gradient of a molecule with `atoms` atoms, growing as atoms to the power `exponent`. */
export interface MethodSpeed {
  seconds_per_gradient: number | null;
  atoms: number | null;
  exponent: number | null;
}

/** Gradients that an optimization takes: measured on drug-like molecules, about 20 plus one for each two atoms, at most the step limit. */
export function optimizationGradients(atomCount: number, maximumSteps = 250): number {
  return Math.min(maximumSteps, 20 + Math.ceil(atomCount / 2));
}

/** Gradients of a Hessian by central differences: two for each coordinate. */
export function hessianGradients(atomCount: number): number {
  return 6 * atomCount;
}

/** Estimated seconds for a number of gradients, scaled from the probe; null when the probe gave no speed. */
export function estimateSeconds(speed: MethodSpeed, atomCount: number, gradients: number): number | null {
  const { seconds_per_gradient, atoms, exponent } = speed;
  if (!seconds_per_gradient || !atoms) return null;
  return seconds_per_gradient * (atomCount / atoms) ** (exponent ?? 2) * gradients;
}

/** A duration in words: "about 40 seconds", "about 3 hours". */
export function durationInWords(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const [size, name] = units.find(([length]) => seconds >= 1.5 * length) ?? [1, 'second'];
  const count = Math.max(1, Math.round(seconds / size));
  return `about ${count} ${name}${count === 1 ? '' : 's'}`;
}
