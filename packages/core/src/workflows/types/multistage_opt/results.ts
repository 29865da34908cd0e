import * as z from 'zod/mini';
import { HARTREE_TO_KCAL_PER_MOL } from '../../../chemistry/units.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { numbered } from '../../../entities/phrases.ts';
import { levelOfTheory } from '../../../methods/level-of-theory.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type MoleculesByCalculation, type StructureReference } from '../../definition.ts';
import {
  chargeTable,
  dipoleTable,
  frequencyTable,
  hasInfraredIntensity,
  thermochemistryTable,
} from '../../parts/calculations/calculation-tables.ts';
import { calculationStructure, finalStage } from '../../parts/calculations/structure-references.ts';
import { chainSettings } from '../../parts/chains/multistage-optimization.ts';
import { levelOrNone } from '../../parts/levels/optional-level.ts';
import { spectraOfStructure } from '../../spectra.ts';
import type { CalculationContent, TabPart } from '../../tab-parts.ts';
import { entry } from './entry.ts';
import { finalValues, multistageHeadline } from './headline.ts';
import { chainOf, type Data, levels, settings } from './settings.ts';

const results = z.looseObject({
  /** One calculation for each stage in the order that they ran, the single point last; null where a stage failed. */
  calculations: z._default(z.array(z.nullable(z.string())), []),
});
type Whole = Data & z.output<typeof results>;

/** The last structure of each stage; null where it failed or was not read. */
function finals({ calculations }: Whole, molecules: MoleculesByCalculation): (Molecule | null)[] {
  return calculations.map((uuid) => (uuid ? (molecules.get(uuid)?.at(-1) ?? null) : null));
}

function structures(data: Whole): StructureReference[] {
  const { calculations } = data;
  const final = finalStage(calculations);
  const optimized = chainOf(data).optimization_settings.length > 0;
  const name = optimized
    ? data.transition_state
      ? 'Transition State'
      : 'Optimized Structure'
    : 'Single Point Structure';
  const steps = calculations.flatMap((uuid, index) =>
    uuid === final ? [] : calculationStructure(numbered('Step', index + 1), uuid),
  );
  return [...calculationStructure(name, final), ...steps];
}

/** One row for each stage: what ran, and its energy. Energies of different levels of theory do not compare, so there is no difference. */
function stageTable(data: Whole, stages: readonly (Molecule | null)[]): TableData {
  const planned = chainSettings(chainOf(data));
  return tableOf({
    id: 'multistage_opt',
    title: 'Multistage Optimization',
    rows: stages,
    columns: [
      { id: 'step', title: 'Step', precision: 0, value: (_, index) => index + 1 },
      {
        id: 'task',
        title: 'Task',
        notation: 'term',
        text: (_, index) => {
          const tasks = planned[index]?.tasks;
          if (!tasks) return null;
          if (!tasks.includes('optimize')) return 'Single point';
          return tasks.includes('frequencies') ? 'Optimization, frequencies' : 'Optimization';
        },
      },
      {
        id: 'level_of_theory',
        title: 'Level of theory',
        text: (_, index) => (planned[index] ? levelOfTheory(planned[index]) : null),
      },
      {
        id: 'energy',
        title: 'Energy',
        unit: 'Hartree',
        help: 'Energies of different levels of theory cannot be compared.',
        precision: 6,
        value: (molecule) => molecule?.energy,
      },
    ],
    structure: (_, index) => data.calculations[index] ?? null,
    empty: 'No stage has finished yet.',
  });
}

