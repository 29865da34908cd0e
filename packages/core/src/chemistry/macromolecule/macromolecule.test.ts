import { describe, expect, test } from 'vitest';
import { readMmcif } from '../pdb/read-mmcif.ts';
import { readPdb } from '../pdb/read-pdb.ts';
import { FileProblem } from '../problem.ts';
import { readFixture } from '../tests/read-fixture.js';
import {
  assignSecondaryStructure,
  focusResidues,
  hasChains,
  hydrogensOf,
  macromoleculeOf,
  residueAtomName,
  residueCounts,
  residueName,
  residuesNear,
  withLigand,
} from './index.ts';

const fluorescent = readPdb(readFixture('1ema.pdb.gz'));
const kinase = readPdb(readFixture('tyk2_structure.pdb.gz'));
/** A heme beside one residue, a water and an ion, with alternate places. */
const small = `TITLE     ALPHAFOLD MODEL
ATOM      1  N   TYR A  66       0.000   0.000   0.000  1.00  0.91           N
ATOM      2  CA  TYR A  66       1.450   0.000   0.000  1.00  0.91           C
ATOM      3  CB ATYR A  66       2.000   1.400   0.000  0.40  0.91           C
ATOM      4  CB BTYR A  66       2.000  -1.400   0.000  0.60  0.91           C
ATOM      5  N   GLY A  67       2.900  -2.300   0.000  1.00  0.42           N
HETATM    6  C1  STI B 201       5.500   0.000   0.000  1.00  0.10           C
HETATM    7  C2  STI B 201       7.000   0.000   0.000  1.00  0.10           C
HETATM    8 MG    MG A 301       4.500   0.000   1.500  1.00  0.10          MG
HETATM    9  O   HOH A 401       4.500   0.000   3.400  1.00  0.10           O
END
`;

describe('a structure as a viewer needs it', () => {
  test('green fluorescent protein: residues, chains, chromophore, waters, from both formats', () => {
    for (const pdb of [fluorescent, readMmcif(readFixture('1ema.cif.gz'))]) {
      const protein = macromoleculeOf(pdb);
      expect(protein.atoms).toHaveLength(1866);
      expect(residueCounts(protein)).toEqual({ polymer: 225, modified: 1, ligand: 0, ion: 0, water: 95 });
      expect(protein.chains).toEqual([{ id: 'A', residues: 226 }]);
      expect(protein.predicted).toBe(false);
      expect(protein.secondaryFrom).toBe('file');
      const chromophore = focusResidues(protein);
      expect(chromophore.map((index) => residueName(protein.residues[index] as never))).toEqual(['CRO 66 A']);
      const pocket = residuesNear(protein, chromophore, 5).map((index) =>
        residueName(protein.residues[index] as never),
      );
      // The residues about the chromophore that the entry's paper names (M. Ormö et al., Science 1996, 273, 1392).
      for (const name of ['Gln94 A', 'Arg96 A', 'His148 A', 'Thr203 A', 'Glu222 A']) expect(pocket).toContain(name);
      expect(pocket).not.toContain('CRO 66 A');
    }
  });

  test('every atom knows its residue, and every residue its atoms', () => {
    const { atoms, residues, residueOf, names } = macromoleculeOf(kinase);
    expect(names).toHaveLength(atoms.length);
    residues.forEach(({ first, count }, index) => {
      for (let atom = first; atom < first + count; atom++) expect(residueOf[atom]).toBe(index);
    });
    expect(residues.reduce((sum, { count }) => sum + count, 0)).toBe(atoms.length);
  });

  test('alternate places, ligands, ions and waters; what lies close is not bonded; confidences of a prediction are percent', () => {
    const protein = macromoleculeOf(readPdb(small));
    expect(protein.atoms).toHaveLength(8);
    expect(protein.atoms[2]?.position).toEqual([2, -1.4, 0]);
    expect(residueCounts(protein)).toEqual({ polymer: 2, modified: 0, ligand: 1, ion: 1, water: 1 });
    expect(protein.bonds).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [4, 5],
    ]);
    expect(protein.predicted).toBe(true);
    expect(protein.bFactors[0]).toBeCloseTo(91, 4);
    expect(residueAtomName(protein, 2)).toBe('Tyr66 A, CB');
    expect(residueAtomName(protein, 4)).toBe('STI 201 B, C1');
    expect(focusResidues(protein)).toEqual([2]);
    expect(residuesNear(protein, [2], 5)).toEqual([0, 1]);
    expect(residuesNear(protein, [2], 3.6)).toEqual([1]);
  });

  test('hydrogens: all, and those on carbon', () => {
    const protein = macromoleculeOf(kinase);
    const all = hydrogensOf(protein, true);
    const nonPolar = new Set(hydrogensOf(protein, false));
    expect(all).toHaveLength(protein.atoms.filter(({ atomic_number }) => atomic_number === 1).length);
    expect(nonPolar.size).toBeLessThan(all.length);
    expect(all.filter((atom) => !nonPolar.has(atom)).map((atom) => protein.names[atom])).toContain('H');
    expect([...nonPolar].map((atom) => protein.names[atom])).not.toContain('H');
  });

  test('a ligand from elsewhere lies in it with the first numbers', () => {
    const [alone, pose] = [
      macromoleculeOf(kinase),
      [4, 5].map((x) => ({ atomic_number: 6, position: [x, 31, -22] as [number, number, number] })),
    ];
    const together = withLigand(alone, pose, 'LIG');
    expect(together.atoms.slice(0, 2)).toEqual(pose);
    expect(residueCounts(together).ligand).toBe(1);
    expect(residueAtomName(together, 1)).toBe('LIG, C2');
    expect(residueAtomName(together, 102)).toBe(residueAtomName(alone, 100));
    expect(together.bonds).toHaveLength(alone.bonds.length + 1);
    expect(together.bonds[1]).toEqual((alone.bonds[0] as [number, number]).map((atom) => atom + 2));
    expect(residuesNear(together, focusResidues(together), 5).length).toBeGreaterThan(0);
  });

  test('a structure without a model or a chain says so', () => {
    expect(hasChains(fluorescent)).toBe(true);
    expect(hasChains({ ...fluorescent, models: [] })).toBe(false);
    expect(() => macromoleculeOf({ ...fluorescent, models: [] })).toThrow(FileProblem);
  });
});

describe('helices and strands from the backbone', () => {
  test.each([
    ['1ema.pdb.gz', 0.92],
    ['1crn.pdb.gz', 0.78],
  ])('agree with what the authors of %s wrote', (file, least) => {
    const protein = macromoleculeOf(readPdb(readFixture(file)));
    const written = protein.residues.map(({ secondary }) => secondary);
    for (const residue of protein.residues) residue.secondary = 'coil';
    assignSecondaryStructure(protein);
    const chain = protein.residues.flatMap(({ kind }, index) => (kind === 'polymer' ? [index] : []));
    const same = chain.filter((index) => protein.residues[index]?.secondary === written[index]);
    expect(same.length / chain.length).toBeGreaterThan(least);
  });

  test('are assigned where the file has none: the kinase has its helices and its sheet', () => {
    const protein = macromoleculeOf(kinase);
    expect(protein.secondaryFrom).toBe('geometry');
    const share = (secondary: string) =>
      protein.residues.filter((residue) => residue.secondary === secondary).length / protein.residues.length;
    expect(share('helix')).toBeGreaterThan(0.25);
    expect(share('helix')).toBeLessThan(0.5);
    expect(share('strand')).toBeGreaterThan(0.1);
    expect(share('strand')).toBeLessThan(0.3);
  });
});
