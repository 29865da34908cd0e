import { type Entry, family } from './descriptor.ts';
import { range, type Weight, weights } from './weights.ts';

const spaceWeights: readonly (Weight | '')[] = ['', 'm', 'v', 'se', 'p'];

/** 3D-MoRSE: scattering signal at 32 distances, unweighted or weighted by four properties. */
export const morseFamilies = spaceWeights.map((weight) =>
  family(
    'MoRSE',
    weight === '' ? '3D-MoRSE, unweighted' : `3D-MoRSE, weighted by ${weights[weight]}`,
    () =>
      range(1, 32).map(
        (distance): Entry => [
          `Mor${String(distance).padStart(2, '0')}${weight}`,
          `3D-MoRSE scattering signal at distance ${distance}, ${weight === '' ? 'unweighted' : `weighted by ${weights[weight]}`}.`,
        ],
      ),
    '3D',
  ),
);

export const geometricalIndices = family(
  'GeometricalIndex',
  'Geometrical indices',
  () => [
    ['GeomDiameter', 'Geometrical diameter: largest distance between two atoms, in Å.'],
    ['GeomRadius', 'Geometrical radius: smallest over the atoms of their largest distance to another atom, in Å.'],
    ['GeomShapeIndex', 'Geometrical shape index: diameter minus radius, over the radius.'],
    ['GeomPetitjeanIndex', 'Geometrical Petitjean index: diameter minus radius, over the diameter.'],
  ],
  '3D',
);

export const gravitationalIndices = family(
  'GravitationalIndex',
  'Gravitational indices',
  () => [
    ['GRAV', 'Gravitational index of the heavy atoms: products of masses over squared distances, all pairs.'],
    [
      'GRAVH',
      'Gravitational index of all atoms, hydrogens included: products of masses over squared distances, all pairs.',
    ],
    ['GRAVp', 'Gravitational index of the heavy atoms over bonded pairs.'],
    ['GRAVHp', 'Gravitational index of all atoms, hydrogens included, over bonded pairs.'],
  ],
  '3D',
);

export const momentsOfInertia = family(
  'MomentOfInertia',
  'Moments of inertia',
  () => [
    ['MOMI-X', 'Largest principal moment of inertia (axis X).'],
    ['MOMI-Y', 'Middle principal moment of inertia (axis Y).'],
    ['MOMI-Z', 'Smallest principal moment of inertia (axis Z).'],
  ],
  '3D',
);

export const planeOfBestFit = family(
  'PBF',
  'Plane of best fit',
  () => [['PBF', 'Mean distance of the heavy atoms from the plane that fits them best, in Å.']],
  '3D',
);
