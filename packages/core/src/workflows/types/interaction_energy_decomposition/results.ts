import * as z from 'zod/mini';
import { caveatOf } from '../../../entities/caveat.ts';
import { isFinished } from '../../../entities/item-status.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { entry } from './entry.ts';
import { decompositionHeadline } from './headline.ts';
import { type Data, settings } from './settings.ts';

const results = z.looseObject({
  /** kcal/mol */
  energy_decomposition_result: optionalNull(
    z.looseObject({
      total_interaction_energy: z.number(),
      electrostatic_interaction_energy: z.number(),
      exchange_interaction_energy: z.number(),
      induction_interaction_energy: z.number(),
      dispersion_interaction_energy: z.number(),
    }),
  ),
});
type Whole = Data & z.output<typeof results>;

const terms = [
  ['electrostatic_interaction_energy', 'Electrostatics'],
  ['exchange_interaction_energy', 'Exchange'],
  ['induction_interaction_energy', 'Induction'],
  ['dispersion_interaction_energy', 'Dispersion'],
  ['total_interaction_energy', 'Interaction energy'],
] as const;

const methodOf = ({ energy_decomposition_settings: { basis_set } }: Data) => `SAPT0/${basis_set.name}`;

function rowsOf({ energy_decomposition_result: found }: Whole) {
  return found === null ? [] : terms.map(([key, title]) => ({ key, title, energy: found[key] }));
}

function termTable(data: Whole): TableData {
  return tableOf({
    id: 'terms',
    title: 'Terms',
    rows: rowsOf(data),
    columns: [
      { id: 'term', title: 'Term', notation: 'term', text: ({ title }) => title },
      { id: 'energy', title: 'Energy', unit: 'kcal/mol', precision: 2, value: ({ energy }) => energy },
    ],
    empty: 'No energies yet.',
  });
}

/** What is beside the number: a ± of the method for this complex is not known. */
const noAccuracy = 'SAPT0 leaves out the correlation within each molecule; no ± is known';

function valuesOf(data: Whole): NamedValue[] {
  return terms.map(([path, title]) => ({
    ...(path === 'total_interaction_energy' ? { remark: noAccuracy } : {}),
    path,
    title,
    unit: 'kcal/mol',
    precision: 2,
    value: data.energy_decomposition_result?.[path] ?? null,
    method: methodOf(data),
  }));
}

/** The term that lowers the energy most; null where none does or nothing is known. */
function strongest(data: Whole): string | null {
  const attracting = rowsOf(data).filter(({ key, energy }) => key !== 'total_interaction_energy' && energy < 0);
  return attracting.sort((a, b) => a.energy - b.energy)[0]?.title ?? null;
}

export default defineResults({
  entry,
  settings,
  results,
  structures: ({ initial_molecule: molecule }) =>
    molecule ? [{ id: 'complex', name: 'Complex', source: { kind: 'molecule', molecule } }] : [],
  tables: (data) => [termTable(data)],
  values: valuesOf,
  headline: (data) => decompositionHeadline(strongest(data)),
  caveats: (data, { item }) =>
    isFinished(item.object_status) && data.energy_decomposition_result
      ? [
          caveatOf(
            'limits_use',
            'SAPT0 leaves out the correlation of the electrons within each molecule. Its total is near CCSD(T) where errors cancel: for the water dimer of S22 it lies 0.06 kcal/mol below. Single terms, large π systems and ions are less certain (DOI 10.1063/1.4867135).',
          ),
        ]
      : [],
  tabs: () => [{ id: 'terms', title: 'Terms' }, infoTab],
  parts: () => ({ terms: [{ kind: 'table', table: 'terms' }] }),
  cite: () => ['psi4', 'sapt0'],
});
