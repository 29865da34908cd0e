import type { PlacedAtom } from '../atoms.ts';
import { symbolOf } from '../elements.ts';
import type { Pdb, PdbAtom } from './schema.ts';

const letters = 'LXYZABCDEFGHIJKMNOPQRSTUVWabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The first model of a structure with a ligand from elsewhere, such as a docked pose in the same coordinates: a residue `LIG` in a chain
 * of its own, whose atoms are named by element and number.
 */
export function pdbWithLigand(pdb: Pdb, ligand: readonly PlacedAtom[], title: string): Pdb {
  const [model] = pdb.models;
  const { polymer = {}, non_polymer = {}, branched = {}, water = {} } = model ?? {};
  const others = { ...non_polymer, ...(branched as typeof non_polymer), ...water };
  const taken = new Set([...Object.keys(polymer), ...Object.values(others).map(({ polymer: chain }) => chain)]);
  const chain = [...letters].find((letter) => !taken.has(letter)) ?? 'L';
  const groups = [
    ...Object.values(polymer).flatMap(({ residues }) => Object.values(residues)),
    ...Object.values(others),
  ];
  let serial = 0;
  for (const { atoms } of groups) for (const number of Object.keys(atoms)) serial = Math.max(serial, Number(number));
  const counts = new Map<string, number>();
  const atoms: Record<string, PdbAtom> = {};
  for (const { atomic_number, position } of ligand) {
    const element = symbolOf(atomic_number).toUpperCase();
    const count = (counts.get(element) ?? 0) + 1;
    counts.set(element, count);
    const [x, y, z] = position;
    serial += 1;
    atoms[serial] = {
      ...{ x, y, z, element, name: `${element}${count}`, charge: null, occupancy: null, alt_loc: null },
      ...{ anisotropy: null, bvalue: 0, is_hetatm: true },
    };
  }
  const added = { name: 'LIG', full_name: null, internal_id: chain, polymer: chain, atoms };
  return {
    ...pdb,
    description: { ...pdb.description, title },
    models: [{ polymer, branched, water, non_polymer: { ...non_polymer, [`${chain}.1`]: added } }],
  };
}
