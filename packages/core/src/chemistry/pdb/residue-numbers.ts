import { FileProblem } from '../problem.ts';
import type { CifCategory } from './cif.ts';
import { isStandardResidue } from './residues.ts';

/** The residue that atoms without a number belong to, as long as they follow each other. */
interface OpenResidue {
  identity: string;
  number: number;
  /** Atom names with the alternate places that each was seen in. */
  seen: Map<string, Set<string>>;
}

/**
 * Number of the residue of each atom: the authors' one, else the archive's. What is no polymer has none of the archive's (`.`); where the authors'
 * are absent too, such residues are counted on from the last number of their chain, in the order of the file and alike in every model. A residue ends where
 * the name, the entity or the archive's chain changes, or an atom comes a second time.
 * @param isPolymer whether the entity of a row's atom is a polymer; null where the file does not say
 * @throws FileProblem naming the atom whose number is none, or is missing though it belongs to a polymer
 */
export function residueNumbers(sites: CifCategory, isPolymer: (row: number) => boolean | null): number[] {
  const given = sites.rows().map((row) => givenNumber(sites, row, isPolymer));
  const chains = sites.rows().map((row) => chainOf(sites, row));
  const highest = new Map<string, number>();
  given.forEach((number, row) => {
    const chain = chains[row] as string;
    if (number !== null) highest.set(chain, Math.max(highest.get(chain) ?? 0, number));
  });
  const last = new Map<string, number>();
  const open = new Map<string, OpenResidue>();
  return given.map((number, row) => {
    const model = sites.get('pdbx_pdb_model_num', row) ?? '1';
    if (number !== null) {
      open.delete(model);
      return number;
    }
    const chain = chains[row] as string;
    const identity = ['label_asym_id', 'label_entity_id', 'auth_comp_id', 'label_comp_id']
      .map((item) => sites.get(item, row) ?? '')
      .concat(chain)
      .join('\n');
    const name = sites.first(['auth_atom_id', 'label_atom_id'], row) ?? '';
    const place = sites.get('label_alt_id', row) ?? '';
    let residue = open.get(model);
    if (!residue || residue.identity !== identity || isRepeated(residue.seen.get(name), place)) {
      const counter = `${model}\n${chain}`;
      const next = (last.get(counter) ?? highest.get(chain) ?? 0) + 1;
      last.set(counter, next);
      residue = { identity, number: next, seen: new Map() };
      open.set(model, residue);
    }
    residue.seen.set(name, (residue.seen.get(name) ?? new Set()).add(place));
    return residue.number;
  });
}

/** The chain that an atom is shown in: the authors' one, else the archive's. */
export function chainOf(sites: CifCategory, row: number): string {
  return sites.first(['auth_asym_id', 'label_asym_id'], row) ?? 'A';
}

function givenNumber(sites: CifCategory, row: number, isPolymer: (row: number) => boolean | null): number | null {
  const item = sites.get('auth_seq_id', row) === null ? 'label_seq_id' : 'auth_seq_id';
  const text = sites.get(item, row);
  const atom = `Atom ${sites.get('id', row) ?? row + 1}`;
  if (text !== null) {
    const number = Number(text);
    if (Number.isFinite(number)) return number;
    throw new FileProblem(`${atom}: _atom_site.${item} is "${text}", not a number.`, sites.lines[row]);
  }
  const name = sites.first(['auth_comp_id', 'label_comp_id'], row) ?? '';
  if (isPolymer(row) ?? isStandardResidue(name)) {
    throw new FileProblem(`${atom} (${name}) belongs to a chain and has no residue number.`, sites.lines[row]);
  }
  return null;
}

/** An atom comes again where its place does, or where it has no place though others of its name have one. */
function isRepeated(places: ReadonlySet<string> | undefined, place: string): boolean {
  return places !== undefined && (places.has(place) || places.has('') || place === '');
}
