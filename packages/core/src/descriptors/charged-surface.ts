import { type Entry, type Family, family } from './descriptor.ts';
import { range } from './weights.ts';

/** What the five versions of a partial surface area weight each atom's surface by. */
const versions = [
  'without a weight',
  'times the total charge of these atoms',
  'each atom weighted by its charge',
  'times the total charge of these atoms, divided by the number of atoms',
  'times the total charge of these atoms, divided by their number',
];

const kinds: [prefix: string, sentence: string][] = [
  ['PNSA', 'Partial negative surface area'],
  ['PPSA', 'Partial positive surface area'],
  ['DPSA', 'Difference of the partial positive and the partial negative surface area'],
  ['FNSA', 'Fractional partial negative surface area (of the total surface)'],
  ['FPSA', 'Fractional partial positive surface area (of the total surface)'],
  ['WNSA', 'Surface-weighted partial negative surface area (times the total surface, by 1000)'],
  ['WPSA', 'Surface-weighted partial positive surface area (times the total surface, by 1000)'],
];

const surfaces: Entry[] = [
  ['RNCS', 'Relative negative charge surface area: surface of the most negative atom over its relative charge.'],
  ['RPCS', 'Relative positive charge surface area: surface of the most positive atom over its relative charge.'],
  ['TASA', 'Total hydrophobic surface area: atoms with a charge under 0.2 in size.'],
  ['TPSA', 'Total polar surface area from coordinates: atoms with a charge of 0.2 or more in size.'],
  ['RASA', 'Relative hydrophobic surface area, as a part of the total surface.'],
  ['RPSA', 'Relative polar surface area, as a part of the total surface.'],
];

/** Charged partial surface areas: 3D, save for the two relative charges. */
export const chargedSurfaceFamilies: readonly Family[] = [
  ...kinds.map(([prefix, sentence]) =>
    family(
      'CPSA',
      'Charged partial surface areas',
      () =>
        range(1, 5).map(
          (version) => [`${prefix}${version}`, `${sentence}, version ${version}: ${versions[version - 1]}.`] as const,
        ),
      '3D',
    ),
  ),
  family('CPSA', 'Relative charges', () => [
    ['RNCG', 'Relative negative charge: most negative charge over the sum of the negative charges.'],
    ['RPCG', 'Relative positive charge: most positive charge over the sum of the positive charges.'],
  ]),
  family('CPSA', 'Relative and total surfaces', () => surfaces, '3D'),
];
