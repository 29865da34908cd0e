/** A structure of a list that somebody gave, as it was there. A line that cannot be used says why and keeps its place. */
export interface ListedMolecule {
  /** 1-based line where it begins. */
  line: number;
  /** Empty where the line has none. */
  smiles: string;
  name: string | null;
  /** Why it cannot be read, in a sentence; null where nothing is wrong with its spelling. */
  problem: string | null;
}

/** A line as it was read, with what is wrong in its spelling. */
export function listed(line: number, smiles: string, name: string | null, problem: string | null): ListedMolecule {
  return { line, smiles, name: name === null || name.trim() === '' ? null : name.trim(), problem };
}
