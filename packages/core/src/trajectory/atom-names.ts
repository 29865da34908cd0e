import { residueName } from '../chemistry/macromolecule/residue-names.ts';
import type { Pdb, PdbAtom, PdbNonPolymer } from '../chemistry/pdb/index.ts';
import { parseResidueKey } from '../chemistry/pdb/residues.ts';

/** "Tyr66 A, OH": names of the atoms of a structure by their residues, in the order of `atomsInOrder`. */
export function atomNamesInOrder(pdb: Pdb): string[] {
  const [model] = pdb.models;
  if (!model) return [];
  const named: [number: number, name: string][] = [];
  const add = (
    key: string,
    chain: string,
    name: string,
    kind: 'polymer' | 'ligand' | 'water',
    atoms: Record<string, PdbAtom>,
  ) => {
    const { number = null, insertion = '' } = parseResidueKey(key) ?? {};
    const residue = residueName({ name, number, insertion, chain, kind, secondary: 'coil', first: 0, count: 0 });
    for (const [place, atom] of Object.entries(atoms)) {
      named.push([Number(place), `${residue}, ${atom.name ?? atom.element}`]);
    }
  };
  for (const [chain, { residues }] of Object.entries(model.polymer)) {
    for (const [key, { name, atoms }] of Object.entries(residues)) add(key, chain, name ?? 'UNK', 'polymer', atoms);
  }
  const others = { ...model.non_polymer, ...(model.branched as Record<string, PdbNonPolymer>) };
  for (const [key, { name, polymer, atoms }] of Object.entries(others)) add(key, polymer, name, 'ligand', atoms);
  for (const [key, { name, polymer, atoms }] of Object.entries(model.water)) {
    add(key, polymer, name ?? 'HOH', 'water', atoms);
  }
  return named.sort(([a], [b]) => a - b).map(([, name]) => name);
}
