import { isWaterName, type ResidueId, residueKey } from './residues.ts';
import type { PdbAtom, PdbModel, PdbNonPolymer } from './schema.ts';

/** Where a residue is in a model. */
export type ResiduePlace = 'polymer' | 'non_polymer' | 'branched' | 'water';

/** One atom of a file, before it is sorted into the model. */
export interface AtomRow extends ResidueId {
  isHetatm: boolean;
  serial: number | null;
  name: string;
  altLoc: string;
  residueName: string;
  position: [number, number, number];
  occupancy: number;
  bvalue: number;
  element: string;
  charge: number;
  anisotropy: number[] | null;
  /** What the file itself says about the place; null lets the atoms decide. */
  place: ResiduePlace | null;
}

/** What the header of a file says about chains and residues. */
export interface ChainFacts {
  sequences: Map<string, string>;
  fullNames: Map<string, string>;
  helices: [ResidueId, ResidueId][];
  strands: [ResidueId, ResidueId][];
}

/** Sorts the atoms of one model into chains, ligands and waters. */
export function buildModel(rows: readonly AtomRow[], facts: ChainFacts): PdbModel {
  const model: PdbModel = { polymer: {}, non_polymer: {}, branched: {}, water: {} };
  const places = placesOf(rows);
  const branched = model.branched as Record<string, PdbNonPolymer>;
  for (const row of gathered(rows)) {
    const key = residueKey(row);
    const place = row.place ?? places.get(key) ?? 'non_polymer';
    const name = row.residueName;
    const fullName = facts.fullNames.get(name) ?? null;
    if (place === 'polymer') {
      model.polymer[row.chain] ??= {
        internal_id: row.chain,
        helices: [],
        residues: {},
        sequence: facts.sequences.get(row.chain) ?? '',
        strands: [],
      };
      const { residues } = model.polymer[row.chain] as PdbModel['polymer'][string];
      residues[key] ??= { name, full_name: fullName, atoms: {}, number: 0 };
      addAtom((residues[key] as { atoms: Record<string, PdbAtom> }).atoms, row);
    } else {
      const group = place === 'branched' ? branched : model[place];
      group[key] ??= { name, full_name: fullName, atoms: {}, internal_id: row.chain, polymer: row.chain };
      addAtom((group[key] as PdbNonPolymer).atoms, row);
    }
  }
  for (const [chain, polymer] of Object.entries(model.polymer)) {
    const keys = Object.keys(polymer.residues);
    keys.forEach((key, index) => {
      (polymer.residues[key] as { number: number }).number = index + 1;
    });
    polymer.helices = rangesOf(facts.helices, chain, keys);
    polymer.strands = rangesOf(facts.strands, chain, keys);
  }
  return model;
}

/** The rows with each residue where most of its atoms are. In some files a stray atom is far from the others, and its residue is not before the first one. */
function gathered(rows: readonly AtomRow[]): readonly AtomRow[] {
  const runs: { key: string; start: number; size: number }[] = [];
  for (const [index, row] of rows.entries()) {
    const key = residueKey(row);
    const last = runs.at(-1);
    if (last?.key === key) last.size += 1;
    else runs.push({ key, start: index, size: 1 });
  }
  const longest = new Map<string, { start: number; size: number }>();
  for (const { key, start, size } of runs) {
    if (size > (longest.get(key)?.size ?? 0)) longest.set(key, { start, size });
  }
  if (longest.size === runs.length) return rows;
  const placeOf = ({ key }: { key: string }) => longest.get(key)?.start ?? 0;
  return runs.toSorted((a, b) => placeOf(a) - placeOf(b)).flatMap(({ start, size }) => rows.slice(start, start + size));
}

/** Backbone atoms that show a residue to be part of a chain: amino acids and nucleotides. */
const backbones = [
  ['N', 'CA', 'C'],
  ["C3'", "C4'", "C5'"],
];

/** Places of the residues of which the file says nothing: ATOM records, and hetero residues with a backbone in a chain that has ATOM records, are polymer. */
function placesOf(rows: readonly AtomRow[]): Map<string, ResiduePlace> {
  const chainsWithAtoms = new Set<string>();
  const names = new Map<string, Set<string>>();
  for (const row of rows) {
    if (row.place !== null) continue;
    if (!row.isHetatm && !isWaterName(row.residueName)) chainsWithAtoms.add(row.chain);
    const key = residueKey(row);
    const known = names.get(key);
    if (known) known.add(row.name);
    else names.set(key, new Set([row.name]));
  }
  const places = new Map<string, ResiduePlace>();
  for (const row of rows) {
    if (row.place !== null) continue;
    const key = residueKey(row);
    if (places.has(key)) continue;
    if (isWaterName(row.residueName)) places.set(key, 'water');
    else if (!row.isHetatm) places.set(key, 'polymer');
    else {
      const has = names.get(key) ?? new Set();
      const inChain = chainsWithAtoms.has(row.chain) && backbones.some((atoms) => atoms.every((atom) => has.has(atom)));
      places.set(key, inChain ? 'polymer' : 'non_polymer');
    }
  }
  return places;
}

/** Adds an atom under its serial number, or under the next free one when the file has none or repeats it within the residue. */
function addAtom(atoms: Record<string, PdbAtom>, row: AtomRow): void {
  let serial = row.serial ?? 1;
  while (serial in atoms) serial++;
  const [x, y, z] = row.position;
  atoms[serial] = {
    x,
    y,
    z,
    element: row.element,
    name: row.name === row.element ? null : row.name,
    charge: row.charge === 0 ? null : row.charge,
    occupancy: row.occupancy === 1 ? null : row.occupancy,
    alt_loc: row.altLoc === '' ? null : row.altLoc,
    anisotropy: row.anisotropy,
    bvalue: row.bvalue,
    is_hetatm: row.isHetatm ? true : null,
  };
}

/** Residue keys of each range in one chain; a range whose ends were not located is taken by residue number. */
function rangesOf(ranges: readonly [ResidueId, ResidueId][], chain: string, keys: readonly string[]): string[][] {
  return ranges
    .filter(([first]) => first.chain === chain)
    .map(([first, last]) => {
      const start = keys.indexOf(residueKey(first));
      const end = keys.indexOf(residueKey(last));
      if (start >= 0 && end >= start) return keys.slice(start, end + 1);
      return keys.filter((key) => {
        const number = Number.parseInt(key.slice(chain.length + 1), 10);
        return number >= first.number && number <= last.number;
      });
    })
    .filter((range) => range.length > 0);
}
