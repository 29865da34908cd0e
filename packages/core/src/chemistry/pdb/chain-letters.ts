import { parseResidueKey } from './residues.ts';
import type { Pdb } from './schema.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];

/**
 * The one letter that each chain gets in a PDB file: a polymer's `internal_id`, any other chain's own name, where that is one character that no chain
 * before it has; else the first free letter.
 * @throws RangeError when there are more chains than letters
 */
export function chainLetters(pdb: Pdb): Map<string, string> {
  const wanted = new Map<string, string>();
  for (const model of pdb.models) {
    for (const [chain, polymer] of Object.entries(model.polymer)) {
      if (!wanted.has(chain)) wanted.set(chain, polymer.internal_id);
    }
    for (const group of [model.non_polymer, model.branched, model.water]) {
      for (const key of Object.keys(group)) {
        const chain = parseResidueKey(key)?.chain;
        if (chain !== undefined && !wanted.has(chain)) wanted.set(chain, chain);
      }
    }
  }
  const result = new Map<string, string>();
  const taken = new Set<string>();
  for (const [chain, name] of wanted) {
    if (name.length !== 1 || taken.has(name)) continue;
    result.set(chain, name);
    taken.add(name);
  }
  for (const chain of wanted.keys()) {
    if (result.has(chain)) continue;
    const free = letters.find((letter) => !taken.has(letter));
    if (free === undefined) throw new RangeError('A PDB file holds at most 62 chains; this structure has more.');
    result.set(chain, free);
    taken.add(free);
  }
  return result;
}
