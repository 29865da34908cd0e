import { oneLetterCode, parseResidueKey } from '../pdb/residues.ts';
import type { Pdb } from '../pdb/schema.ts';
import type { Macromolecule } from './macromolecule.ts';
import { residueName } from './residue-names.ts';

/** A residue of a chain as a letter: where its atoms are, or that the structure lacks it. */
export interface SequenceCell {
  letter: string;
  /** "Tyr66 A", as the viewer says it. */
  name: string;
  number: number;
  /** First atom and number of atoms in the macromolecule; null for a residue that was not observed. */
  atoms: { first: number; count: number } | null;
}

/** The residues of one chain from its beginning to its end. */
export interface SequenceChain {
  id: string;
  cells: SequenceCell[];
  missing: number;
}

/**
 * The chains of a structure, each residue that is there in the file's own order, and those that the file names as missing at the place that their
 * number says. A residue without a one-letter code is X.
 */
export function sequenceChains(structure: Macromolecule, pdb: Pick<Pdb, 'experiment'>): SequenceChain[] {
  const missing = new Map<string, SequenceCell[]>();
  const present = new Set(structure.residues.map(({ chain, number, insertion }) => `${chain}.${number}${insertion}`));
  for (const { name, id } of pdb.experiment.missing_residues) {
    const place = parseResidueKey(id);
    if (!place || present.has(id)) continue;
    const { chain, number, insertion } = place;
    const residue = { chain, number, insertion, name, kind: 'polymer', secondary: 'coil', first: 0, count: 0 } as const;
    const cell = { letter: oneLetterCode(name), name: residueName(residue), number, atoms: null };
    missing.set(chain, [...(missing.get(chain) ?? []), cell]);
  }
  return structure.chains.map(({ id }) => {
    const cells: SequenceCell[] = [];
    const absent = missing.get(id) ?? [];
    let next = 0;
    for (const residue of structure.residues) {
      if (residue.chain !== id || (residue.kind !== 'polymer' && residue.kind !== 'modified')) continue;
      const number = residue.number ?? 0;
      while (next < absent.length && (absent[next]?.number ?? 0) < number) cells.push(absent[next++] as SequenceCell);
      const { first, count } = residue;
      cells.push({ letter: oneLetterCode(residue.name), name: residueName(residue), number, atoms: { first, count } });
    }
    return { id, cells: [...cells, ...absent.slice(next)], missing: absent.length };
  });
}
