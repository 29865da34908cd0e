import { describe, expect, test } from 'vitest';
import { FileProblem } from '../chemistry/problem.ts';
import { readFixture } from '../chemistry/tests/read-fixture.js';
import { BOHR_TO_ANGSTROM } from '../chemistry/units.ts';
import { readCube, readStructure, structureFormatOf, writeCube } from './index.ts';

async function packed(text: string): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

const number = (value: number) => value.toExponential(5).toUpperCase().padStart(13);
const row = (...values: number[]) => values.map(number).join('');

/** A cube of functions of a place (Bohr), as Gaussian writes it: six values a line, a new line for each row of the last axis. */
function cube(
  functions: ((x: number, y: number, z: number) => number)[],
  { orbitals = false, title = 'Hydrogen' } = {},
) {
  const [shape, step, start] = [[5, 4, 7], 0.5, -1] as const;
  const lines = [
    title,
    'written by a test',
    `${orbitals ? '   -1' : '    1'}${row(start, start, start)}${orbitals || functions.length === 1 ? '' : `    ${functions.length}`}`,
  ];
  shape.forEach((count, axis) =>
    lines.push(`    ${count}${row(...[0, 1, 2].map((each) => (each === axis ? step : 0)))}`),
  );
  lines.push(`    1${row(1, 0, 0, 0.25)}`);
  if (orbitals) lines.push(`    ${functions.length}${functions.map((_, index) => `    ${index + 4}`).join('')}`);
  for (let i = 0; i < shape[0]; i++) {
    for (let j = 0; j < shape[1]; j++) {
      const values: number[] = [];
      for (let k = 0; k < shape[2]; k++) {
        for (const each of functions) values.push(each(start + i * step, start + j * step, start + k * step));
      }
      for (let at = 0; at < values.length; at += 6) lines.push(row(...values.slice(at, at + 6)));
    }
  }
  return `${lines.join('\n')}\n`;
}
const s = (x: number, y: number, z: number) => Math.exp(-Math.hypot(x, y, z - 0.25)) / Math.sqrt(Math.PI);
const p = (x: number, y: number, z: number) => x * Math.exp(-Math.hypot(x, y, z) / 2);

function refusal(run: () => unknown): FileProblem {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(FileProblem);
    return error as FileProblem;
  }
  return expect.unreachable('the text was taken');
}

