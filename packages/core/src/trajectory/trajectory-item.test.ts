import { expect, test } from 'vitest';
import { readPdb } from '../chemistry/pdb/index.ts';
import { atomNamesInOrder, atomsInOrder, trajectoriesOf } from './index.ts';

const uuid = '9b3e5d2a-7a52-4f0e-8c41-000000000001';

test('the data of a trajectory item say how many frames each replicate has, its bonds and its structure', () => {
  const data = {
    trajectories: [{ uuid, ligand_rmsd: [1, 2, 3] }, { uuid }],
    simulation_time_ns: 0.001,
    timestep_fs: 2,
    bonds: [[0, 1]],
    protein_uuid: 'given',
    minimized_protein_uuid: uuid,
  };
  expect(trajectoriesOf(data)).toEqual({ frames: [3, 500], bonds: [[0, 1]], structure: { uuid } });
  expect(trajectoriesOf({ trajectories: [{}] })).toEqual({ frames: [null], bonds: null, structure: null });
  expect(trajectoriesOf({ trajectories: [] })).toBeNull();
  expect(trajectoriesOf({ frames: [] })).toBeNull();
  expect(trajectoriesOf(null)).toBeNull();
});

test('atoms of a structure are in the order of their numbers, whatever residues they are of', () => {
  const line = (record: string, serial: number, name: string, residue: string, place: number, element: string) =>
    `${record.padEnd(6)}${String(serial).padStart(5)}  ${name.padEnd(3)} ${residue} A${String(place).padStart(4)}    ${'1.000'.padStart(8)}${`${serial}.000`.padStart(8)}${'0.000'.padStart(8)}  1.00  0.00          ${element.padStart(2)}`;
  const pdb = readPdb(
    [
      line('HETATM', 1, 'C1', 'LIG', 9, 'C'),
      line('ATOM', 2, 'N', 'GLY', 1, 'N'),
      line('ATOM', 3, 'CA', 'GLY', 1, 'C'),
      line('HETATM', 4, 'O', 'HOH', 7, 'O'),
      line('HETATM', 5, 'O1', 'LIG', 9, 'O'),
      'END',
    ].join('\n'),
  );
  expect(atomsInOrder(pdb).map(({ atomic_number, position }) => [atomic_number, position[1]])).toEqual([
    [6, 1],
    [7, 2],
    [6, 3],
    [8, 4],
    [8, 5],
  ]);
  expect(atomNamesInOrder(pdb)).toEqual(['LIG 9 A, C1', 'Gly1 A, N', 'Gly1 A, CA', 'HOH 7 A, O', 'LIG 9 A, O1']);
});
