import * as z from 'zod/mini';
import { HARTREE_TO_KCAL_PER_MOL } from '../../../chemistry/units.ts';
import { numbered, phrase, sentences, type Text } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { mergedPath } from '../../../tables/double-ended-path.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type MoleculesByCalculation } from '../../definition.ts';
import { calculationStructure, moleculeStructure } from '../../parts/calculations/structure-references.ts';
import { refinedLevels, refinedWords } from '../../parts/levels/refinement.ts';
import { barrierCaveats, barrierMethod } from '../../parts/paths/barrier-errors.ts';
import { lastOf, type PathEnds, pathFacts, pathValues } from '../../parts/paths/path-facts.ts';
import { pathHeadline } from '../../parts/paths/path-headline.ts';
import type { TabPart } from '../../tab-parts.ts';
import { entry } from './entry.ts';
import { type Data, levelOf, settings } from './settings.ts';

const uuids = z._default(z.array(z.nullable(z.string())), []);
const distances = z._default(z.array(z.number()), []);
const results = z.looseObject({
  /** Distance of each node along the string from the reactant; the backward nodes are listed from the product inwards. */
  forward_string_distances: distances,
  backward_string_distances: distances,
  /** Calculations in the same order; null where one failed. */
  forward_calculation_uuids: uuids,
  backward_calculation_uuids: uuids,
  /** The highest node, or the transition state that was optimized from it. */
  ts_guess_calculation_uuid: optionalNull(z.string()),
  /** Calculations of the single points on the stationary points; null where there are none, an entry is null where one failed. */
  refined_calculation_uuids: optionalNull(
    z.looseObject({
      reactant: optionalNull(z.string()),
      transition_state: optionalNull(z.string()),
      product: optionalNull(z.string()),
    }),
  ),
});
export type Whole = Data & z.output<typeof results>;

const levelsOf = (data: Data) => refinedLevels(levelOf(data), data.refinement, 'calculation_settings');

/** The stationary points of a search: their geometries, and their energies by the best level that was computed. */
function stationaryEnds(data: Whole, molecules: MoleculesByCalculation): PathEnds {
  const refined = data.refined_calculation_uuids;
  const point = (geometry: string | null, single: string | null | undefined) => {
    const structure = lastOf(molecules, geometry);
    if (structure === null || refined === null) return structure;
    return { ...structure, energy: lastOf(molecules, single ?? null)?.energy ?? null };
  };
  return {
    saddle: point(data.ts_guess_calculation_uuid, refined?.transition_state),
    start: { title: 'Reactant', structure: point(data.forward_calculation_uuids[0] ?? null, refined?.reactant) },
    end: { title: 'Product', structure: point(data.backward_calculation_uuids[0] ?? null, refined?.product) },
  };
}

/** Returns what computed the energies of the stationary points: single points count once they were computed. */
const methodOfPoints = (data: Whole) =>
  barrierMethod(levelOf(data), data.refined_calculation_uuids === null ? 'none' : data.refinement);

/** Energies of the stationary points at both levels; only with single points, as the path has those of the search. */
function stationaryTable(data: Whole, molecules: MoleculesByCalculation): TableData {
  const refined = data.refined_calculation_uuids;
  const rows = refined
    ? [
        { name: 'Reactant', geometry: data.forward_calculation_uuids[0] ?? null, single: refined.reactant },
        { name: 'Transition State', geometry: data.ts_guess_calculation_uuid, single: refined.transition_state },
        { name: 'Product', geometry: data.backward_calculation_uuids[0] ?? null, single: refined.product },
      ].map((row) => ({
        ...row,
        searched: lastOf(molecules, row.geometry)?.energy ?? null,
        energy: lastOf(molecules, row.single)?.energy ?? null,
      }))
    : [];
  const above = (energy: number | null, first: number | null | undefined) =>
    energy === null || first == null ? null : (energy - first) * HARTREE_TO_KCAL_PER_MOL;
  const { method } = levelOf(data);
  return tableOf({
    id: 'stationary_points',
    title: 'Stationary points',
    rows,
    columns: [
      { id: 'structure', title: 'Structure', notation: 'term', text: ({ name }) => name },
      {
        id: 'relative_energy',
        title: 'Relative energy',
        unit: 'kcal/mol',
        help: sentences(
          'Above the reactant.',
          phrase('Computed as: {how}.', { how: refinedWords(levelOf(data), data.refinement) }),
        ),
        precision: 2,
        value: ({ energy }) => above(energy, rows[0]?.energy),
      },
      {
        id: 'search_relative_energy',
        title: phrase('Relative energy, {method}', { method: methodTitle(method) }),
        unit: 'kcal/mol',
        help: 'Above the reactant, by the method of the search alone.',
        precision: 2,
        value: ({ searched }) => above(searched, rows[0]?.searched),
      },
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: ({ energy }) => energy },
    ],
    structure: ({ geometry }) => geometry,
    empty: 'No single points were requested.',
  });
}

