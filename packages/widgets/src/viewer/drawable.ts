import type { ViewedMolecule } from './viewer-tool.ts';

/** Whether something is a molecule with atoms, and each has an element and a place: it may come from a page's script, which no compiler looked at. */
export function canBeDrawn(molecule: unknown): molecule is ViewedMolecule {
  const atoms = (molecule as Partial<ViewedMolecule> | null | undefined)?.atoms;
  return Array.isArray(atoms) && atoms.length > 0 && atoms.every(isPlaced);
}

function isPlaced(atom: Partial<ViewedMolecule['atoms'][number]> | null): boolean {
  const place = atom?.position;
  if (place?.length !== 3 || !Number.isInteger(atom?.atomic_number)) return false;
  return Number.isFinite(place[0]) && Number.isFinite(place[1]) && Number.isFinite(place[2]);
}
