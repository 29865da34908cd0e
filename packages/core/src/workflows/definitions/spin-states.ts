import * as z from 'zod/mini';
import { formulaOf } from '../../chemistry/atoms.ts';
import type { Problem } from '../../chemistry/problem.ts';
import { electronCount, spinProblem } from '../../chemistry/spin.ts';
import { HARTREE_TO_KCAL_PER_MOL } from '../../chemistry/units.ts';
import { status } from '../../entities/item-status.ts';
import { phrase, sentences } from '../../entities/phrases.ts';
import { methods, methodTitle } from '../../methods/methods.ts';
import { modesByType } from '../../methods/modes.ts';
import { solvents } from '../../methods/solvents.ts';
import { tableOf } from '../../tables/build-table.ts';
import type { TableData } from '../../tables/table.ts';
import { typeEntry } from '../catalogue-entries.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { NamedValue, Notice, WorkflowInputs } from '../definition.ts';
import { finalStage, numberedStructures } from '../results/structure-references.ts';
import { manualProblems, refusedOptions, withoutRefusedOptions } from '../rules/chain-restrictions.ts';
import { inputAtomCount } from '../rules/input-problems.ts';
import { constraintProblems } from '../schemas/constraints.ts';
import { select, solventChoice, toggle } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import { engineProblems } from '../schemas/levels.ts';
import {
  completeModeChain,
  isManual,
  modeChain,
  modeChainLevels,
  modeChainShape,
  settledModeChain,
  singlePointFields,
} from '../schemas/mode-chain.ts';
import {
  chainOptions,
  chainPaths,
  chainSettings,
  firstLevelPath,
  manualChain,
  manualOffers,
  manualOption,
  withoutExpansion,
} from '../schemas/multistage-optimization.ts';
import { methodField, solventField } from '../schemas/settings-fields.ts';

const { title } = typeEntry('spin_states');
const multiplicity = z.int().check(z.minimum(1));

const settings = z.looseObject({
  ...moleculeInput,
  ...modeChainShape,
  /** Multiplicities, all of one parity. */
  states: z._default(z.array(multiplicity), [1, 3, 5]),
});
type Data = z.output<typeof settings>;

const SpinState = z.looseObject({
  multiplicity,
  /** Hartree, of the last stage. */
  energy: z.number(),
  /** One calculation for each stage; null where it failed. */
  calculation: z._default(z.array(z.nullable(z.string())), []),
  /** Expectation value of S² of the last level, where its engine gives it; an addition to the public keys. */
  spin_squared: z.optional(z.nullable(z.number())),
});
/** A multiplicity with what came of it; without an energy where it failed. */
type StateRow = Pick<z.output<typeof SpinState>, 'multiplicity' | 'calculation' | 'spin_squared'> & {
  energy: number | null;
};
/** Part of S(S + 1), at least of 1, by which ⟨S²⟩ may be off before a state counts as mixed. */
const contaminationLimit = 0.1;

/** Whether a state is mixed with others by its ⟨S²⟩, which is S(S + 1) for a pure one; null where it is not known. */
function contaminationWords({ multiplicity, spin_squared }: StateRow): string | null {
  if (typeof spin_squared !== 'number') return null;
  const spin = (multiplicity - 1) / 2;
  const right = spin * (spin + 1);
  const off = Math.abs(spin_squared - right) > contaminationLimit * Math.max(right, 1);
  return off ? 'mixed with other states' : 'pure';
}

const results = z.looseObject({ spin_states: z._default(z.array(SpinState), []) });
type Whole = Data & z.output<typeof results>;

/** Method of the energies that are compared: the last one that runs. */
function finalMethod(data: Data): string | null {
  return chainSettings(modeChain(data)).at(-1)?.method ?? null;
}

/** GFN-xTB and force fields get the order of spin states wrong (O₂ singlet below triplet, CH₂ by 18 kcal/mol): their energies are shown, never ranked. */
function ranksSpinStates(method: string | null): boolean {
  const family = method ? methods.get(method)?.family : undefined;
  return family !== 'semiempirical' && family !== 'force field';
}

function stateRules({ states }: Data, { molecule }: WorkflowInputs): Problem[] {
  if (states.length === 0) return [{ field: 'states', detail: 'Choose at least one multiplicity.' }];
  return states.flatMap((state, index): Problem[] => {
    const field = `states.${index}`;
    if (states.indexOf(state) < index) return [{ field, detail: `The multiplicity ${state} stands twice.` }];
    const impossible = molecule ? spinProblem({ ...molecule, multiplicity: state }) : null;
    return impossible ? [{ field, detail: impossible }] : [];
  });
}

/** Where a chosen multiplicity is impossible: those that the molecule can have. */
function possibleNotice({ states }: Data, { molecule }: WorkflowInputs): Notice[] {
  if (!molecule) return [];
  const possible = (state: number) => spinProblem({ ...molecule, multiplicity: state }) === null;
  if (states.every(possible)) return [];
  const some = [1, 2, 3, 4, 5, 6].filter(possible);
  const electrons = electronCount(molecule);
  const body = `${formulaOf(molecule.atoms)} with charge ${molecule.charge} has ${electrons} electrons; its lowest possible multiplicities are ${some.join(', ')}.`;
  return some.length > 0 ? [{ kind: 'info', title: 'Possible Multiplicities', body }] : [];
}

/** Engines without open shells refuse every state above the singlet, whatever the multiplicity of the input is. */
function engineRules(data: Data, { molecule }: WorkflowInputs): Problem[] {
  const open = data.states.find((state) => state > 1);
  if (!molecule || molecule.multiplicity > 1 || open === undefined) return [];
  const inputs = { molecule: { ...molecule, charge: 0, multiplicity: open }, smiles: null };
  return modeChainLevels(data).flatMap(({ settings: level, field }) => {
    const engine = level.engine ?? methods.get(level.method)?.defaultEngine;
    return engine ? engineProblems(engine, level.method, inputs, field) : [];
  });
}

