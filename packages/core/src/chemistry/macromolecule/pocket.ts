import type { Vector3 } from '../atoms.ts';
import type { Macromolecule, Residue, ResidueKind } from './macromolecule.ts';

/** Cells of a search for neighbours along each axis; as many as a whole number tells apart in three. */
const cellsAcross = 2 ** 16;

/** Returns what a pocket is drawn about: the ligands, and where there are none the modified residues of the chains, such as a chromophore. */
export function focusResidues({ residues }: Macromolecule): number[] {
  const of = (kind: ResidueKind) => [...residues.keys()].filter((index) => residues[index]?.kind === kind);
  const ligands = of('ligand');
  return ligands.length > 0 ? ligands : of('modified');
}

/**
 * Residues of chains with an atom within `radius` (Å) of an atom of the given residues, those left out.
 * @param structure atoms at their own places
 */
export function residuesNear(structure: Macromolecule, focus: readonly number[], radius: number): number[] {
  const { atoms, residues, residueOf } = structure;
  const chosen = new Set(focus);
  // Each cell knows the points of the cells about it, so that an atom asks once: nearly all are far from what is chosen.
  const about = new Map<number, Vector3[]>();
  const keyOf = (x: number, y: number, z: number) => (x * cellsAcross + y) * cellsAcross + z;
  const cellOf = (value: number) => Math.floor(value / radius) + cellsAcross / 2;
  for (const index of focus) {
    const { first, count } = residues[index] as Residue;
    for (const { position } of atoms.slice(first, first + count)) {
      const [x, y, z] = position.map(cellOf) as Vector3;
      for (let step = 0; step < 27; step++) {
        const key = keyOf(x + (step % 3) - 1, y + (Math.floor(step / 3) % 3) - 1, z + Math.floor(step / 9) - 1);
        const points = about.get(key);
        if (points) points.push(position);
        else about.set(key, [position]);
      }
    }
  }
  const near = new Set<number>();
  atoms.forEach(({ position: [x, y, z] }, index) => {
    const residue = residueOf[index] as number;
    const kind = residues[residue]?.kind;
    if (near.has(residue) || chosen.has(residue) || (kind !== 'polymer' && kind !== 'modified')) return;
    const points = about.get(keyOf(cellOf(x), cellOf(y), cellOf(z)));
    if (points?.some((point) => Math.hypot(point[0] - x, point[1] - y, point[2] - z) <= radius)) near.add(residue);
  });
  return [...near].sort((a, b) => a - b);
}

/** Hydrogens bonded to carbon (`all: false`), or all hydrogens. */
export function hydrogensOf({ atoms, bonds }: Macromolecule, all: boolean): number[] {
  const isHydrogen = (index: number) => atoms[index]?.atomic_number === 1;
  if (all) return [...atoms.keys()].filter(isHydrogen);
  const found: number[] = [];
  for (const [a, b] of bonds) {
    if (isHydrogen(a) && atoms[b]?.atomic_number === 6) found.push(a);
    else if (isHydrogen(b) && atoms[a]?.atomic_number === 6) found.push(b);
  }
  return found;
}
