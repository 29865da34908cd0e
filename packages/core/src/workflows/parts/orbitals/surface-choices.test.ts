import { expect, test } from 'vitest';
import type { GridHeader } from '../../../entities/grid.ts';
import { inEnglish } from '../../../entities/phrases.ts';
import { surfaceChoices, usualIsovalue } from '../../index.ts';

const header = (name: string, quantity: GridHeader['quantity'], orbital: GridHeader['orbital'] = null): GridHeader => ({
  name,
  quantity,
  orbital,
  shape: [2, 2, 2],
  origin: [0, 0, 0],
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  length_unit: 'Bohr',
  value_unit: '',
  minimum: 0,
  maximum: 1,
});
const orbital = (index: number, occupation: number, energy: number, spin: 'alpha' | null = null) =>
  header(`molecular_orbitals.${index}`, 'orbital', { index, occupation, energy, spin });

test('orbitals by name and energy from the highest down, then the potential on the density, then densities', () => {
  const choices = surfaceChoices([
    header('density_cube', 'density'),
    header('electrostatic_potential_cube', 'electrostatic_potential'),
    orbital(4, 2, -0.35),
    orbital(5, 0, 0.1),
  ]);
  expect(choices.map(({ title, bothSigns }) => [title, bothSigns])).toEqual([
    ['LUMO (2.72 eV)', true],
    ['HOMO (−9.52 eV)', true],
    ['Electrostatic potential on the density', false],
    ['Electron density', false],
    ['Electrostatic potential', true],
  ]);
  expect(choices[2]).toMatchObject({ grid: 'density_cube', colouredBy: 'electrostatic_potential_cube' });
});

test('orbitals of one spin say which', () => {
  expect(surfaceChoices([orbital(2, 1, -0.2, 'alpha')])[0]?.title).toBe('α HOMO (−5.44 eV)');
});

test('holes and particles of excited states by state, with the part of it that their pair carries', () => {
  const of = (state: number, part: 'hole' | 'particle', weight: number): GridHeader => ({
    ...header(`natural_transition_orbitals.${state}-${part}-1`, 'orbital'),
    transition: { state, part, pair: 1, weight },
  });
  const choices = surfaceChoices([of(2, 'hole', 0.5), of(1, 'hole', 0.987), of(1, 'particle', 0.987)]);
  expect(choices.map(({ title }) => inEnglish(title))).toEqual([
    'State 1, hole (99 %)',
    'State 1, particle (99 %)',
    'State 2, hole (50 %)',
  ]);
  expect(choices[0]).toMatchObject({ grid: 'natural_transition_orbitals.1-hole-1', bothSigns: true });
});

test('usual isovalues: 0.02 for orbitals, 0.002 e/Bohr³ for densities', () => {
  expect(usualIsovalue('orbital')).toBe(0.02);
  expect(usualIsovalue('density')).toBe(0.002);
  expect(usualIsovalue('density_difference')).toBe(0.002);
});