/** Corrections of the level that gave the frequencies, on the energy of the last level: the usual composite free energy. */
function compositeTable(stages: readonly (Molecule | null)[]): TableData {
  const frequencies = stages.findLast((molecule) => molecule?.vibrational_modes) ?? null;
  const last = stages.findLast((molecule) => molecule !== null && molecule.energy !== null) ?? null;
  const corrections = frequencies
    ? [
        { what: 'Zero-point energy', value: frequencies.zero_point_energy },
        { what: 'Enthalpy', value: frequencies.thermal_enthalpy_corr },
        { what: 'Gibbs free energy', value: frequencies.thermal_free_energy_corr },
      ].filter(({ value }) => value !== null)
    : [];
  const energy = last && last !== frequencies ? last.energy : null;
  return tableOf({
    id: 'composite',
    title: 'Final energy with corrections',
    rows: energy === null ? [] : corrections,
    columns: [
      { id: 'quantity', title: 'Correction', notation: 'term', text: ({ what }) => what },
      {
        id: 'correction',
        title: 'From the frequencies',
        unit: 'kcal/mol',
        precision: 2,
        value: ({ value }) => (value === null ? null : value * HARTREE_TO_KCAL_PER_MOL),
      },
      {
        id: 'total',
        title: 'Corrected final energy',
        unit: 'Hartree',
        help: 'Energy of the last step plus the correction of the level of the frequencies.',
        precision: 6,
        value: ({ value }) => (value === null || energy === null ? null : energy + value),
      },
    ],
    empty: 'This needs frequencies and a single point after them.',
  });
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: ['optimization_settings.*', 'singlepoint_settings'],
  settle: (data) => ({ value: { ...data, singlepoint_settings: levelOrNone(data.singlepoint_settings) }, changes: [] }),
  levels,
  structures,
  calculations: ({ calculations }) => calculations,
  tables(data, { molecules }) {
    const stages = finals(data, molecules);
    const stage = stageTable(data, stages);
    const last = stages.findLast((molecule) => molecule !== null);
    if (!last) return [stage];
    const charged = stages.findLast((molecule) => molecule?.mulliken_charges) ?? last;
    const polar = stages.findLast((molecule) => molecule?.dipole) ?? last;
    const vibrating = stages.findLast((molecule) => molecule?.vibrational_modes) ?? last;
    return [
      stage,
      chargeTable(charged, null),
      { ...dipoleTable(polar), id: 'multipole' },
      frequencyTable(vibrating),
      thermochemistryTable(vibrating, null),
      compositeTable(stages),
    ];
  },
  values: (data, { molecules }) => finalValues(data.calculations, finals(data, molecules)),
  headline(data, { molecules }) {
    const planned = chainSettings(chainOf(data));
    const last = data.calculations.findLastIndex((uuid) => uuid !== null);
    const level = planned[last];
    return multistageHeadline(finals(data, molecules), planned.length, level ? methodTitle(level.method) : null);
  },
  headlineCalculations: ({ calculations }) => calculations,
  tabs: (data, { molecules }) => [
    { id: 'multistage_opt', title: 'multistage_opt' },
    infoTab,
    { id: 'charge', title: 'charge' },
    { id: 'multipole', title: 'Dipole' },
    { id: 'frequencies', title: 'frequencies' },
    { id: 'thermochemistry', title: 'thermochemistry' },
    ...(hasInfraredIntensity(data.calculations.flatMap((uuid) => (uuid ? (molecules.get(uuid) ?? []) : [])))
      ? [{ id: 'ir', title: 'ir' }]
      : []),
  ],
  parts(data, { molecules }) {
    const stages = finals(data, molecules);
    const last = data.calculations.findLast((uuid) => uuid !== null) ?? null;
    const part = (content: CalculationContent, holds: (molecule: Molecule) => unknown): TabPart => {
      const index = stages.findLastIndex((molecule) => molecule && holds(molecule));
      return { kind: 'calculation', content, calculation: data.calculations[index] ?? last };
    };
    const vibrations = (molecule: Molecule) => molecule.vibrational_modes;
    return {
      charge: [part('charge', (molecule) => molecule.mulliken_charges)],
      multipole: [part('dipole', (molecule) => molecule.dipole)],
      frequencies: [part('frequencies', vibrations)],
      thermochemistry: [part('thermochemistry', vibrations)],
      ir: [part('ir', vibrations)],
      multistage_opt: [
        { kind: 'table', table: 'multistage_opt' },
        { kind: 'table', table: 'composite' },
      ],
    };
  },
  spectra: (data, { molecules }) =>
    spectraOfStructure(finals(data, molecules).findLast((molecule) => molecule?.vibrational_modes) ?? undefined),
  cite: (data) => levelCitations(levels(data).map((level) => level.settings)),
});
