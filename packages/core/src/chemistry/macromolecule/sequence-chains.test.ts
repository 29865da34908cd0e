import { expect, test } from 'vitest';
import { readPdb } from '../pdb/index.ts';
import { readFixture } from '../tests/read-fixture.js';
import { incompleteResidues } from './incomplete-residues.ts';
import { macromoleculeOf } from './macromolecule.ts';
import { sequenceChains } from './sequence-chains.ts';

test('observed and missing residues are in the order of the whole sequence', () => {
  const pdb = readPdb(readFixture('1ema.pdb.gz'));
  const [chain, ...others] = sequenceChains(macromoleculeOf(pdb), pdb);
  expect(others).toEqual([]);
  expect(chain?.id).toBe('A');
  // The entry lists 10 residues as missing: the first one and the end of the chain.
  expect(chain?.missing).toBe(10);
  const letters = chain?.cells.map(({ letter, atoms }) => (atoms ? letter : letter.toLowerCase())).join('') ?? '';
  expect(letters).toHaveLength(226 + 10);
  expect(letters).toMatch(/^xSKGEEL/);
  expect(letters.toUpperCase()).toBe(pdb.models[0]?.polymer.A?.sequence);
  const serine = chain?.cells[1];
  expect(serine).toMatchObject({ name: 'Ser2 A', atoms: { first: 0 } });
});

test('insertion codes and negative numbers keep the order of the file, and each letter knows its atoms', () => {
  const pdb = readPdb(readFixture('insertion_codes.pdb'));
  const structured = macromoleculeOf(pdb);
  for (const { id, cells: found } of sequenceChains(structured, pdb)) {
    const residues = structured.residues.filter(({ chain, kind }) => chain === id && kind !== 'ligand');
    expect(found.flatMap(({ atoms }) => (atoms ? [atoms.first] : []))).toEqual(
      residues.filter(({ kind }) => kind === 'polymer' || kind === 'modified').map(({ first }) => first),
    );
  }
  expect(sequenceChains(macromoleculeOf(pdb), pdb)[0]?.cells.map(({ name }) => name)).toEqual(
    structured.residues.slice(0, 5).map((each) => expect.stringContaining(`${each.number}${each.insertion}`)),
  );
});

test('residues that lack heavy atoms are counted, hydrogens and chain ends are not', () => {
  const whole = readPdb(readFixture('1crn.pdb.gz'));
  expect(incompleteResidues(whole)).toEqual({ residues: 0, atoms: 0 });
  // Only the alpha carbons of five residues are there.
  const trace = readPdb(readFixture('insertion_codes.pdb'));
  const names = Object.values(trace.models[0]?.polymer ?? {}).flatMap(({ residues }) =>
    Object.values(residues).map(({ name }) => name),
  );
  const found = incompleteResidues(trace);
  expect(found.residues).toBe(names.length);
  expect(found.atoms).toBeGreaterThan(3 * names.length);
});