describe('cube files', () => {
  test('values are where the function has them, the last axis fastest; atoms in Å', () => {
    const { atoms, grids, title } = readCube(cube([s], { title: 'electron density' }));
    expect(title).toBe('electron density, written by a test');
    expect(atoms).toEqual([{ atomic_number: 1, position: [0, 0, 0.25 * BOHR_TO_ANGSTROM] }]);
    const [grid] = grids;
    expect(grid?.header).toMatchObject({
      shape: [5, 4, 7],
      origin: [-1, -1, -1],
      axes: [
        [0.5, 0, 0],
        [0, 0.5, 0],
        [0, 0, 0.5],
      ],
      quantity: 'density',
      value_unit: 'e/Bohr³',
      length_unit: 'Bohr',
      orbital: null,
    });
    expect(grid?.values).toHaveLength(140);
    expect(grid?.values[(3 * 4 + 1) * 7 + 2]).toBeCloseTo(s(0.5, -0.5, 0), 5);
    expect(grid?.header.maximum).toBeCloseTo(Math.max(...(grid?.values ?? [])), 9);
  });

  test('several orbitals, and several values at each point, are a grid each', () => {
    const { grids } = readCube(cube([s, p], { orbitals: true }));
    expect(grids.map(({ header }) => [header.name, header.quantity])).toEqual([
      ['orbital 4', 'orbital'],
      ['orbital 5', 'orbital'],
    ]);
    expect(grids[1]?.values[(4 * 4 + 2) * 7 + 2]).toBeCloseTo(p(1, 0, 0), 5);
    expect(grids[1]?.header.minimum).toBeLessThan(0);
    const two = readCube(cube([s, p], { title: 'density and something' })).grids;
    expect(two.map(({ header }) => header.name)).toEqual(['value 1', 'value 2']);
    expect(two[0]?.values).toEqual(grids[0]?.values);
  });

  test('negative numbers of points say that lengths are in Å', () => {
    const text = cube([s]).replace('\n    5', '\n   -5').replace('\n    4', '\n   -4').replace('\n    7', '\n   -7');
    const { atoms, grids } = readCube(text);
    expect(grids[0]?.header.shape).toEqual([5, 4, 7]);
    expect(grids[0]?.header.axes[0][0]).toBeCloseTo(0.5 / BOHR_TO_ANGSTROM, 9);
    expect(atoms[0]?.position[2]).toBeCloseTo(0.25, 9);
  });

  test('numbers of Fortran, and lines that end as Windows ends them', () => {
    const text = cube([s]);
    const { values } = readCube(text).grids[0] as { values: Float32Array };
    expect(readCube(text.replaceAll('E', 'D').replaceAll('\n', '\r\n')).grids[0]?.values).toEqual(values);
  });

  test('what the values are is asked of the comment, and of their signs', () => {
    const quantity = (title: string, of = s) => readCube(cube([of], { title })).grids[0]?.header.quantity;
    expect(quantity('Electrostatic potential from Total SCF Density', p)).toBe('electrostatic_potential');
    expect(quantity('MO coefficients', s)).toBe('orbital');
    expect(quantity('spin density', p)).toBe('density_difference');
    expect(quantity('something', p)).toBe('orbital');
    expect(quantity('something', s)).toBe('density');
  });

  test.each([
    ['cut values', (text: string) => text.slice(0, -60), /^Line \d+: The file ends after 13\d of 140 values/],
    ['too many values', (text: string) => `${text} 1.0\n`, /^Line \d+: More than the 140 values/],
    ['a word among the values', (text: string) => text.replace(/\n(.*)\n(.*)$/, '\n oops$2'), /^Line \d+: /],
    ['no axes', (text: string) => text.split('\n').slice(0, 4).join('\n'), /^Line 5: The file ends before/],
    ['an axis that is none', (text: string) => text.replace('\n    4', '\n    x'), /^Line 5: Expected .* found "x"/],
    [
      'an element that does not exist',
      (text: string) => text.replace(/(?<=^(?:.*\n){6}) {4}1/, '  777'),
      /^Line 7: The atomic number 777/,
    ],
  ])('refuse %s and name the line', (_, spoil, words) => {
    expect(refusal(() => readCube(spoil(cube([s])))).message).toMatch(words);
  });
});

