/**
 * How fast a worker's probe found a method: seconds for one gradient of a molecule with `atoms` atoms, growing as atoms to the power `exponent`.
 * `seconds_smallest` is what a gradient takes however small the molecule is, where that was timed.
 */
export interface MethodSpeed {
  seconds_per_gradient: number | null;
  atoms: number | null;
  exponent: number | null;
  seconds_smallest?: number | null | undefined;
}

const looseModes: readonly string[] = ['auto', 'debug', 'reckless', 'rapid'];

/**
 * Gradients that an optimization takes, at most the step limit. Measured on molecules of 3 to 33 atoms that start from a force field's geometry and converge
 * as loosely as the mode `rapid` does: about 5 plus one for each five atoms. The tight thresholds of other modes, and drawn geometries, take about four times
 * as many.
 */
export function optimizationGradients(atomCount: number, maximumSteps = 250, mode = 'careful'): number {
  const gradients = looseModes.includes(mode) ? 5 + Math.ceil(atomCount / 5) : 20 + Math.ceil(atomCount / 2);
  return Math.min(maximumSteps, gradients);
}

/** Gradients of a Hessian by central differences: two for each coordinate. */
export function hessianGradients(atomCount: number): number {
  return 6 * atomCount;
}

/** Estimated seconds for a number of gradients, scaled from the probe; null when the probe gave no speed. */
export function estimateSeconds(speed: MethodSpeed, atomCount: number, gradients: number): number | null {
  const { seconds_per_gradient, atoms, exponent, seconds_smallest } = speed;
  if (!seconds_per_gradient || !atoms) return null;
  const least = Math.min(seconds_smallest ?? 0, seconds_per_gradient);
  return (least + (seconds_per_gradient - least) * (atomCount / atoms) ** (exponent ?? 2)) * gradients;
}

/** A duration as text: "about 40 seconds", "about 3 hours". */
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

/** A duration as short as a card has room for, in the unit that is read at a glance: "< 1 s", "≈ 30 s", "≈ 5 min", "≈ 3 h", "≈ 2 days". */
export function durationInShort(seconds: number): string {
  if (seconds < 1) return '< 1 s';
  // Two digits at most: it is an estimate.
  const rounded = (value: number) => (value < 20 ? Math.round(value) : Math.round(value / 5) * 5);
  if (seconds < 57.5) return `≈ ${rounded(seconds)} s`;
  if (seconds < 57.5 * 60) return `≈ ${Math.max(1, rounded(seconds / 60))} min`;
  if (seconds < 36 * 3600) return `≈ ${Math.max(1, rounded(seconds / 3600))} h`;
  return `≈ ${rounded(seconds / 86_400)} days`;
}
