import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Embeds SMILES with nothing but RDKit: one distance-geometry try and an MMFF minimisation each. Answers each line with seconds. */
const program = `
import json, sys, time
from rdkit.Chem import AddHs, MolFromSmiles
from rdkit.Chem.rdDistGeom import EmbedMolecule, ETKDGv3
from rdkit.Chem.rdForceFieldHelpers import MMFFOptimizeMolecule
for line in sys.stdin:
    began = time.perf_counter()
    for smiles in json.loads(line):
        molecule = AddHs(MolFromSmiles(smiles))
        assert EmbedMolecule(molecule, ETKDGv3()) == 0
        MMFFOptimizeMolecule(molecule)
    print(time.perf_counter() - began, flush=True)
`;

/** A bare RDKit in a process of its own: what a machine with other things to do needs for the work that a converter does. */
export interface BareRdkit {
  /** Milliseconds that it takes to embed these one after the other. Rejects when RDKit cannot. */
  embed(smiles: readonly string[]): Promise<number>;
  stop(): void;
}

/** Starts it. The first embedding loads what RDKit loads on first use. */
export function startBareRdkit(python: string): BareRdkit {
  const child = spawn(python, ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async embed(smiles) {
      child.stdin.write(`${JSON.stringify(smiles)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('RDKit stopped.');
      return Number(value) * 1000;
    },
    stop: () => child.stdin.end(),
  };
}
