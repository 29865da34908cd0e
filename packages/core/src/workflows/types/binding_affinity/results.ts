import * as z from 'zod/mini';
import { caveatOf } from '../../../entities/caveat.ts';
import { isFinished } from '../../../entities/item-status.ts';
import { numbered, phrase } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { proteinStructure } from '../../parts/calculations/structure-references.ts';
import { entry } from './entry.ts';
import { affinityHeadline } from './headline.ts';
import { type Data, methodOf, methods, methodTitles, settings } from './settings.ts';

const results = z.looseObject({
  /** In the order of the ligands; null for one that failed. */
  binding_affinity_results: z._default(
    z.array(
      z.nullable(
        z.looseObject({
          /** kcal/mol */
          binding_affinity: optionalNull(z.number()),
          pose: optionalNull(z.string()),
          complex_pdb: optionalNull(z.string()),
        }),
      ),
    ),
    [],
  ),
});
type Whole = Data & z.output<typeof results>;

const titleOf = (data: Data): string => {
  const known = methods.find((method) => method === methodOf(data));
  return known ? methodTitles[known] : methodOf(data);
};

const energiesOf = ({ binding_affinity_results: found }: Whole) =>
  found.flatMap((one) => (one?.binding_affinity == null ? [] : [one.binding_affinity]));

function ligandTable(data: Whole): TableData {
  return tableOf({
    id: 'ligands',
    title: 'Ligands',
    rows: data.binding_affinity_results,
    columns: [
      { id: 'ligand', title: 'Ligand', notation: 'term', text: (_, index) => numbered('Ligand', index + 1) },
      {
        id: 'energy',
        title: 'Interaction energy',
        unit: 'kcal/mol',
        help: 'Energy of the complex less those of pocket and ligand, all in water and at the same geometry.',
        precision: 1,
        value: (found) => found?.binding_affinity,
      },
      { id: 'method', title: 'Method', text: () => titleOf(data) },
    ],
    structure: (found) => found?.complex_pdb ?? null,
    empty: 'No energies yet.',
  });
}

function valuesOf(data: Whole): NamedValue[] {
  const energies = energiesOf(data);
  return [
    {
      path: 'interaction_energy',
      title: 'Interaction energy',
      unit: 'kcal/mol',
      precision: 1,
      value: energies.length > 0 ? Math.min(...energies) : null,
      remark: 'no accuracy is known',
      method: titleOf(data),
    },
  ];
}

export default defineResults({
  entry,
  settings,
  results,
  structures: ({ binding_affinity_results: found, protein }) => {
    const complexes = found.flatMap((one, index) =>
      proteinStructure(numbered('Ligand', index + 1), one?.complex_pdb ?? null),
    );
    return complexes.length > 0 || typeof protein !== 'string' ? complexes : proteinStructure('Protein', protein);
  },
  tables: (data) => [ligandTable(data)],
  values: valuesOf,
  headline: (data) => affinityHeadline(energiesOf(data).length),
  tabs: () => [{ id: 'ligands', title: 'Ligands' }, infoTab],
  parts: () => ({ ligands: [{ kind: 'table', table: 'ligands' }] }),
  caveats: (data, { item }) =>
    isFinished(item.object_status) && energiesOf(data).length > 0
      ? [
          caveatOf(
            'limits_use',
            phrase('The accuracy of {method} for this is not known: compare ligands of one series only.', {
              method: titleOf(data),
            }),
          ),
        ]
      : [],
  cite: (data) => [
    ...(methodOf(data) === 'pm6_d3h4x' ? ['mopac', 'pm6', 'pm6_d3h4'] : ['gfn2_xtb', 'alpb']),
    'openmm',
    'ambertools',
  ],
});
