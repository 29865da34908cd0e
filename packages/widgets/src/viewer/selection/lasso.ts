/**
 * Atoms whose projections lie inside a closed line, by the even-odd rule; both are x and y in pixels one after another. A place that is NaN (an atom that
 * is not drawn) is outside.
 */
export function atomsInside(line: readonly number[], projections: ArrayLike<number>): number[] {
  const corners = Math.floor(line.length / 2);
  const found: number[] = [];
  if (corners < 3) return found;
  for (let atom = 0; 2 * atom + 1 < projections.length; atom++) {
    const x = projections[2 * atom] as number;
    const y = projections[2 * atom + 1] as number;
    let inside = false;
    for (let corner = 0, before = corners - 1; corner < corners; before = corner++) {
      const x1 = line[2 * corner] as number;
      const y1 = line[2 * corner + 1] as number;
      const x0 = line[2 * before] as number;
      const y0 = line[2 * before + 1] as number;
      if (y1 > y !== y0 > y && x < ((x0 - x1) * (y - y1)) / (y0 - y1) + x1) inside = !inside;
    }
    if (inside) found.push(atom);
  }
  return found;
}

/** How a lasso changes what is selected: in place of it, added to it (Shift), or taken away from it (Alt). */
export type LassoMode = 'replace' | 'add' | 'remove';

/** The selection after a lasso caught these atoms; what was selected before keeps its place. */
export function selectionAfter(before: readonly number[], caught: readonly number[], mode: LassoMode): number[] {
  if (mode === 'replace') return [...caught];
  if (mode === 'remove') return before.filter((atom) => !caught.includes(atom));
  return [...before, ...caught.filter((atom) => !before.includes(atom))];
}
