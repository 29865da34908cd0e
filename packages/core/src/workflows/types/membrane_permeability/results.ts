import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { entry } from './entry.ts';
import { permeabilityHeadline } from './headline.ts';
import { type Data, settings, titles } from './settings.ts';

/** log10 of permeabilities in cm/s. */
const value = optionalNull(z.number());
const results = z.looseObject({
  /** apparent, of Caco-2 cells; from the trained model alone */
  caco_2_P_app: value,
  caco_2_logP: value,
  blm_logP: value,
  pampa_logP: value,
  plasma_logP: value,
  bbb_logP: value,
  /** Å from the middle of the membrane, and kcal/mol against water */
  energy_profile: z._default(z.array(z.tuple([z.number(), z.number()])), []),
});
type Whole = Data & z.output<typeof results>;

const membranes = [
  ['bbb_logP', 'Blood-brain barrier'],
  ['caco_2_logP', 'Caco-2 cells'],
  ['caco_2_P_app', 'Caco-2 cells, apparent'],
  ['pampa_logP', 'PAMPA'],
  ['blm_logP', 'Black lipid membrane'],
  ['plasma_logP', 'Plasma membrane'],
] as const;

const rowsOf = (data: Whole) => membranes.map(([key, title]) => ({ key, title, found: data[key] }));

function permeabilityTable(data: Whole): TableData {
  return tableOf({
    id: 'permeability',
    title: 'Permeabilities',
    rows: rowsOf(data).filter(({ found }) => found !== null),
    columns: [
      { id: 'membrane', title: 'Membrane', notation: 'term', text: ({ title }) => title },
      { id: 'permeability', title: 'log P', unit: 'cm/s', precision: 2, value: ({ found }) => found },
    ],
    empty: 'No permeabilities yet.',
  });
}

function profileTable({ energy_profile }: Whole): TableData {
  return tableOf({
    id: 'profile',
    title: 'Energy across the membrane',
    rows: energy_profile,
    columns: [
      { id: 'place', title: 'Distance from the middle', unit: 'Å', precision: 1, value: ([place]) => place },
      { id: 'energy', title: 'Transfer energy', unit: 'kcal/mol', precision: 2, value: ([, energy]) => energy },
    ],
    empty: 'No energies yet.',
  });
}

function valuesOf(data: Whole): NamedValue[] {
  return rowsOf(data).map(({ key, title, found }) => ({
    path: key,
    title,
    unit: 'log10(cm/s)',
    precision: 2,
    value: found,
    remark: 'no accuracy is known',
    method: titles[data.membrane_permeability_method],
  }));
}

export default defineResults({
  entry,
  settings,
  results,
  withoutStructures: true,
  structures: () => [],
  tables: (data) => [permeabilityTable(data), profileTable(data)],
  values: valuesOf,
  headline: (data) => permeabilityHeadline(data.bbb_logP !== null),
  tabs: () => [{ id: 'permeability', title: 'Permeability' }, { id: 'profile', title: 'Profile' }, infoTab],
  parts: () => ({
    permeability: [{ kind: 'table', table: 'permeability' }],
    profile: [
      { kind: 'plot', table: 'profile', mark: 'line', x: 'place', y: 'energy' },
      { kind: 'table', table: 'profile' },
    ],
  }),
  cite: () => ['pypermm', 'permm'],
});
