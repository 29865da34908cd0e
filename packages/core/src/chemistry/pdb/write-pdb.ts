import { chainLetters } from './chain-letters.ts';
import { integerField, residueField, writtenId } from './pdb-fields.ts';
import { type ResidueId, residuesInOrder } from './residues.ts';
import type { Pdb, PdbAtom, PdbModel, PdbNonPolymer } from './schema.ts';
import { pdbHeaderLines } from './write-pdb-header.ts';

/**
 * Writes the dictionary as a PDB file (wwPDB format 3.3). What the format cannot hold is written as its common extensions have it: numbers beyond
 * their columns in hybrid-36, chain names of several letters as the first free letter. Each helix gets class 1 and each strand its own sheet, because
 * the dictionary does not say which belong together.
 * @throws RangeError when there are more than 62 chains or a coordinate needs more than 8 columns
 */
export function writePdb(pdb: Pdb): string {
  const letters = chainLetters(pdb);
  const lines = pdbHeaderLines(pdb, letters);
  pdb.models.forEach((model, index) => {
    if (pdb.models.length > 1) lines.push(`MODEL     ${String(index + 1).padStart(4)}`);
    lines.push(...modelLines(model, letters));
    if (pdb.models.length > 1) lines.push('ENDMDL');
  });
  return `${[...lines, 'END'].map((line) => line.trimEnd()).join('\n')}\n`;
}

function modelLines(model: PdbModel, letters: ReadonlyMap<string, string>): string[] {
  const lines: string[] = [];
  for (const [chain, polymer] of Object.entries(model.polymer)) {
    let last = { serial: 0, residue: '' };
    for (const [key, residue] of residuesInOrder(polymer.residues)) {
      const id = { ...writtenId(key, letters), chain: letters.get(chain) ?? ' ' };
      const name = residue.name ?? 'UNK';
      lines.push(...atomLines(residue.atoms, name, id));
      last = {
        serial: Math.max(last.serial, ...Object.keys(residue.atoms).map(Number)),
        residue: residueField(name, id),
      };
    }
    if (last.residue !== '') lines.push(`TER   ${integerField(last.serial + 1, 5)}      ${last.residue}`);
  }
  const others = [model.non_polymer, model.branched as Record<string, PdbNonPolymer>, model.water];
  for (const [key, residue] of others.flatMap((group) => Object.entries(group))) {
    lines.push(...atomLines(residue.atoms, residue.name ?? 'HOH', writtenId(key, letters)));
  }
  return lines;
}

function atomLines(atoms: Readonly<Record<string, PdbAtom>>, residueName: string, id: ResidueId): string[] {
  return Object.entries(atoms).flatMap(([serial, atom]) => {
    const number = integerField(Number(serial), 5);
    const place = `${nameField(atom)}${(atom.alt_loc ?? ' ').slice(0, 1)}${residueField(residueName, id)}`.padEnd(15);
    const end = `${atom.element.toUpperCase().slice(0, 2).padStart(2)}${chargeField(atom.charge)}`;
    const position = [atom.x, atom.y, atom.z].map((value) => fixedField(value, 8, 3)).join('');
    const values = `${fixedField(atom.occupancy ?? 1, 6, 2)}${fixedField(atom.bvalue, 6, 2)}`;
    const lines = [`${atom.is_hetatm ? 'HETATM' : 'ATOM  '}${number} ${place}   ${position}${values}          ${end}`];
    if (atom.anisotropy) {
      const factors = atom.anisotropy.map((value) => String(Math.round(value * 10_000)).padStart(7)).join('');
      lines.push(`ANISOU${number} ${place} ${factors}      ${end}`);
    }
    return lines;
  });
}

/** Columns 13 to 16: two-letter elements and four-letter names begin in column 13, all others in column 14. */
function nameField(atom: PdbAtom): string {
  const name = atom.name ?? atom.element;
  const indented =
    name.length < 4 && !(atom.element.length === 2 && name.toUpperCase().startsWith(atom.element.toUpperCase()));
  return (indented ? ` ${name}` : name).slice(0, 4).padEnd(4);
}

/** A number in fixed columns, with fewer decimals where it would not fit. */
function fixedField(value: number, width: number, decimals: number): string {
  for (let digits = decimals; digits >= 0; digits--) {
    const field = value.toFixed(digits).replace(/^-(0(?:\.0*)?)$/, '$1');
    if (field.length <= width) return field.padStart(width);
  }
  throw new RangeError(`The value ${value} does not fit the ${width} columns that a PDB file has for it.`);
}

function chargeField(charge: number | null): string {
  return charge ? `${Math.min(9, Math.abs(Math.round(charge)))}${charge < 0 ? '-' : '+'}` : '  ';
}
