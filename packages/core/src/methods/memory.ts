/**
 * Memory that a calculation of a method needs, measured: peak resident memory of a whole compute process at single points of 33,
 * 99, 297 and 594 atoms (drug-like molecules, 1 thread; tblite 0.8, Linux x86-64) was 113, 125, 238 and 619 MB. That is the
 * process itself and matrices that grow as the square of the size; the fit meets each within 1 MB.
 */
const measured: Readonly<Record<string, { process: number; perSquare: number }>> = {
  gfn2_xtb: { process: 111.4, perSquare: 0.001438 },
};

/** Memory in MB that a calculation needs at least for a structure of so many atoms; null for methods that nobody measured. */
export function leastMemory(method: string, atoms: number): number | null {
  const found = measured[method];
  return found ? Math.round(found.process + found.perSquare * atoms * atoms) : null;
}
