import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { fukuiKinds, fukuiTable } from '../../parts/calculations/fukui-tables.ts';
import { calculationStructure } from '../../parts/calculations/structure-references.ts';
import { levelOrNone } from '../../parts/levels/optional-level.ts';
import { entry } from './entry.ts';
import { fukuiHeadline } from './headline.ts';
import { type Data, levels, settings } from './settings.ts';

const indices = optionalNull(z.array(z.number()));
const results = z.looseObject({
  /** Calculation of the optimized structure; null where none was asked for. */
  optimization: optionalNull(z.string()),
  /** eV */
  global_electrophilicity_index: optionalNull(z.number()),
  /** f⁺ of each atom, for a nucleophile's attack; f⁺, f⁰ and f⁻ each sum to 1. */
  fukui_positive: indices,
  /** f⁻ of each atom, for an electrophile's attack. */
  fukui_negative: indices,
  /** f⁰ of each atom, for a radical's attack. */
  fukui_zero: indices,
});
type Whole = Data & z.output<typeof results>;

function electrophilicityTable({ global_electrophilicity_index: index }: Whole): TableData {
  return tableOf({
    id: 'global_electrophilicity',
    title: 'Global electrophilicity',
    rows: index === null ? [] : [index],
    columns: [
      {
        id: 'global_electrophilicity_index',
        title: 'Global electrophilicity index',
        unit: 'eV',
        help: 'ω = μ²/2η, from the vertical ionization energy I and electron affinity A: μ = −(I + A)/2, η = I − A.',
        precision: 2,
        value: (value) => value,
      },
    ],
    empty: 'The global electrophilicity index was not computed.',
  });
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: ['opt_settings', 'fukui_settings'],
  settle: (data) => ({ value: { ...data, opt_settings: levelOrNone(data.opt_settings) }, changes: [] }),
  levels,
  structures: ({ optimization }) => calculationStructure('Optimized Structure', optimization),
  calculations: ({ optimization }) => [optimization],
  tables(data, { molecules }) {
    const optimized = data.optimization ? molecules.get(data.optimization)?.at(-1) : undefined;
    const atoms = (optimized ?? data.initial_molecule)?.atoms ?? null;
    return [
      ...fukuiKinds.map((kind) => fukuiTable(kind, data[kind.id] ?? [], atoms, data.optimization ?? 'initial')),
      electrophilicityTable(data),
    ];
  },
  values: ({ global_electrophilicity_index: value }) => [
    {
      path: 'global_electrophilicity_index',
      title: 'Global electrophilicity index',
      unit: 'eV',
      precision: 2,
      value,
    },
  ],
  painted: (data) => {
    const kind = fukuiKinds.find(({ id }) => data[id]);
    return kind ? `${kind.id}.value` : null;
  },
  headline: (data, { molecules }) => {
    const optimized = data.optimization ? molecules.get(data.optimization)?.at(-1) : undefined;
    return fukuiHeadline(data, (optimized ?? data.initial_molecule)?.atoms ?? null);
  },
  headlineCalculations: ({ optimization, initial_molecule }) => (initial_molecule ? [] : [optimization]),
  tabs: () => [...fukuiKinds.map(({ id, title }) => ({ id, title })), infoTab],
  cite: (data) => ['fukui', ...levelCitations(levels(data).map((level) => level.settings))],
});