describe('files of structures', () => {
  test('the format is the named one, then the ending of the name, then what is in the file', async () => {
    const of = (text: string, name?: string, format?: string) => structureFormatOf(text, { name, format });
    const xyz = '1\n\nHe 0 0 0\n';
    expect(of('anything', 'https://lab.example/a/b.PDB.gz?x=1.cif#y')).toBe('pdb');
    expect(of('anything', 'b.cub')).toBe('cube');
    expect(of('anything', 'b.pdb', 'mol')).toBe('sdf');
    expect(of(xyz, 'download?id=7')).toBe('xyz');
    expect(of(cube([s]))).toBe('cube');
    expect(of('{"atoms": []}')).toBe('molecule');
    expect(of(readFixture('1ema.pdb.gz'))).toBe('pdb');
    expect(of(readFixture('1ema.cif.gz'))).toBe('mmcif');
    expect(of(readFixture('ibuprofen_conformers.sdf.gz'))).toBe('sdf');
    expect(refusal(() => of('CCO ethanol')).message).toContain('The format of this file is not known');
    expect(refusal(() => of(xyz, 'a.xyz', 'docx')).message).toContain('The format "docx" is not known.');
  });

  test('conformers are an ensemble, different ligands are not', async () => {
    const conformers = await readStructure(readFixture('ibuprofen_conformers.sdf.gz'));
    expect([conformers.format, conformers.structures.length, conformers.isEnsemble]).toEqual(['sdf', 8, true]);
    const bonds = conformers.structures[0]?.bonds ?? [];
    expect(bonds).toHaveLength(33);
    // Ibuprofen: three double bonds of the ring, and the one of the acid.
    expect(bonds.filter(([, , order]) => order === 2)).toHaveLength(4);
    expect(bonds.filter(({ length }) => length === 2)).toHaveLength(29);
    const ligands = await readStructure(readFixture('tyk2_ligands.sdf.gz'), { name: 'tyk2.sdf' });
    expect([ligands.structures.length, ligands.isEnsemble]).toEqual([16, false]);
    expect(ligands.structures[0]?.name).toBe('jmc_23');
    const frames = await readStructure('1\ncharge: 1;\nHe 0 0 0\n1\n\nHe 0 0 1\n');
    expect([frames.structures.length, frames.isEnsemble]).toEqual([2, true]);
    expect(frames.structures[0]?.molecule.charge).toBe(1);
  });

  test('a protein is one, packed or not, as text or bytes; a ligand alone in a PDB file is a molecule', async () => {
    const text = readFixture('1ema.pdb.gz');
    const plain = await readStructure(text);
    expect(plain.structures[0]?.macromolecule?.chains).toEqual([{ id: 'A', residues: 226 }]);
    expect(plain.structures[0]?.molecule.atoms).toBe(plain.structures[0]?.macromolecule?.atoms);
    expect(await readStructure(await packed(text), { name: '1ema.pdb.gz' })).toEqual(plain);
    expect(await readStructure(new TextEncoder().encode(text))).toEqual(plain);
    const ligand = await readStructure(
      'HETATM    1  C1  LIG A   1       0.000   0.000   0.000  1.00  0.00           C\nHETATM    2  O1  LIG A   1       1.200   0.000   0.000  1.00  0.00           O\n',
    );
    expect([ligand.format, ligand.structures[0]?.macromolecule, ligand.structures[0]?.molecule.atoms.length]).toEqual([
      'pdb',
      null,
      2,
    ]);
  });

  test('a cube file is its molecule and its grids', async () => {
    const { structures, grids } = await readStructure(await packed(cube([s])));
    expect([structures[0]?.molecule.atoms.length, grids.length]).toEqual([1, 1]);
  });

  test("the platform's own molecules", async () => {
    const water = { charge: 0, multiplicity: 1, atoms: [{ atomic_number: 8, position: [0, 0, 0] }] };
    const { structures, format } = await readStructure(JSON.stringify([water, water]));
    expect([format, structures.length, structures[0]?.molecule.multiplicity]).toEqual(['molecule', 2, 1]);
    await expect(readStructure('{"atoms": [{"atomic_number": 8}]}')).rejects.toThrow(/Molecule 1 does not fit at "/);
    await expect(readStructure('{"atoms": ')).rejects.toThrow(/not valid JSON/);
  });

  test('what cannot be read says why', async () => {
    await expect(readStructure('')).rejects.toThrow('The file is empty.');
    await expect(readStructure('1\n\nHe 0 0\n', { name: 'a.xyz' })).rejects.toThrow('Line 3: Atom He1 needs three');
    await expect(readStructure('hello', { format: 'pdb' })).rejects.toThrow(FileProblem);
    await expect(readStructure(await packed('x'.repeat(3000)), { maximumBytes: 2000 })).rejects.toThrow(/larger than/);
    const cut = (await packed(readFixture('1ema.pdb.gz'))).slice(0, 5000);
    await expect(readStructure(cut)).rejects.toThrow('damaged or cut');
    await expect(readStructure('data_x\nloop_\n_atom_site_fract_x\n0.1\n')).rejects.toThrow('fractional coordinates');
  });
});

test('a grid that is written as a cube file is read again', () => {
  const header = {
    name: 'density',
    quantity: 'density' as const,
    orbital: null,
    shape: [2, 1, 7] as [number, number, number],
    origin: [-1, 0.5, 0] as [number, number, number],
    axes: [
      [0.4, 0, 0],
      [0, 0.4, 0],
      [0, 0, 0.4],
    ] as [[number, number, number], [number, number, number], [number, number, number]],
    length_unit: 'Bohr' as const,
    value_unit: 'e/Bohr³',
    minimum: 0,
    maximum: 1,
  };
  const values = Float32Array.from({ length: 14 }, (_, index) => index * 1.25e-3);
  const atoms = [{ atomic_number: 8, position: [0, 0, 0.529_177] as [number, number, number] }];
  const { atoms: found, grids } = readCube([...writeCube({ header, values }, atoms, 'a\ndensity')].join(''));
  expect(found[0]?.atomic_number).toBe(8);
  expect(found[0]?.position[2]).toBeCloseTo(0.529_177, 5);
  expect(grids[0]?.header.shape).toEqual([2, 1, 7]);
  expect(grids[0]?.header.origin).toEqual([-1, 0.5, 0]);
  expect([...(grids[0]?.values ?? [])]).toEqual([...values]);
});
