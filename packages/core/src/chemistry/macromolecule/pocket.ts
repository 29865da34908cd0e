import type { Vector3 } from '../atoms.ts';
import type { Macromolecule, Residue, ResidueKind } from './macromolecule.ts';

/** What a pocket is drawn about: the ligands, and where there are none the modified residues of the chains, such as a chromophore. */
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
  const cells = new Map<string, Vector3[]>();
  const cellOf = (position: Vector3) => position.map((value) => Math.floor(value / radius)) as Vector3;
  for (const index of focus) {
    const { first, count } = residues[index] as Residue;
    for (const { position } of atoms.slice(first, first + count)) {
      const key = cellOf(position).join();
      const cell = cells.get(key);
      if (cell) cell.push(position);
      else cells.set(key, [position]);
    }
  }
  const near = new Set<number>();
  atoms.forEach(({ position }, index) => {
    const residue = residueOf[index] as number;
    const kind = residues[residue]?.kind;
    if (near.has(residue) || chosen.has(residue) || (kind !== 'polymer' && kind !== 'modified')) return;
    const [x, y, z] = cellOf(position);
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (let dz = -1; dz <= 1; dz++) {
          const close = cells
            .get([x + dx, y + dy, z + dz].join())
            ?.some((point) => Math.hypot(...point.map((value, axis) => value - (position[axis] ?? 0))) <= radius);
          if (close) near.add(residue);
        }
      }
    }
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