function chainRules(data: Data, inputs: WorkflowInputs): Problem[] {
  const unknown = data.solvent !== null && !solvents.has(data.solvent);
  return [
    ...refusedOptions(data, ['transition_state'], title),
    ...manualProblems(modeChain(data), 'multistage_opt_settings'),
    ...constraintProblems(data.constraints, inputAtomCount(inputs), 'constraints', inputs.molecule),
    ...(unknown ? [{ field: 'solvent', detail: `The solvent "${data.solvent}" is not known.` }] : []),
  ];
}

/** Why the order of the states may be wrong; null where the method ranks them. */
function cautionOf(data: Whole): string | null {
  const method = finalMethod(data);
  return method && !ranksSpinStates(method)
    ? phrase('{method} does not rank spin states: this order may be wrong.', { method: methodTitle(method) })
    : null;
}

/** How far each multiplicity lies above the lowest, for a comparison of items. */
function stateValues(data: Whole): NamedValue[] {
  const lowest = Math.min(...data.spin_states.map(({ energy }) => energy));
  return data.spin_states.map(({ multiplicity, energy }) => ({
    path: `relative_energy_${multiplicity}`,
    title: phrase('Relative energy, multiplicity {multiplicity}', { multiplicity }),
    unit: 'kcal/mol',
    precision: 2,
    value: (energy - lowest) * HARTREE_TO_KCAL_PER_MOL,
    remark: cautionOf(data),
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
  const lowest = Math.min(...spin_states.map(({ energy }) => energy));
  const caution = cautionOf(data);
  return tableOf({
    id: 'spin_states',
    title,
    rows: stateRows(data, ended),
    columns: [
      { id: 'multiplicity', title: 'Multiplicity', precision: 0, value: (state) => state.multiplicity },
      {
        id: 'relative_energy',
        title: 'Relative energy',
        unit: 'kcal/mol',
        help: sentences('Above the lowest of these energies.', caution),
        precision: 2,
        missing: 'Failed',
        value: ({ energy }) => (energy === null ? null : (energy - lowest) * HARTREE_TO_KCAL_PER_MOL),
      },
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: ({ energy }) => energy },
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

/** The same molecule optimized in several multiplicities. */
export default defineWorkflow({
  type: 'spin_states',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ constraints: true }),
  modes: { mode: modesByType.spin_states },
  manual: ['mode'],
  settings,
  results,
  levelPaths: chainPaths,
  settle: (data) => ({ value: settledModeChain(data), changes: [] }),
  complete: completeModeChain,
  levels: modeChainLevels,
  rules: [stateRules, chainRules, engineRules],
  notices(data, inputs) {
    const method = finalMethod(data);
    const possible = possibleNotice(data, inputs);
    if (!method || ranksSpinStates(method)) return possible;
    return [
      ...possible,
      {
        kind: 'warning',
        title: `${methodTitle(method)} Does Not Rank Spin States`,
        body: `The energies of the multiplicities are shown, but which one is lowest is not known from ${methodTitle(method)}: it puts singlet methylene and singlet oxygen below their triplets. Use a mode with a density functional to compare spin states.`,
      },
    ];
  },
  offers: (data, report) =>
    manualOffers(modeChainLevels(data), 'mode', report, (current, method) => ({
      ...current,
      mode: 'manual',
      multistage_opt_settings: manualChain(method, data.solvent),
      solvent: null,
    })),

  fields: [
    {
      kind: 'editor',
      editor: 'multiplicities',
      path: 'states',
      title: 'Multiplicities',
      help: 'An even number of electrons has odd multiplicities, an odd number even ones.',
    },
    select('mode', 'Mode', (_data, report) => [...chainOptions(report), manualOption]),
    { ...methodField(firstLevelPath, [...methods.keys()], 'Optimization method'), shown: isManual },
    { ...solventField(firstLevelPath), shown: isManual },
    ...singlePointFields([...methods.keys()]),
    solventChoice('solvent', [...solvents.keys()], {
      none: true,
      help: 'Acts in the single point.',
      shown: (data) => !isManual(data) || Boolean(data.solvent),
    }),
    toggle('xtb_preopt', 'Preoptimization with GFN-xTB', {
      help: 'A cheap optimization first; reckless has none.',
      shown: (data) => !isManual(data),
    }),
    toggle('frequencies', 'Frequencies', {
      help: 'Vibrational frequencies of each state after its last optimization.',
    }),
    { kind: 'editor', editor: 'constraints', path: 'constraints', title: 'Constraints' },
  ],
  structures: ({ spin_states }) =>
    numberedStructures(
      'Structure',
      spin_states.map(({ calculation }) => finalStage(calculation)),
    ),
  calculations: ({ spin_states }) => spin_states.flatMap(({ calculation }) => calculation),
  // Only multiplicities that were really asked for can have failed, not those of the default.
  tables: (data, { item: { object_data, object_status } }) => [
    stateTable(data, object_status === status.completed && Array.isArray(object_data?.states)),
  ],
  values: (data) => stateValues(data),
  tabs: () => [{ id: 'spin_states', title: 'spin_states' }, infoTab],
  resubmit: (data) =>
    withoutRefusedOptions(withoutExpansion({ ...data, mso_mode: data.mode }), ['transition_state'], title),
  cite: (data) => ['sse17', ...levelCitations(modeChainLevels(data).map((level) => level.settings))],
});
