/** Clients compare this text, so it must not change. */
export const emptyNumbersText = 'Input must be a non-empty array of numbers.';

/**
 * Hydrogen-bond basicity of a whole molecule: log10 of the sum of 10^pKBHX over the sites with pKBHX > -1.
 * Weaker sites are not kept as acceptors, so a molecule that has only such sites has none.
 * @param sites pKBHX of each acceptor site (no unit)
 * @throws Error with `emptyNumbersText` when no site is kept or one is not a number
 */
export function molecularPkbhx(sites: readonly number[]): number {
  const kept = sites.filter((site) => site > -1);
  if (kept.length === 0 || sites.some((site) => typeof site !== 'number' || Number.isNaN(site))) {
    throw new Error(emptyNumbersText);
  }
  return Math.log10(kept.reduce((sum, site) => sum + 10 ** site, 0));
}
