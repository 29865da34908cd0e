import * as z from 'zod/mini';
import { status } from '../../../entities/item-status.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type Tab } from '../../definition.ts';
import {
  calculationTabs,
  chargeTable,
  dipoleTable,
  frequencyTable,
  hasExcitedStates,
  spinDensityTable,
  thermochemistryTable,
} from '../../parts/calculations/calculation-tables.ts';
import { excitedStatesTable } from '../../parts/calculations/excited-states-table.ts';
import { calculationStructure } from '../../parts/calculations/structure-references.ts';
import { OrbitalCubes } from '../../parts/orbitals/orbital-cubes.ts';
import { frontierTable, type OrbitalSets, orbitalTable } from '../../parts/orbitals/orbital-tables.ts';
import { TransitionOrbitals } from '../../parts/orbitals/transition-orbitals.ts';
import { spectraOfStructure } from '../../spectra.ts';
import type { CalculationContent, TabPart } from '../../tab-parts.ts';
import { entry } from './entry.ts';
import { calculationHeadline } from './headline.ts';
import { moleculeValues } from './molecule-values.ts';
import { levelOf, settings } from './settings.ts';

const results = z.looseObject({
  calculation_uuid: optionalNull(z.string()),
  /** Of the excited states; only where a bundle brought it, as an item keeps it in a file of its own. */
  natural_transition_orbitals: z.optional(TransitionOrbitals),
  /** Of an imported calculation: the levels around the gap, whose grids are in a file, of both spins together or of each. */
  molecular_orbitals: z.optional(OrbitalCubes),
  molecular_orbitals_alpha: z.optional(OrbitalCubes),
  molecular_orbitals_beta: z.optional(OrbitalCubes),
});

/** The orbitals of an imported calculation; null where there are none. */
function orbitalsOf(data: Partial<OrbitalSets>): OrbitalSets | null {
  const { molecular_orbitals = {}, molecular_orbitals_alpha = {}, molecular_orbitals_beta = {} } = data;
  const sets = { molecular_orbitals, molecular_orbitals_alpha, molecular_orbitals_beta };
  return Object.values(sets).some((set) => Object.keys(set).length > 0) ? sets : null;
}

const orbitalTabs: readonly Tab[] = [
  { id: 'orbitals', title: 'orbitals' },
  { id: 'isosurfaces', title: 'isosurfaces' },
];
const orbitalParts: Readonly<Record<string, TabPart[]>> = {
  orbitals: [
    { kind: 'panel', panel: 'orbitals' },
    { kind: 'table', table: 'frontier_orbitals' },
    { kind: 'table', table: 'orbitals' },
  ],
  isosurfaces: [{ kind: 'panel', panel: 'surfaces' }],
};

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: ['settings'],
  levels: (data) => [{ settings: levelOf(data), field: 'settings.method' }],
  structures({ calculation_uuid, ...data }, { item }) {
    const { tasks, opt_settings } = levelOf(data);
    const optimized = tasks.includes('optimize') || tasks.includes('optimize_ts');
    const transitionState = opt_settings.transition_state || tasks.includes('optimize_ts');
    if (!optimized) return calculationStructure('Single Point Structure', calculation_uuid);
    // Nothing says yet that the optimization has ended.
    if (item.object_status !== status.completed) return calculationStructure('Structure So Far', calculation_uuid);
    return calculationStructure(transitionState ? 'Transition State' : 'Optimized Structure', calculation_uuid);
  },
  calculations: ({ calculation_uuid }) => [calculation_uuid],
  hasGrids: (data) => (levelOf(data).excited_state_settings?.num_excitations ?? 0) > 0 || orbitalsOf(data) !== null,
  tables({ calculation_uuid, ...data }, { molecules }) {
    const final = calculation_uuid ? molecules.get(calculation_uuid)?.at(-1) : undefined;
    if (!final) return [];
    const orbitals = orbitalsOf(data);
    return [
      chargeTable(final, null),
      spinDensityTable(final),
      dipoleTable(final),
      frequencyTable(final),
      thermochemistryTable(final, null),
      ...(hasExcitedStates([final]) ? [excitedStatesTable(final)] : []),
      ...(orbitals ? [orbitalTable(orbitals), frontierTable(orbitals)] : []),
    ];
  },
  values: ({ calculation_uuid }, { molecules }) => moleculeValues(calculation_uuid, molecules),
  headline: ({ calculation_uuid }, { molecules }) =>
    calculationHeadline(calculation_uuid ? molecules.get(calculation_uuid)?.at(-1) : undefined),
  tabs({ calculation_uuid, ...data }, { molecules }) {
    const { tasks, opt_settings } = levelOf(data);
    const read = calculation_uuid ? (molecules.get(calculation_uuid) ?? []) : [];
    return [
      ...calculationTabs(tasks, opt_settings.transition_state, read),
      ...(orbitalsOf(data) ? orbitalTabs : []),
      infoTab,
    ];
  },
  parts: ({ calculation_uuid: calculation, ...data }, { molecules }) => {
    const { tasks, opt_settings } = levelOf(data);
    const read = calculation ? (molecules.get(calculation) ?? []) : [];
    const tabs = calculationTabs(tasks, opt_settings.transition_state, read);
    return {
      ...Object.fromEntries(
        tabs.map(({ id }) => [id, [{ kind: 'calculation', content: id as CalculationContent, calculation }]]),
      ),
      ...(orbitalsOf(data) ? orbitalParts : {}),
    };
  },
  spectra: ({ calculation_uuid }, { molecules }) =>
    spectraOfStructure(calculation_uuid ? molecules.get(calculation_uuid)?.at(-1) : undefined),
  cite(data) {
    const { tasks, solvent_settings, excited_state_settings: excited } = levelOf(data);
    return [
      ...(tasks.includes('optimize') || tasks.includes('optimize_ts') ? ['geometric'] : []),
      ...(tasks.includes('frequencies') ? ['quasi_harmonic'] : []),
      ...(excited?.num_excitations ? ['tddft', ...(excited.tda ? ['tda'] : [])] : []),
      ...(solvent_settings ? [solvent_settings.model] : []),
    ];
  },
});
