import { expect, test } from 'vitest';
import { readFixture } from '../tests/read-fixture.js';
import { emptyPdb, type Pdb, readMmcif, readPdb, writeMmcif } from './index.ts';

/** All but the assemblies, which are not written. */
const kept = ({ geometry, ...rest }: Pdb) => ({ ...rest, crystallography: geometry.crystallography });

test.each([
  ['1ema.cif.gz', readMmcif],
  ['1ema.pdb.gz', readPdb],
  ['1crn.pdb.gz', readPdb],
  ['tyk2_structure.pdb.gz', readPdb],
  ['insertion_codes.pdb', readPdb],
] as const)('%s: what is written as mmCIF is read back', (file, read) => {
  const structure = read(readFixture(file));
  const again = readMmcif(writeMmcif(structure));
  const { code } = structure.description;
  expect(kept(again)).toEqual({
    ...kept(structure),
    // An mmCIF file has a name; one that has none gets ours.
    description: { ...structure.description, code: code ?? 'cuvette' },
  });
});

test('chain names of several letters, values with quotes, several models and atoms that share a number', () => {
  const structure = readPdb(readFixture('insertion_codes.pdb'));
  const [model] = structure.models;
  if (!model) throw new Error('no model');
  const { A, ...others } = model.polymer;
  if (!A) throw new Error('no chain A');
  const residues = Object.fromEntries(
    Object.entries(A.residues).map(([key, residue]) => [key.replace(/^A\./, 'LONG.'), residue]),
  );
  const long = { ...model, polymer: { ...others, LONG: { ...A, internal_id: 'LONG', residues } } };
  const title = `A "double's" 5' end, and a 'quote' "too" `.trim();
  const wanted = { ...emptyPdb(), models: [long, long] };
  wanted.description = { ...wanted.description, code: '1ABC', title };
  const again = readMmcif(writeMmcif(wanted));
  expect(again.description.title).toBe(title);
  expect(again.models).toHaveLength(2);
  const places = (each: typeof model) =>
    Object.entries(each.polymer.LONG?.residues ?? {}).map(([key, { name, atoms }]) => [
      key,
      name,
      Object.values(atoms),
    ]);
  for (const read of again.models) expect(places(read)).toEqual(places(long));
});
