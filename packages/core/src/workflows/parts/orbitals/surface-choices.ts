import { HARTREE_TO_EV } from '../../../chemistry/units.ts';
import type { GridHeader } from '../../../entities/grid.ts';
import type { GridQuantity } from '../../../entities/grid-quantity.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import { namedOrbitals } from './orbital-tables.ts';

/** A surface that can be drawn of an item's grids. */
export interface SurfaceChoice {
  id: string;
  title: Text;
  /** Name of the grid that the surface is of. */
  grid: string;
  /** Name of the grid whose values colour it; null for one colour a sign. */
  colouredBy: string | null;
  /** Whether there is a surface of the negative isovalue as well. */
  bothSigns: boolean;
}

const titles: Readonly<Record<Exclude<GridQuantity, 'orbital'>, string>> = {
  density: 'Electron density',
  density_alpha: 'α density',
  density_beta: 'β density',
  density_difference: 'Spin density (α − β)',
  electrostatic_potential: 'Electrostatic potential',
};

/** Quantities that are nowhere negative. */
const positive: readonly GridQuantity[] = ['density', 'density_alpha', 'density_beta'];

/**
 * The isovalue that a surface starts with, in the grid's unit: ±0.02 for orbitals and potentials, as visualization programs start with; 0.002 e/Bohr³ for
 * densities, the outline of a molecule by R. F. W. Bader, M. T. Carroll, J. R. Cheeseman and C. Chang, J. Am. Chem. Soc. 1987, 109, 7968.
 */
export function usualIsovalue(quantity: GridQuantity): number {
  return quantity === 'orbital' || quantity === 'electrostatic_potential' ? 0.02 : 0.002;
}

/** "State 3, hole (52 %)". */
function transitionTitle({ state, part, weight }: NonNullable<GridHeader['transition']>): Text {
  const share = { state, share: Math.round(weight * 100) };
  return part === 'hole'
    ? phrase('State {state}, hole ({share} %)', share)
    : phrase('State {state}, particle ({share} %)', share);
}

/** Orbitals by name, with their energies, then densities and potentials; the potential on the density where both are there. */
export function surfaceChoices(headers: readonly GridHeader[]): SurfaceChoice[] {
  const spins = { alpha: 'α', beta: 'β' } as const;
  const orbitals = headers.flatMap(({ name, orbital }) => (orbital ? [{ name, orbital }] : []));
  const of = (spin: 'alpha' | 'beta' | null) =>
    Object.fromEntries(
      orbitals
        .filter(({ orbital }) => orbital.spin === spin)
        .map(({ orbital: { index, occupation, energy } }) => [index, { occupation, energy, cube_points: [] }]),
    );
  const named = namedOrbitals({
    molecular_orbitals: of(null),
    molecular_orbitals_alpha: of('alpha'),
    molecular_orbitals_beta: of('beta'),
  });
  const ofOrbitals = orbitals
    .toSorted((a, b) => b.orbital.energy - a.orbital.energy)
    .map(({ name, orbital }): SurfaceChoice => {
      const spin = orbital.spin ? spins[orbital.spin] : null;
      const known = named.find((each) => each.index === orbital.index && each.spin === spin)?.name;
      const energy = `${(orbital.energy * HARTREE_TO_EV).toFixed(2).replace('-', '−')} eV`;
      const title = [spin, known ?? `Orbital ${orbital.index}`].filter((part) => part !== null).join(' ');
      return { id: name, title: `${title} (${energy})`, grid: name, colouredBy: null, bothSigns: true };
    });
  const ofTransitions = headers
    .flatMap(({ name, transition }) => (transition ? [{ name, transition }] : []))
    .toSorted(({ transition: a }, { transition: b }) => a.state - b.state || a.pair - b.pair)
    .map(
      ({ name, transition }): SurfaceChoice => ({
        id: name,
        title: transitionTitle(transition),
        grid: name,
        colouredBy: null,
        bothSigns: true,
      }),
    );
  const others = headers.filter(({ orbital, transition }) => orbital === null && !transition);
  const ofOthers = others.map(({ name, quantity }): SurfaceChoice => {
    const title = quantity === 'orbital' ? name : titles[quantity];
    return { id: name, title, grid: name, colouredBy: null, bothSigns: !positive.includes(quantity) };
  });
  const density = others.find(({ quantity }) => quantity === 'density');
  const potential = others.find(({ quantity }) => quantity === 'electrostatic_potential');
  const mapped: SurfaceChoice[] =
    density && potential
      ? [
          {
            id: `${potential.name}@${density.name}`,
            title: 'Electrostatic potential on the density',
            grid: density.name,
            colouredBy: potential.name,
            bothSigns: false,
          },
        ]
      : [];
  return [...ofOrbitals, ...ofTransitions, ...mapped, ...ofOthers];
}
