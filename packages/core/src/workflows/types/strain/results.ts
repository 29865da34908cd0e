import * as z from 'zod/mini';
import { isFinished, status } from '../../../entities/item-status.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode } from '../../../entities/settings.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { strainLimits } from '../../../tables/ratings.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type Level } from '../../definition.ts';
import { calculationStructure, numberedStructures, validUuid } from '../../parts/calculations/structure-references.ts';
import { chainPaths, MultistageOptimizationSettings } from '../../parts/chains/multistage-optimization.ts';
import { aimnet2InWater, givenChainLevels } from '../../parts/chains/optimization-chain.ts';
import { calculationNotes, conformerTable, finalEnergies } from '../../parts/conformers/conformer-ensemble.ts';
import { ConformerGenerationSettings } from '../../parts/conformers/conformer-generation.ts';
import { generatorCitations } from '../../parts/conformers/generator-citations.ts';
import { generationLevels, generationPaths } from '../../parts/conformers/given-generation.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { entry } from './entry.ts';
import { strainHeadline } from './headline.ts';

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
export type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** Calculation of the pose relaxed under the springs. */
  constrained_optimization: optionalNull(z.string()),
  /** Calculations of the relaxed conformers; null where one failed. */
  conformers: z._default(z.array(z.nullable(z.string())), []),
  /** Energy of the relaxed pose above the lowest conformer, kcal/mol, springs left out. */
  strain: optionalNull(z.number()),
});

function levels(data: Data): Level[] {
  return [...generationLevels(data.conf_gen_settings), ...givenChainLevels(data.multistage_opt_settings)];
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: [...generationPaths, ...chainPaths],
  levels,
  structureWord: 'conformer',
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
                  text: () => 'Not computed: the strain is unknown and may be large.',
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
  values: ({ strain }) => [{ path: 'strain', title: 'Strain', unit: 'kcal/mol', precision: 2, value: strain }],
  headline: ({ strain, conformers }, { item }) =>
    strainHeadline(strain, conformers.filter((uuid) => uuid !== null).length, item.object_status === status.completed),
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
                title: 'Overlay the lowest conformer on the restrained pose',
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
