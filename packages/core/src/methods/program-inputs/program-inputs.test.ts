import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Molecule, Settings } from '../../entities/index.ts';
import { type InputProgram, inputPrograms, NotWritable } from './program-input.ts';
import { writeInput } from './write-input.ts';

const water = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.119] },
    { atomic_number: 1, position: [0, 0.763, -0.477] },
    { atomic_number: 1, position: [0, -0.763, -0.477] },
  ],
});
const b3lyp = {
  method: 'b3lyp',
  basis_set: { name: 'def2-SVP' },
  corrections: ['d3bj'],
  tasks: ['optimize', 'frequencies'],
};
const write = (program: InputProgram, settings: object, molecule = water) => {
  const read = z.parse(Settings, settings);
  return writeInput(program, { molecule, settings: read, tasks: read.tasks, name: 'Wasser, B3LYP' });
};

describe('an optimization with frequencies', () => {
  test('for ORCA names the B3LYP that is ours', () => {
    const { filename, text } = write('orca', b3lyp);
    expect(filename).toBe('Wasser-B3LYP.inp');
    expect(text.split('\n').slice(0, 6)).toEqual([
      '# Wasser, B3LYP',
      '! B3LYP/G def2-SVP D3BJ Opt Freq',
      '%freq',
      '  temp 298',
      'end',
      '* xyz 0 1',
    ]);
    expect(text).toContain('O       0.00000000     0.00000000     0.11900000');
    expect(text.trimEnd().endsWith('*')).toBe(true);
  });

  test('for Gaussian and Psi4', () => {
    expect(write('gaussian', b3lyp).text).toMatch(
      /^%Chk=Wasser-B3LYP\.chk\n#P B3LYP\/Def2SVP EmpiricalDispersion=GD3BJ Opt Freq Temperature=298\n\nWasser, B3LYP\n\n0 1\n/,
    );
    const { text } = write('psi4', b3lyp);
    expect(text).toContain("optimize('b3lyp-d3bj')\nfrequencies('b3lyp-d3bj')\n");
    expect(text).toContain('  basis def2-SVP');
  });

  test('as QCSchema is one of the optimization, in bohr', () => {
    const { text, notes } = write('qcschema', b3lyp);
    const document = JSON.parse(text);
    expect(document.input_specification.model).toEqual({ method: 'b3lyp-d3bj', basis: 'def2-SVP' });
    expect(document.initial_molecule.geometry[2]).toBeCloseTo(0.119 / 0.529177210903, 10);
    expect(notes.join()).toContain('frequencies need an input of their own');
  });
});

test('xtb gets its command with charge, unpaired electrons and solvent', () => {
  const hydroxyl = { ...water, atoms: water.atoms.slice(0, 2), charge: 0, multiplicity: 2 };
  const settings = { method: 'gfn2_xtb', tasks: ['optimize'], solvent_settings: { solvent: 'water', model: 'alpb' } };
  const { text, notes } = write('xtb', settings, hydroxyl);
  const command = 'xtb Wasser-B3LYP.xyz --gfn 2 --chrg 0 --uhf 1 --opt --alpb water';
  expect(text.split('\n').slice(0, 2)).toEqual(['2', command]);
  expect(notes).toEqual([`Run: ${command}`]);
  expect(write('orca', settings, hydroxyl).text).toContain('! XTB2 Opt ALPB(water)');
});

test('excited states, solvents, saddle points and open shells', () => {
  const excited = { ...b3lyp, tasks: ['energy'], excited_state_settings: { num_excitations: 7, tda: false } };
  expect(write('orca', excited).text).toContain('%tddft\n  nroots 7\n  tda false\nend');
  expect(write('gaussian', excited).text).toContain(' TD=(NStates=7)');
  expect(write('psi4', excited).text).toContain("energy('td-b3lyp-d3bj')");
  const smd = { ...b3lyp, solvent_settings: { solvent: 'toluene', model: 'SMD' } };
  expect(write('orca', smd).text).toContain('%cpcm\n  smd true\n  SMDsolvent "toluene"\nend');
  expect(write('gaussian', smd).text).toContain('SCRF=(SMD,Solvent=toluene)');
  const saddle = { ...b3lyp, tasks: ['optimize_ts'] };
  expect(write('orca', saddle).text).toContain('! B3LYP/G def2-SVP D3BJ OptTS');
  expect(write('gaussian', saddle).text).toContain('Opt=(TS,CalcFC,NoEigenTest)');
  expect(write('psi4', b3lyp, { ...water, charge: 1, multiplicity: 2 }).text).toContain('  reference uks');
});

test('a scene holds its structure, and is the same for every method', () => {
  const scene = JSON.parse(write('mvsj', { method: 'omol25_conserving_s' }).text);
  expect(scene).toMatchObject({ kind: 'single', root: { kind: 'root' } });
  const { url } = scene.root.children[0].params;
  const lines = atob(url.split(',')[1]).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('HETATM    1  O1  MOL A   1       0.000   0.000   0.119  1.00  0.00           O');
});

test.each([
  ['gaussian', { method: 'r2scan', basis_set: 'def2-SVP' }, 'r²SCAN'],
  ['gaussian', { ...b3lyp, basis_set: 'def2-TZVPD' }, 'def2-TZVPD'],
  ['gaussian', { ...b3lyp, corrections: ['d4'] }, 'd4'],
  ['orca', { method: 'omol25_conserving_s' }, 'OMol25'],
  ['psi4', { ...b3lyp, solvent_settings: { solvent: 'water', model: 'SMD' } }, 'SMD'],
  ['xtb', { ...b3lyp }, 'B3LYP'],
  ['xtb', { method: 'gfn2_xtb', tasks: ['optimize_ts'] }, 'transition states'],
  ['xtb', { ...b3lyp, excited_state_settings: { num_excitations: 5 } }, 'excited states'],
] as const)('%s refuses what it does not have', (program, settings, words) => {
  expect(() => write(program, settings)).toThrow(NotWritable);
  expect(() => write(program, settings)).toThrow(words);
});

test('constraints, which the inputs leave out, are told', () => {
  const constraints = [{ constraint_type: 'bond', atoms: [1, 2], value: null }];
  for (const program of inputPrograms.filter((one) => one !== 'mvsj' && one !== 'xtb')) {
    expect(write(program, { ...b3lyp, opt_settings: { constraints } }).notes.join()).toContain('constraints');
  }
});
