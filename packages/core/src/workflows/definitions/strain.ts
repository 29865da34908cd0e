import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { isFinished } from '../../entities/item-status.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode } from '../../entities/settings.ts';
import { tableOf } from '../../tables/build-table.ts';
import { strainLimits } from '../../tables/ratings.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Level, Notice } from '../definition.ts';
import { calculationStructure, numberedStructures, validUuid } from '../results/structure-references.ts';
import { calculationNotes, conformerTable, finalEnergies } from '../schemas/conformer-ensemble.ts';
import { ConformerGenerationSettings } from '../schemas/conformer-generation.ts';
import { generatorCitations, generatorNeeds, generatorNotices } from '../schemas/conformer-generators.ts';
import { number, toggle } from '../schemas/form-fields.ts';
import {
  completeGeneration,
  generationFields,
  generationLevels,
  generationLimits,
  generationOffers,
  generationPaths,
  generationProblems,
} from '../schemas/given-generation.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import { chainPaths, MultistageOptimizationSettings } from '../schemas/multistage-optimization.ts';
import {
  aimnet2InWater,
  givenChain,
  givenChainFields,
  givenChainLevels,
  givenChainProblems,
} from '../schemas/optimization-chain.ts';

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  conf_gen_settings: z.prefault(ConformerGenerationSettings, { settings_type: 'etkdg', mode: 'rapid' }),
  multistage_opt_settings: z.prefault(MultistageOptimizationSettings, aimnet2InWater),
  /** Spring that holds each atom at its place in the pose, kcal/mol/Å². */
  harmonic_constraint_spring_constant: z._default(z.number().check(z.nonnegative()), 5),
  /** Whether hydrogens are held too. */
  constrain_hydrogens: z._default(z.boolean(), false),
});
type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** Calculation of the pose relaxed under the springs. */
  constrained_optimization: optionalNull(z.string()),
  /** Calculations of the relaxed conformers; null where one failed. */
  conformers: z._default(z.array(z.nullable(z.string())), []),
  /** Energy of the relaxed pose above the lowest conformer, kcal/mol, springs left out. */
  strain: optionalNull(z.number()),
});

const generationOf = (data: Data) => completeGeneration(data.conf_gen_settings);

function levels(data: Data): Level[] {
  return [...generationLevels(data.conf_gen_settings), ...givenChainLevels(data.multistage_opt_settings)];
}

function rules({ multistage_opt_settings: chain }: Data): Problem[] {
  const found = givenChainProblems(chain);
  if (chain.transition_state) {
    found.push({
      field: 'multistage_opt_settings.transition_state',
      detail: 'Strain is the energy of a pose above its relaxed conformers; transition states are not taken.',
    });
  }
  return found;
}

function freePoseNotice(data: Data): Notice[] {
  if (data.harmonic_constraint_spring_constant > 0) return [];
  return [
    {
      kind: 'warning',
      title: 'The Pose Is Not Held',
      body: 'With a spring constant of 0 the pose relaxes to the next minimum, and its strain is lost.',
    },
  ];
}

/** Strain of a pose: its energy, relaxed under springs, above the lowest conformer. */
export default defineWorkflow({
  type: 'strain',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Pose', required: true }],
  limits: (data) => generationLimits(data.conf_gen_settings),
  settings,
  results,
  levelPaths: [...generationPaths, ...chainPaths],

  complete: (data) => ({
    conf_gen_settings: generationOf(data),
    multistage_opt_settings: givenChain(data.multistage_opt_settings),
  }),
  levels,
  needs: (data) => generatorNeeds(data.conf_gen_settings),
  rules: [(data, inputs, report) => generationProblems(data.conf_gen_settings, inputs, report), rules],
  notices: (data, _inputs, report) => [...generatorNotices(generationOf(data), report), ...freePoseNotice(data)],
  offers: (data, report) => generationOffers(data.conf_gen_settings, report),

  fields: [
    ...generationFields(),
    ...givenChainFields(),
    number('harmonic_constraint_spring_constant', 'Spring constant', {
      help: 'Holds the atoms at their places in the pose while it is relaxed.',
      unit: 'kcal/mol/Å²',
      minimum: 0,
      step: 0.5,
    }),
    toggle('constrain_hydrogens', 'Hold hydrogens too', {
      help: 'Off: hydrogens relax freely, as their places are seldom known.',
    }),
  ],
  structures: ({ constrained_optimization, conformers }) => [
    ...calculationStructure('Constrained Optimization', validUuid(constrained_optimization)),
    ...numberedStructures('Conformer', conformers.map(validUuid)),
  ],
  calculations: ({ constrained_optimization, conformers }) => [constrained_optimization, ...conformers].map(validUuid),
  tables({ strain, constrained_optimization, conformers }, read) {
    const { item } = read;
    const rows = strain !== null || isFinished(item.object_status) ? [strain] : [];
    const valid = conformers.map(validUuid);
    return [
      tableOf({
        id: 'strain',
        title: 'Strain',
        rows,
        columns: [
          {
            id: 'strain',
            title: 'Strain',
            unit: 'kcal/mol',
            precision: 2,
            help: 'Energy of the pose, relaxed under springs, above the lowest conformer; the energy of the springs is left out',
            rating: { kind: 'below', ...strainLimits },
            value: (value) => value,
          },
          ...(rows.includes(null)
            ? [
                {
                  id: 'note',
                  title: 'Note',
                  text: () => 'Not computed: the strain is unknown, which does not mean small.',
                },
              ]
            : []),
        ],
        structure: () => validUuid(constrained_optimization),
        empty: 'No strain yet.',
      }),
      conformerTable(finalEnergies(valid, read), valid, item.provenance, {
        title: 'Conformers',
        energyHelp: 'Above the lowest conformer, from the energies of the calculations shown',
        notes: calculationNotes(conformers, 'Failed'),
      }),
    ];
  },
  tabs: () => [{ id: 'strain', title: 'strain' }, infoTab],
  parts({ constrained_optimization, conformers }, read) {
    const valid = conformers.map(validUuid);
    const energies = finalEnergies(valid, read);
    const lowest = valid.filter((_, index) => energies[index] !== null).sort((a, b) => of(a) - of(b))[0] ?? null;
    function of(uuid: string | null): number {
      return energies[valid.indexOf(uuid)] ?? Number.POSITIVE_INFINITY;
    }
    const pose = validUuid(constrained_optimization);
    return {
      strain: [
        { kind: 'table', table: 'strain' },
        ...(pose && lowest
          ? [
              {
                kind: 'overlay',
                title: 'Lay the lowest conformer over the restrained pose',
                shown: pose,
                beside: [lowest],
              } as const,
            ]
          : []),
        { kind: 'table', table: 'conformers' },
      ],
    };
  },
  cite: (data) => [
    ...generatorCitations(data.conf_gen_settings),
    'rdkit',
    ...levelCitations(levels(data).map((level) => level.settings)),
  ],
});
