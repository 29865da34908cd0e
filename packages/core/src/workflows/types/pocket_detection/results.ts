import * as z from 'zod/mini';
import type { Vector3 } from '../../../chemistry/atoms.ts';
import { longestPocketEdge } from '../../../chemistry/macromolecule/pocket-edges.ts';
import { caveatOf } from '../../../entities/caveat.ts';
import { inEnglish, numbered, phrase } from '../../../entities/phrases.ts';
import { vector3 } from '../../../entities/scalars.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { type FoundPocket, infoTab, type NamedValue } from '../../definition.ts';
import type { Mark } from '../../marks.ts';
import { proteinStructure } from '../../parts/calculations/structure-references.ts';
import { entry } from './entry.ts';
import { pocketHeadline } from './headline.ts';
import { type Data, settings } from './settings.ts';

/** A pocket: its alpha spheres (Å), volume in Å³, score from 0 to 1, and the box that holds the spheres. */
const Pocket = z.looseObject({
  sphere_centers: z.array(vector3),
  sphere_radii: z.array(z.number()),
  volume: z.number(),
  score: z.number(),
  pocket_center: vector3,
  pocket_sides: vector3,
  residue_numbers: z.array(z.int()),
});
type Pocket = z.output<typeof Pocket>;

const results = z.looseObject({
  /** The highest score first. */
  pockets: z._default(z.array(Pocket), []),
});
type Whole = Data & z.output<typeof results>;

const inWords = (place: Vector3) => place.map((value) => value.toFixed(1).replace('-', '−')).join(', ');

function pocketTable({ pockets }: Whole): TableData {
  return tableOf({
    id: 'pockets',
    title: 'Pockets',
    rows: pockets,
    columns: [
      { id: 'pocket', title: 'Pocket', notation: 'term', text: (_, index) => numbered('Pocket', index + 1) },
      {
        id: 'score',
        title: 'Score',
        help: 'How likely a ligand binds there, from 0 to 1.',
        precision: 2,
        value: ({ score }) => score,
      },
      { id: 'volume', title: 'Volume', unit: 'Å³', precision: 0, value: ({ volume }) => volume },
      { id: 'center', title: 'Center', unit: 'Å', text: ({ pocket_center }) => inWords(pocket_center) },
      { id: 'sides', title: 'Box', unit: 'Å', text: ({ pocket_sides }) => inWords(pocket_sides) },
      {
        id: 'residues',
        title: 'Residues',
        text: ({ residue_numbers }) => residue_numbers.join(', '),
      },
    ],
    empty: 'No pockets were found.',
  });
}

/** What is drawn: the best pockets, as dots at the centres of their spheres. */
const mostDrawn = 6;
const dotRadius = 0.7;
const colours = ['#c2410c', '#1d4ed8', '#15803d', '#a21caf', '#b45309', '#0e7490'];

function pocketMarks({ pockets }: Whole): Mark[] {
  return pockets.slice(0, mostDrawn).flatMap(({ sphere_centers }, index): Mark[] => {
    const name = numbered('Pocket', index + 1);
    return sphere_centers.map(
      (position): Mark => ({
        kind: 'sphere',
        group: inEnglish(name),
        meaning: name,
        position,
        radius: dotRadius,
        colour: colours[index] ?? '#404040',
        opacity: 0.6,
      }),
    );
  });
}

function valuesOf({ pockets }: Whole): NamedValue[] {
  const [best] = pockets;
  return [
    { path: 'pocket_score', title: 'Score of the best pocket', unit: null, precision: 2, value: best?.score ?? null },
    { path: 'pocket_volume', title: 'Its volume', unit: 'Å³', precision: 0, value: best?.volume ?? null },
  ];
}

/** The boxes that hold the spheres; an edge that docking cannot search is cut around the same middle. */
function boxesOf({ protein, pockets }: Whole): FoundPocket[] {
  if (typeof protein !== 'string') return [];
  return pockets.map(({ pocket_center, pocket_sides }, index) => ({
    name: numbered('Pocket', index + 1),
    protein,
    box: [
      pocket_center,
      pocket_sides.map((edge) => Math.min(longestPocketEdge, Math.round(10 * edge) / 10)) as Vector3,
    ],
  }));
}

export default defineResults({
  entry,
  settings,
  results,
  structures: ({ protein }) => (typeof protein === 'string' ? proteinStructure('Protein', protein) : []),
  tables: (data) => [pocketTable(data)],
  values: valuesOf,
  headline: ({ pockets }) => pocketHeadline(pockets.length),
  marks: pocketMarks,
  pockets: boxesOf,
  tabs: () => [{ id: 'pockets', title: 'Pockets' }, infoTab],
  caveats: ({ pockets }, { item }) =>
    pockets.length > mostDrawn && item.object_status === 2
      ? [caveatOf('for_record', phrase('The {count} pockets of the highest scores are drawn.', { count: mostDrawn }))]
      : [],
  cite: () => ['pocketeer', 'fpocket'],
});