function pathTable(data: Whole, molecules: MoleculesByCalculation): TableData {
  const rows = mergedPath(data).map((point) => ({ ...point, molecule: molecules.get(point.calculationUuid)?.at(-1) }));
  const first = rows[0]?.molecule?.energy ?? null;
  return tableOf({
    id: 'double_ended_ts_search',
    title: 'double_ended_ts_search',
    rows,
    columns: [
      { id: 'structure', title: 'Structure', notation: 'term', text: ({ from }, index) => pointName(from, index) },
      {
        id: 'from',
        title: 'Grown from',
        notation: 'term',
        text: ({ from }) => (from === 'optimized guess' ? null : from),
      },
      {
        id: 'distance',
        title: 'String distance',
        help: 'Along the string, from the reactant',
        precision: 2,
        value: ({ distance }) => distance,
      },
      {
        id: 'relative_energy',
        title: 'Relative energy',
        unit: 'kcal/mol',
        help: 'Relative to the first point of the path',
        precision: 2,
        value: ({ molecule }) =>
          molecule?.energy == null || first === null ? null : (molecule.energy - first) * HARTREE_TO_KCAL_PER_MOL,
      },
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: ({ molecule }) => molecule?.energy },
      {
        id: 'guess',
        title: 'Guess',
        help: 'The node that the transition state was guessed from',
        notation: 'term',
        text: ({ calculationUuid, from }) =>
          from !== 'optimized guess' && calculationUuid === data.ts_guess_calculation_uuid ? 'TS guess' : null,
      },
    ],
    structure: ({ calculationUuid }) => calculationUuid,
    empty: 'No point of the path has finished yet.',
  });
}

/** A switch that lays the highest node of the string, which the saddle point was optimized from, over the saddle point. */
function guessBesideSaddle(data: z.output<typeof results>, molecules: MoleculesByCalculation): TabPart[] {
  const path = mergedPath(data);
  const saddle = path.find(({ from }) => from === 'optimized guess')?.calculationUuid;
  const nodes = path.flatMap(({ from, calculationUuid }) => {
    const energy = molecules.get(calculationUuid)?.at(-1)?.energy;
    return from === 'optimized guess' || energy == null ? [] : [{ calculationUuid, energy }];
  });
  const guess = nodes.reduce<(typeof nodes)[number] | null>(
    (highest, node) => (highest && highest.energy >= node.energy ? highest : node),
    null,
  );
  if (!saddle || !guess) return [];
  const title = 'Overlay the guess on the optimized transition state';
  return [{ kind: 'overlay', title, shown: saddle, beside: [guess.calculationUuid] }];
}

function pointName(from: string, index: number): Text {
  return from === 'optimized guess' ? 'Transition State' : numbered('Step', index + 1);
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: ['calculation_settings'],
  levels: levelsOf,
  playsStructures: true,
  structures(data) {
    const path = mergedPath(data).flatMap(({ calculationUuid, from }, index) =>
      calculationStructure(pointName(from, index), calculationUuid),
    );
    if (path.length > 0) return path;
    return [
      ...moleculeStructure('reactant', 'Reactant', data.reactant),
      ...moleculeStructure('product', 'Product', data.product),
    ];
  },
  calculations: (data) => [
    ...mergedPath(data).map(({ calculationUuid }) => calculationUuid),
    ...Object.values(data.refined_calculation_uuids ?? {}).filter((uuid) => typeof uuid === 'string'),
  ],
  tables: (data, { molecules }) => [pathTable(data, molecules), stationaryTable(data, molecules)],
  values: (data, { molecules }) => pathValues(stationaryEnds(data, molecules), methodOfPoints(data)),
  caveats(data) {
    // The string keeps the energies of its own method, whatever the stationary points have.
    const table = 'double_ended_ts_search';
    if (data.refined_calculation_uuids !== null) return barrierCaveats(levelOf(data), 'refined', { values: [], table });
    const values = ['barrier_forward', 'barrier_backward', 'reaction_energy'];
    return barrierCaveats(levelOf(data), 'refine', { values, table });
  },
  headline: (_data, _read, named) => pathHeadline(named, { start: 'reactant', end: 'product' }),
  headlineCalculations: (data) => [
    data.ts_guess_calculation_uuid,
    data.forward_calculation_uuids[0] ?? null,
    data.backward_calculation_uuids[0] ?? null,
    ...Object.values(data.refined_calculation_uuids ?? {}).map((uuid) => (typeof uuid === 'string' ? uuid : null)),
  ],
  tabs: () => [{ id: 'double_ended_ts_search', title: 'double_ended_ts_search' }, infoTab],
  parts: (data, { molecules }) => ({
    double_ended_ts_search: [
      {
        kind: 'facts',
        facts: pathFacts(stationaryEnds(data, molecules), methodOfPoints(data)),
      },
      ...(data.refined_calculation_uuids ? [{ kind: 'table', table: 'stationary_points' } as const] : []),
      ...(data.ts_guess_calculation_uuid ? [{ kind: 'panel', panel: 'path' } as const] : []),
      ...guessBesideSaddle(data, molecules),
      {
        kind: 'plot',
        table: 'double_ended_ts_search',
        mark: 'line',
        x: 'distance',
        y: 'relative_energy',
        series: 'from',
      },
      { kind: 'table', table: 'double_ended_ts_search' },
    ],
  }),
  cite: (data) => [
    'freezing_string',
    'ml_fsm',
    ...(data.optimize_inputs || data.optimize_ts ? ['geometric'] : []),
    ...levelCitations(levelsOf(data).map(({ settings: level }) => level)),
  ],
});
