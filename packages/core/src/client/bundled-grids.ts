import * as z from 'zod/mini';
import type { Grid, GridList } from '../entities/grid.ts';
import type { WorkflowData } from '../workflows/definition.ts';
import { OrbitalCubes, PropertyCube } from '../workflows/parts/orbitals/orbital-cubes.ts';
import {
  cubeQuantities,
  type GridIdentity,
  gridOfPoints,
  orbitalSpins,
} from '../workflows/parts/orbitals/orbital-grids.ts';
import { transitionGrids } from '../workflows/parts/orbitals/transition-orbitals.ts';

type Points = PropertyCube['cube_points'];

/** The cubes that are in an item's data, with what each is. */
function cubesOf(data: WorkflowData): { identity: GridIdentity; points: Points }[] {
  const properties = Object.entries(cubeQuantities).flatMap(([name, quantity]) => {
    const cube = z.safeParse(PropertyCube, data[name]);
    return cube.success ? [{ identity: { name, quantity, orbital: null }, points: cube.data.cube_points }] : [];
  });
  const orbitals = Object.entries(orbitalSpins).flatMap(([name, spin]) => {
    const cubes = z.safeParse(OrbitalCubes, data[name]);
    return Object.entries(cubes.success ? cubes.data : {}).map(([index, { occupation, energy, cube_points }]) => ({
      identity: {
        name: `${name}.${index}`,
        quantity: 'orbital' as const,
        orbital: { index: Number(index), spin, occupation, energy },
      },
      points: cube_points,
    }));
  });
  return [...properties, ...orbitals].filter(({ points }) => points.length > 0);
}

/** Grids of an item whose points are in its own data or in its file of orbitals, as a bundle has them, and those points that lie on none. */
export function bundledGrids(data: WorkflowData | null): { grids: Grid[]; left_out: GridList['left_out'] } {
  const found: { grids: Grid[]; left_out: GridList['left_out'] } = { grids: transitionGrids(data ?? {}), left_out: [] };
  for (const { identity, points } of cubesOf(data ?? {})) {
    const column = (key: 'x' | 'y' | 'z' | 'val') => Float64Array.from(points, (point) => point[key]);
    const grid = gridOfPoints(identity, { x: column('x'), y: column('y'), z: column('z'), val: column('val') });
    if (grid) found.grids.push(grid);
    else {
      const detail = `The ${points.length} points of ${identity.name} do not lie on a regular grid.`;
      found.left_out.push({ name: identity.name, detail });
    }
  }
  return found;
}
