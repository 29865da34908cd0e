import * as z from 'zod/mini';
import { HARTREE_TO_KCAL_PER_MOL } from '../../../chemistry/units.ts';
import { type Caveat, caveatOf } from '../../../entities/caveat.ts';
import { status } from '../../../entities/item-status.ts';
import { phrase } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { accuracy } from '../../../methods/accuracy.ts';
import { methodTitle, ranksSpinStates } from '../../../methods/methods.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { finalStage, numberedStructures } from '../../parts/calculations/structure-references.ts';
import { modeChainLevels, settledModeChain } from '../../parts/chains/mode-chain.ts';
import { chainPaths } from '../../parts/chains/multistage-optimization.ts';
import { entry } from './entry.ts';
import { spinStateHeadline } from './headline.ts';
import { type Data, finalMethod, multiplicity, settings, title } from './settings.ts';

/** How the energy of an open-shell singlet was made from its field of broken spin symmetry; an addition to the public keys. */
const SpinProjection = z.looseObject({
  /** Hartree */
  broken_symmetry_energy: z.number(),
  /** Hartree; null where the projection does not apply. */
  projected_energy: optionalNull(z.number()),
  /** kcal/mol between two ways to the gap, where symmetry gives two. */
  disagreement: optionalNull(z.number()),
  /** The gap to other states is not known: the energy is that of broken symmetry. */
  withheld: z._default(z.boolean(), false),
  calculation: z._default(z.array(z.string()), []),
});

const SpinState = z.looseObject({
  multiplicity,
  /** Hartree, of the last stage; of an open-shell singlet after spin projection. */
  energy: z.number(),
  /** One calculation for each stage; null where it failed. */
  calculation: z._default(z.array(z.nullable(z.string())), []),
  /** Expectation value of S² of the last level, where its engine gives it; an addition to the public keys. */
  spin_squared: z.optional(z.nullable(z.number())),
  spin_projection: z.optional(z.nullable(SpinProjection)),
});

/** A multiplicity with what came of it; without an energy where it failed. */
type StateRow = Pick<
  z.output<typeof SpinState>,
  'multiplicity' | 'calculation' | 'spin_squared' | 'spin_projection'
> & {
  energy: number | null;
};

/** Why relative energies are missing from a table: one column has one word for it. */
function missingWords(isWithheld: boolean, hasFailed: boolean): string {
  if (!isWithheld) return 'Failed';
  return hasFailed ? 'Withheld or failed' : 'Withheld';
}

/** Part of S(S + 1), at least of 1, by which ⟨S²⟩ may be off before a state counts as mixed. */
const contaminationLimit = 0.1;

/** Whether a state is mixed with others by its ⟨S²⟩, which is S(S + 1) for a pure one; null where it is not known. */
function contaminationWords({ multiplicity, spin_squared, spin_projection }: StateRow): string | null {
  if (spin_projection) return spin_projection.withheld ? 'mixed with other states' : 'spin-projected';
  if (typeof spin_squared !== 'number') return null;
  const spin = (multiplicity - 1) / 2;
  const right = spin * (spin + 1);
  const off = Math.abs(spin_squared - right) > contaminationLimit * Math.max(right, 1);
  return off ? 'mixed with other states' : 'pure';
}

const results = z.looseObject({ spin_states: z._default(z.array(SpinState), []) });
type Whole = Data & z.output<typeof results>;

/** Says beside all energies that their order may be wrong, where the method does not rank spin states. */
function caveats(data: Whole): Caveat[] {
  const method = finalMethod(data);
  if (!method) return [];
  if (ranksSpinStates(method)) return errorOfGaps(data, method);
  const text = phrase('{method} does not rank spin states: this order may be wrong.', { method: methodTitle(method) });
  return [caveatOf('changes_number', text)];
}

/** Says beside a singlet how far its gap is off, where the method was checked. */
function errorOfGaps({ spin_states }: Whole, method: string): Caveat[] {
  const singlet = spin_states.findIndex(({ multiplicity }) => multiplicity === 1);
  if (singlet < 0 || spin_states.length < 2 || method !== 'r2scan_3c') return [];
  const { mae, size } = accuracy['spin_states/r2scan_3c'];
  const text = phrase(
    '{method} puts singlets of carbenes and diradicals too high: gaps to the triplet are off by {mae} kcal/mol on average (n = {size}, reference values not all verified), by 12 at most.',
    { method: methodTitle(method), mae, size },
  );
  return [caveatOf('changes_number', text, { values: ['relative_energy_1'], table: 'spin_states', rows: [singlet] })];
}

