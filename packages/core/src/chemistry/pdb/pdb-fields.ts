import { writeHybrid36 } from './hybrid36.ts';
import { parseResidueKey, type ResidueId } from './residues.ts';

/** A residue key with the chain as it is written. */
export function writtenId(key: string, letters: ReadonlyMap<string, string>): ResidueId {
  const id = parseResidueKey(key);
  if (!id) throw new RangeError(`"${key}" is not a residue key such as A.16.`);
  return { ...id, chain: letters.get(id.chain) ?? ' ' };
}

/** Columns 18 to 27: residue name, chain, number, insertion code. */
export function residueField(name: string, { chain, number, insertion }: ResidueId): string {
  const residue = name.length > 3 ? name.slice(0, 4) : `${name.padStart(3)} `;
  return `${residue}${chain}${integerField(number, 4)}${insertion.slice(0, 1).padEnd(1)}`;
}

/** An integer in fixed columns. @throws RangeError when even hybrid-36 cannot hold it */
export function integerField(value: number, width: number): string {
  const field = writeHybrid36(value, width);
  if (field === null) throw new RangeError(`The number ${value} does not fit a PDB file.`);
  return field;
}
