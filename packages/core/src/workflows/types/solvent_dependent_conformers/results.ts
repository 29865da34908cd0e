import * as z from 'zod/mini';
import { ensembleTemperature } from '../../../chemistry/boltzmann.ts';
import { numbered, phrase, type Text } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { numberedStructures, validUuid } from '../../parts/calculations/structure-references.ts';
import { chainPaths } from '../../parts/chains/multistage-optimization.ts';
import { ConformerProperties } from '../../parts/conformers/conformer-generation.ts';
import { generatorCitations } from '../../parts/conformers/generator-citations.ts';
import { generationPaths } from '../../parts/conformers/given-generation.ts';
import type { TabPart } from '../../tab-parts.ts';
import { entry } from './entry.ts';
import { largestShift, solventHeadline } from './headline.ts';
import { chainOf, correctionTitles, type Data, levels, settings } from './settings.ts';

const bySolvent = z.record(z.string(), z.number());

/** A conformer in each solvent: free energies in Hartree, those above the lowest conformer in kcal/mol, and Boltzmann weights from 0 to 1. */
const SolventConformer = z.looseObject({
  /** The last calculation of the conformer, in the gas phase at the geometry that all solvents share. */
  calculation: optionalNull(z.string()),
  smiles: optionalNull(z.string()),
  free_energy_by_solvent: bySolvent,
  relative_free_energy_by_solvent: bySolvent,
  population_by_solvent: bySolvent,
});
type SolventConformer = z.output<typeof SolventConformer>;

const results = z.looseObject({
  /** The largest weight over all solvents first. */
  conformers: z._default(z.array(SolventConformer), []),
  /** Averages by the weights in each solvent. */
  per_solvent_properties: z._default(z.record(z.string(), ConformerProperties), {}),
  /** Free energy of all conformers together above that in the solvent where it is lowest, kcal/mol. */
  relative_free_energy_by_solvent: z._default(bySolvent, {}),
});
type Whole = Data & z.output<typeof results>;

const solventsOf = ({ conformers, solvents }: Whole): string[] => {
  const known = Object.keys(conformers[0]?.free_energy_by_solvent ?? {});
  return solvents.filter((name) => known.includes(name));
};

const structureOf = ({ calculation }: SolventConformer) => validUuid(calculation);
const conformerColumn: ColumnOf<SolventConformer> = {
  id: 'conformer',
  title: 'Conformer',
  precision: 0,
  value: (_, index) => index + 1,
};

/** Which tautomer a conformer is of, where there are several. */
function tautomerColumn({ conformers }: Whole): ColumnOf<SolventConformer>[] {
  if (new Set(conformers.map(({ smiles }) => smiles)).size < 2) return [];
  return [{ id: 'tautomer', title: 'Tautomer', text: ({ smiles }) => smiles }];
}

/** A table with a column for each solvent. */
function tableBySolvent(
  data: Whole,
  head: { id: string; title: string; unit: string; precision: number; help: Text },
  valueOf: (conformer: SolventConformer, solvent: string) => number | undefined,
): TableData {
  const { id, title, ...column } = head;
  return tableOf<SolventConformer>({
    id,
    title,
    rows: data.conformers,
    columns: [
      conformerColumn,
      ...tautomerColumn(data),
      ...solventsOf(data).map((solvent) => ({
        ...column,
        id: solvent,
        title: solventTitle(solvent),
        value: (conformer: SolventConformer) => valueOf(conformer, solvent) ?? null,
      })),
    ],
    structure: structureOf,
    empty: 'No conformers were found.',
  });
}

const quantityOf = (data: Whole) => (chainOf(data).frequencies ? 'G + ΔGsolv' : 'E + ΔGsolv');