/** Energies (kcal/mol) above the lowest state; null for one that failed, and for one whose gap is withheld. */
function relativeEnergies(rows: readonly StateRow[]): (number | null)[] {
  const known = rows.map(({ energy, spin_projection }) => (spin_projection?.withheld ? null : energy));
  const lowest = Math.min(...known.filter((energy) => energy !== null));
  return known.map((energy) => (energy === null ? null : (energy - lowest) * HARTREE_TO_KCAL_PER_MOL));
}

/** How far each multiplicity lies above the lowest, for a comparison of items. */
function stateValues(data: Whole): NamedValue[] {
  const relative = relativeEnergies(data.spin_states);
  return data.spin_states.map(({ multiplicity }, index) => ({
    path: `relative_energy_${multiplicity}`,
    title: phrase('Relative energy, multiplicity {multiplicity}', { multiplicity }),
    unit: 'kcal/mol',
    precision: 2,
    value: relative[index] ?? null,
  }));
}

/** The states that were asked for: those with a result, then, once the run has ended, those that failed. */
function stateRows({ states, spin_states }: Whole, ended: boolean): StateRow[] {
  const there = new Set(spin_states.map(({ multiplicity }) => multiplicity));
  const failed = ended ? states.filter((multiplicity) => !there.has(multiplicity)) : [];
  return [...spin_states, ...failed.map((multiplicity) => ({ multiplicity, energy: null, calculation: [] }))];
}

function stateTable(data: Whole, ended: boolean): TableData {
  const { spin_states } = data;
  const rows = stateRows(data, ended);
  const relative = relativeEnergies(rows);
  const isWithheld = spin_states.some(({ spin_projection }) => spin_projection?.withheld);
  return tableOf({
    id: 'spin_states',
    title,
    rows,
    columns: [
      { id: 'multiplicity', title: 'Multiplicity', precision: 0, value: (state) => state.multiplicity },
      {
        id: 'relative_energy',
        title: 'Relative energy',
        unit: 'kcal/mol',
        help: 'Above the lowest of these energies.',
        precision: 2,
        missing: missingWords(
          isWithheld,
          rows.some(({ energy }) => energy === null),
        ),
        value: (_, index) => relative[index] ?? null,
      },
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: ({ energy }) => energy },
      ...(spin_states.some(({ spin_projection }) => spin_projection)
        ? [
            {
              id: 'broken_symmetry_energy',
              title: 'Broken-symmetry energy',
              unit: 'Hartree',
              help: 'Of an open-shell singlet before spin projection.',
              precision: 6,
              value: ({ spin_projection }: StateRow) => spin_projection?.broken_symmetry_energy ?? null,
            },
          ]
        : []),
      ...(spin_states.some((state) => typeof state.spin_squared === 'number')
        ? [
            {
              id: 'spin_squared',
              title: '⟨S²⟩',
              help: 'S(S + 1) where the state is pure: 0, 0.75, 2, 3.75, 6 for multiplicities 1 to 5.',
              precision: 2,
              value: (state: StateRow) => state.spin_squared,
            },
            {
              id: 'spin_contamination',
              title: 'Spin contamination',
              help: 'Mixed: ⟨S²⟩ is off by more than 10 %.',
              notation: 'term' as const,
              text: contaminationWords,
            },
          ]
        : []),
    ],
    structure: ({ calculation }) => finalStage(calculation),
    empty: 'No spin states yet.',
  });
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: chainPaths,
  settle: (data) => ({ value: settledModeChain(data), changes: [] }),
  levels: modeChainLevels,
  structures: ({ spin_states }) =>
    numberedStructures(
      'Structure',
      spin_states.map(({ calculation }) => finalStage(calculation)),
    ),
  calculations: ({ spin_states }) =>
    spin_states.flatMap(({ calculation, spin_projection }) => [
      ...calculation,
      ...(spin_projection?.calculation ?? []),
    ]),
  // Only multiplicities that were really asked for can have failed, not those of the default.
  tables: (data, { item: { object_data, object_status } }) => [
    stateTable(data, object_status === status.completed && Array.isArray(object_data?.states)),
  ],
  values: (data) => stateValues(data),
  caveats,
  headline(data) {
    const relative = relativeEnergies(data.spin_states);
    const states = data.spin_states.map(({ multiplicity }, index) => ({
      multiplicity,
      relative: relative[index] ?? null,
    }));
    return spinStateHeadline(states, Math.max(states.length, data.states.length));
  },
  tabs: () => [{ id: 'spin_states', title: 'spin_states' }, infoTab],
  cite: (data) => ['sse17', ...levelCitations(modeChainLevels(data).map((level) => level.settings))],
});
