import * as z from 'zod/mini';
import { isFinished } from '../../../entities/item-status.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type MoleculesByCalculation, type NamedValue } from '../../definition.ts';
import { numberedStructures } from '../../parts/calculations/structure-references.ts';
import { isRefinable, refinedLevels, refinedWords } from '../../parts/levels/refinement.ts';
import { entry } from './entry.ts';
import { scanHeadline } from './headline.ts';
import { brokenConjugation, rotationCaveats, rotationError } from './rotation-errors.ts';
import { compareScans } from './scan-comparison.ts';
import { scanFacts, scanTable } from './scan-table.ts';
import { type Data, levelOf, settings } from './settings.ts';

const results = z.looseObject({
  /** Calculations in the order of the scan, in two dimensions the grid with the second direction running fastest; null where a point failed. */
  scan_points: z._default(z.array(z.nullable(z.string())), []),
  /** Calculations of the single points on them, in the same order; null where none were asked for. */
  refined_points: optionalNull(z.array(z.nullable(z.string()))),
});
export type Whole = Data & z.output<typeof results>;
const levelsOf = (data: Data) => refinedLevels(levelOf(data), data.refinement, 'calc_settings');

/** Energies by the best level that was computed. */
const energiesOf = (data: Whole) =>
  refinedWords(levelOf(data), data.refined_points === null ? 'none' : data.refinement);

function caveatsOf(data: Whole) {
  const level = levelOf(data);
  return rotationCaveats(brokenConjugation(data), level, data.refined_points !== null, isRefinable(level.method));
}

const valueNames = [
  ['barrier', 'Barrier'],
  ['minimum', 'Minimum'],
] as const;

/** The barrier and the minimum, and null for each before two points are there. */
function scanValues(data: Whole, molecules: MoleculesByCalculation): NamedValue[] {
  const found = scanFacts(data, molecules, energiesOf(data));
  const error = rotationError(data, levelOf(data), data.refined_points !== null);
  if (found.length > 0) return found.map((fact) => (fact.path === 'barrier' ? { ...fact, ...error } : fact));
  return valueNames.map(([path, title]) => ({ path, title, unit: 'kcal/mol', precision: 2, value: null }));
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: ['calc_settings'],
  levels: levelsOf,
  playsStructures: true,
  structureWord: 'step',
  structures: ({ scan_points }) => numberedStructures('Step', scan_points),
  calculations: ({ scan_points, refined_points }) => [...scan_points, ...(refined_points ?? [])],
  tables: (data, { molecules, item }) => [
    scanTable(data, molecules, isFinished(item.object_status), {
      words: energiesOf(data),
      geometry: methodTitle(data.calc_settings.method),
    }),
  ],
  values: (data, { molecules }) => scanValues(data, molecules),
  caveats: caveatsOf,
  headline: (data, { item, molecules }, named) => {
    const [top, bottom] = scanFacts(data, molecules, null).map(({ remark = null }) => remark);
    const computed = data.scan_points.filter((uuid) => uuid !== null).length;
    const failed = isFinished(item.object_status) ? data.scan_points.length - computed : 0;
    return scanHeadline(named('barrier'), { top, bottom }, { computed, failed });
  },
  headlineCalculations: ({ scan_points, refined_points }) => refined_points ?? scan_points,
  tabs: () => [
    { id: 'scan', title: 'scan', large: true },
    { ...infoTab, large: true },
  ],
  parts: (data, { molecules }) => ({
    scan: [
      { kind: 'facts', facts: scanFacts(data, molecules, energiesOf(data)) },
      data.scan_settings_2d.length > 0
        ? {
            kind: 'plot',
            table: 'scan',
            mark: 'heat',
            x: 'scan_settings_0',
            y: 'scan_settings_2d_0',
            value: 'relative_energy',
          }
        : { kind: 'plot', table: 'scan', mark: 'line', x: 'scan_settings_0', y: 'relative_energy', differences: true },
      { kind: 'table', table: 'scan' },
    ],
  }),
  cite: (data) => [
    ...levelCitations(levelsOf(data).map(({ settings: level }) => level)),
    ...(data.wavefront_propagation ? ['wavefront_propagation'] : []),
  ],
  compare: compareScans,
});