function solventTable(data: Whole): TableData {
  const mostPopulated = (solvent: string) => {
    const weights = data.conformers.map(({ population_by_solvent: weight }) => weight[solvent] ?? 0);
    return numbered('Conformer', weights.indexOf(Math.max(...weights)) + 1);
  };
  const properties = (solvent: string) => data.per_solvent_properties[solvent] ?? null;
  return tableOf({
    id: 'solvents',
    title: 'Solvents',
    rows: solventsOf(data),
    columns: [
      { id: 'solvent', title: 'Solvent', notation: 'term', text: solventTitle },
      {
        id: 'relative_free_energy',
        title: 'Relative free energy',
        unit: 'kcal/mol',
        precision: 2,
        help: 'Free energy of the ensemble relative to the solvent in which it is lowest; the difference between two solvents is the free energy of transfer.',
        value: (solvent) => data.relative_free_energy_by_solvent[solvent] ?? null,
      },
      { id: 'most_populated', title: 'Most populated', notation: 'term', text: mostPopulated },
      {
        id: 'surface_area',
        title: 'Surface area',
        unit: 'Å²',
        precision: 1,
        help: 'Solvent-accessible, averaged by the weights.',
        value: (solvent) => properties(solvent)?.solvent_accessible_surface_area ?? null,
      },
      {
        id: 'polar_surface_area',
        title: 'Polar surface area',
        unit: 'Å²',
        precision: 1,
        help: 'Of all atoms but carbon and hydrogen, averaged by the weights.',
        value: (solvent) => properties(solvent)?.polar_solvent_accessible_surface_area ?? null,
      },
      {
        id: 'radius_of_gyration',
        title: 'Radius of gyration',
        unit: 'Å',
        precision: 2,
        value: (solvent) => properties(solvent)?.radius_of_gyration ?? null,
      },
    ],
    empty: 'No solvents yet.',
  });
}

function tables(data: Whole): TableData[] {
  const temperature = ensembleTemperature;
  const quantity = quantityOf(data);
  return [
    solventTable(data),
    tableBySolvent(
      data,
      {
        id: 'weights',
        title: 'Weights',
        unit: '%',
        precision: 1,
        help: phrase('Boltzmann weight at {temperature} K from {quantity}, with degeneracy', { temperature, quantity }),
      },
      ({ population_by_solvent: weights }, solvent) => {
        const weight = weights[solvent];
        return weight === undefined ? undefined : weight * 100;
      },
    ),
    tableBySolvent(
      data,
      {
        id: 'relative_energies',
        title: 'Relative free energies',
        unit: 'kcal/mol',
        precision: 2,
        help: phrase('{quantity}, above the lowest conformer in the same solvent', { quantity }),
      },
      ({ relative_free_energy_by_solvent: energies }, solvent) => energies[solvent],
    ),
  ];
}

function values(data: Whole): NamedValue[] {
  const { conformers } = data;
  const shift = largestShift(conformers);
  return [
    {
      path: 'number_of_conformers',
      title: 'Number of conformers',
      unit: null,
      precision: 0,
      value: conformers.length > 0 ? conformers.length : null,
    },
    {
      path: 'largest_shift',
      title: 'Largest change of a weight',
      unit: '%',
      precision: 1,
      value: shift ? (shift.high.weight - shift.low.weight) * 100 : null,
    },
    ...solventsOf(data).map(
      (solvent): NamedValue => ({
        path: `relative_free_energy_by_solvent.${solvent}`,
        title: phrase('Relative free energy in {solvent}', { solvent: solventTitle(solvent) }),
        unit: 'kcal/mol',
        precision: 2,
        value: data.relative_free_energy_by_solvent[solvent] ?? null,
      }),
    ),
  ];
}

function overlay({ conformers }: Whole): TabPart[] {
  const [shown, ...beside] = conformers.slice(0, 10).flatMap((one) => structureOf(one) ?? []);
  if (shown === undefined || beside.length === 0) return [];
  return [{ kind: 'overlay', title: 'Overlay the most populated conformers', shown, beside }];
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: [...generationPaths, ...chainPaths],
  levels,
  structureWord: 'conformer',
  structures: ({ conformers }) => numberedStructures('Conformer', conformers.map(structureOf)),
  tables,
  values,
  headline: ({ conformers }) => solventHeadline(conformers),
  caveats: (data, { item }) =>
    chainOf(data).frequencies || item.object_status !== 2
      ? []
      : [
          {
            severity: 'limits_use',
            text: 'The free energies leave vibrations out: they are energies in the gas phase and free energies of solvation.',
            values: null,
            table: null,
            rows: null,
          },
        ],
  tabs: () => [{ id: 'conformers', title: 'Solvent-Dependent Conformers' }, infoTab],
  parts: (data) => ({
    conformers: [
      { kind: 'table', table: 'solvents' },
      { kind: 'table', table: 'weights' },
      ...overlay(data),
      { kind: 'table', table: 'relative_energies' },
      {
        kind: 'facts',
        facts: [{ title: 'Solvation', text: correctionTitles[data.final_correction] }],
      },
    ],
  }),
  cite: (data) => [
    ...generatorCitations(data.conf_gen_settings),
    ...levelCitations(levels(data).map(({ settings: level }) => level)),
    data.final_correction === 'CPCMX' ? 'cpcmx' : data.final_correction,
    ...(data.conformer_clustering_settings ? ['conformer_clustering'] : []),
  ],
});
