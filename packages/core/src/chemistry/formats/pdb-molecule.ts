import type { PlacedAtom } from '../atoms.ts';
import { atomicNumberOf, symbolOf } from '../elements.ts';
import { withoutAlternates } from '../pdb/alternate-locations.ts';
import { emptyPdb } from '../pdb/empty-pdb.ts';
import type { Pdb, PdbAtom, PdbModel, PdbNonPolymer } from '../pdb/schema.ts';
import { writePdb } from '../pdb/write-pdb.ts';
import { FileProblem } from '../problem.ts';
import { type MoleculeEntry, moleculeEntry, type WritableMolecule } from './molecule-entry.ts';

/**
 * The atoms of each model of a structure as a molecule, chains first, then ligands and water. Of alternate places the one with the highest occupancy is
 * taken, the first of equal ones. The charge is the sum of the atoms' charges where the file gives any.
 * @throws FileProblem when an atom is no element
 */
export function moleculesOfPdb(pdb: Pdb): MoleculeEntry[] {
  return pdb.models.map((model) => {
    const residues = residuesOf(model);
    const atoms = residues.flatMap(({ atoms }) => withoutAlternates(Object.values(atoms)));
    const charges = atoms.flatMap(({ charge }) => charge ?? []);
    const only = residues.length === 1 ? residues[0]?.name : null;
    return moleculeEntry({
      name: pdb.description.title ?? pdb.description.code ?? only ?? null,
      atoms: atoms.map(placed),
      charge: charges.length === 0 ? null : charges.reduce((sum, charge) => sum + charge, 0),
      line: 1,
    });
  });
}

function residuesOf(model: PdbModel): { name: string | null; atoms: Record<string, PdbAtom> }[] {
  return [
    ...Object.values(model.polymer).flatMap(({ residues }) => Object.values(residues)),
    ...Object.values(model.non_polymer),
    ...Object.values(model.branched as Record<string, PdbNonPolymer>),
    ...Object.values(model.water),
  ];
}

function placed({ element, name, x, y, z }: PdbAtom): PlacedAtom {
  const atomic_number = element === 'D' ? 1 : atomicNumberOf(element);
  if (atomic_number === null)
    throw new FileProblem(`The atom "${name ?? element}" has the element "${element}", which does not exist.`);
  return { atomic_number, position: [x, y, z] };
}

/** Writes molecules as the models of a PDB file: one residue LIG each, atoms named by element and number. @throws FileProblem without positions */
export function writePdbMolecules(molecules: readonly WritableMolecule[]): string {
  const pdb = emptyPdb();
  pdb.description.title = molecules.length === 1 ? (molecules[0]?.name ?? null) : null;
  pdb.models = molecules.map(({ atoms, formalCharges, name }, index): PdbModel => {
    if (!atoms) throw new FileProblem(`Molecule ${index + 1}${name ? ` (${name})` : ''} has no positions.`);
    const counts = new Map<string, number>();
    const entries = atoms.map(({ atomic_number, position: [x, y, z] }, atom): [string, PdbAtom] => {
      const element = symbolOf(atomic_number).toUpperCase();
      const count = (counts.get(element) ?? 0) + 1;
      counts.set(element, count);
      const charge = formalCharges?.[atom] || null;
      const known = { occupancy: null, alt_loc: null, anisotropy: null, bvalue: 0, is_hetatm: true };
      return [String(atom + 1), { x, y, z, element, name: `${element}${count}`.slice(0, 4), charge, ...known }];
    });
    const residue = {
      name: 'LIG',
      full_name: null,
      atoms: Object.fromEntries(entries),
      internal_id: 'A',
      polymer: 'A',
    };
    return { polymer: {}, non_polymer: { 'A.1': residue }, branched: {}, water: {} };
  });
  return writePdb(pdb);
}
