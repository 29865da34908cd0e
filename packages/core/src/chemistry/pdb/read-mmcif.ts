import { FileProblem } from '../problem.ts';
import { type AtomRow, buildModel, type ResiduePlace } from './build-model.ts';
import { CifCategory, readCif } from './cif.ts';
import { readMmcifFacts, readMmcifHeader } from './read-mmcif-header.ts';
import { chainOf, residueNumbers } from './residue-numbers.ts';
import { isWaterName } from './residues.ts';
import type { Pdb } from './schema.ts';

/**
 * Reads an mmCIF file (PDBx/mmCIF dictionary) into the same dictionary as `readPdb` gives for the PDB file of the entry: chains, residue numbers and
 * atom names are the authors' ones, with the archive's labels where the authors' are absent; residues without either number are counted. So chains may have names of several letters.
 * @throws FileProblem naming the line that is not CIF, or the atom whose number cannot be read
 */
export function readMmcif(text: string): Pdb {
  const categories = readCif(text);
  const category = (name: string) => categories.get(name) ?? new CifCategory(new Map());
  const sites = category('atom_site');
  if (sites.length === 0) throw new FileProblem('The file has no atoms (the table _atom_site is missing or empty).', 1);
  const pdb = readMmcifHeader(category);
  const facts = readMmcifFacts(category);
  const places = new Map<string, ResiduePlace | null>();
  const entities = category('entity');
  for (const row of entities.rows()) places.set(entities.get('id', row) ?? '', placeOf(entities.get('type', row)));
  const displacements = anisotropies(category('atom_site_anisotrop'));
  const placeAt = (row: number) => places.get(sites.get('label_entity_id', row) ?? '') ?? null;
  const numbers = residueNumbers(sites, (row) => {
    const place = placeAt(row);
    return place === null ? null : place === 'polymer';
  });
  const models = new Map<string, AtomRow[]>();
  for (const row of sites.rows()) {
    const model = sites.get('pdbx_pdb_model_num', row) ?? '1';
    const atoms = models.get(model) ?? [];
    models.set(model, atoms);
    atoms.push(readAtom(sites, row, numbers[row] as number, placeAt(row), displacements));
  }
  for (const rows of models.values()) pdb.models.push(buildModel(rows, facts));
  return pdb;
}

function placeOf(type: string | null): ResiduePlace | null {
  if (type === 'polymer' || type === 'water' || type === 'branched') return type;
  return type === null ? null : 'non_polymer';
}

function readAtom(
  sites: CifCategory,
  row: number,
  residueNumber: number,
  entityPlace: ResiduePlace | null,
  displacements: Map<string, number[]>,
): AtomRow {
  const id = sites.get('id', row) ?? String(row + 1);
  const number = (item: string, missing?: number) => {
    const text = sites.get(item, row);
    const value = text === null ? (missing ?? Number.NaN) : Number(text.replace(/\(\d+\)$/, ''));
    if (Number.isFinite(value)) return value;
    const wrong = text === null ? 'has no value' : `is "${text}", not a number`;
    throw new FileProblem(`Atom ${id}: _atom_site.${item} ${wrong}.`, sites.lines[row]);
  };
  const residueName = sites.first(['auth_comp_id', 'label_comp_id'], row) ?? '';
  const serial = Number(id);
  return {
    chain: chainOf(sites, row),
    number: residueNumber,
    insertion: sites.get('pdbx_pdb_ins_code', row) ?? '',
    isHetatm: sites.get('group_pdb', row) === 'HETATM',
    serial: Number.isInteger(serial) ? serial : row + 1,
    name: sites.first(['auth_atom_id', 'label_atom_id'], row) ?? '',
    altLoc: sites.get('label_alt_id', row) ?? '',
    residueName,
    position: [number('cartn_x'), number('cartn_y'), number('cartn_z')],
    occupancy: number('occupancy', 1),
    bvalue: number('b_iso_or_equiv', 0),
    element: sites.get('type_symbol', row)?.toUpperCase() ?? 'X',
    charge: number('pdbx_formal_charge', 0),
    anisotropy: displacements.get(id) ?? null,
    place: isWaterName(residueName) ? 'water' : entityPlace,
  };
}

/** U11, U22, U33, U12, U13, U23 in Å² by atom id. */
function anisotropies(table: CifCategory): Map<string, number[]> {
  const items = ['u[1][1]', 'u[2][2]', 'u[3][3]', 'u[1][2]', 'u[1][3]', 'u[2][3]'];
  return new Map(
    table.rows().flatMap((row) => {
      const values = items.map((item) => Number(table.get(item, row) ?? Number.NaN));
      return values.every(Number.isFinite) ? [[table.get('id', row) ?? '', values] as const] : [];
    }),
  );
}
