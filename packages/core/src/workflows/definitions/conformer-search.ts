import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import type { MethodReport } from '../../entities/method-report.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode } from '../../entities/settings.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { methods } from '../../methods/methods.ts';
import { modesByType } from '../../methods/modes.ts';
import type { TableData } from '../../tables/table.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Notice, WorkflowData, WorkflowInputs } from '../definition.ts';
import { finalStage, numberedStructures, validUuid } from '../results/structure-references.ts';
import { inputAtomCount, inputFragments, onlyMirrorImages, stereoProblems } from '../rules/input-problems.ts';
import { methodElements } from '../rules/limits.ts';
import { chainSeconds, longJobNotice } from '../rules/long-jobs.ts';
import { Conformer, conformerTable, ensembleParts, ensembleValues } from '../schemas/conformer-ensemble.ts';
import {
  ConformerClusteringSettings,
  ConformerGenerationSettings,
  ConformerProperties,
  type GenerationMode,
  generationSettings,
} from '../schemas/conformer-generation.ts';
import {
  complexGenerators,
  generationOptions,
  generatorCitations,
  generatorLimits,
  generatorNeeds,
  generatorNotices,
  generatorProblems,
  manualGeneratorOptions,
} from '../schemas/conformer-generators.ts';
import { number, select, toggle } from '../schemas/form-fields.ts';
import { moleculeOrSmilesInput } from '../schemas/input-shapes.ts';
import {
  chainLevels,
  chainMode,
  chainOf,
  chainOptions,
  chainPaths,
  chainSettings,
  chainShape,
  firstLevelPath,
  manualChain,
  manualOffers,
  manualOption,
  storedChain,
  withoutExpansion,
} from '../schemas/multistage-optimization.ts';
import { methodField, solventField } from '../schemas/settings-fields.ts';

const settings = z.looseObject({
  ...moleculeOrSmilesInput,
  mode: z._default(Mode, 'auto'),
  conf_gen_mode: z._default(Mode, 'rapid'),
  conf_gen_settings: optionalNull(ConformerGenerationSettings),
  ...chainShape,
  nci: z._default(z.boolean(), false),
  max_confs: optionalNull(z.int().check(z.minimum(1))),
  conformer_clustering_settings: optionalNull(ConformerClusteringSettings),
});
type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** One list for each conformer, lowest energy first; one calculation for each stage, null where it failed. */
  conformer_uuids: z._default(z.array(z.array(z.nullable(z.string()))), []),
  /** Hartree, in the same order. */
  energies: z._default(z.array(z.number()), []),
  conformer_properties: z._default(z.array(ConformerProperties), []),
  ensemble_properties: optionalNull(ConformerProperties),
  /** Older items list their conformers as the older type does (Hartree, weights between 0 and 1) and name their method here; nothing of it is written. */
  conformers: z.optional(z.array(Conformer)),
  settings: z.optional(z.looseObject({ final_method: z.optional(z.string()) })),
});
type Results = z.output<typeof results>;

/** The last calculation of each conformer; null where there is none. */
function finalCalculations({ conformer_uuids, conformers }: Results): (string | null)[] {
  if (conformer_uuids.length > 0) return conformer_uuids.map(finalStage);
  return (conformers ?? []).map(({ uuid }) => validUuid(uuid));
}

function energiesOf({ energies, conformers }: Results): number[] {
  return energies.length > 0 ? energies : (conformers ?? []).map(({ energy }) => energy);
}

function generationMode({ conf_gen_mode: mode }: Data): GenerationMode | 'manual' {
  return mode === 'auto' || mode === 'debug' ? 'rapid' : mode;
}

function generationOf(data: Data): ConformerGenerationSettings {
  const mode = generationMode(data);
  if (mode === 'manual') return data.conf_gen_settings ?? generationSettings('rapid', data);
  return generationSettings(mode, data);
}

function levels(data: Data) {
  return chainLevels(chainOf(data), 'mso_mode');
}

function structureRules(data: Data, inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const field = inputs.molecule ? 'initial_molecule' : 'initial_smiles';
  const { settings_type, nci } = generationOf(data);
  const quick = settings_type !== 'imtd';
  const complexes = quick ? settings_type === 'monte_carlo_multiple_minimum' && (nci || data.nci) : data.nci;
  // The bonds that a transition state makes or breaks are too long to be seen as bonds.
  const fragments = inputs.molecule && data.transition_state ? 1 : inputFragments(inputs);
  const found: Problem[] = [];
  if (quick && data.constraints.length > 0) {
    found.push({ field: 'constraints', detail: 'Constraints need careful or meticulous conformer generation.' });
  }
  if (generationMode(data) === 'reckless' && data.transition_state) {
    found.push({ field: 'transition_state', detail: 'Reckless conformer generation does not take transition states.' });
  }
  if (fragments > 1 && !complexes) {
    found.push({
      field,
      detail: `The structure has ${fragments} separate molecules; that needs ${complexGenerators(report)}. For a salt, submit the part that you mean.`,
    });
  }
  return found;
}

function chainRules(data: Data): Problem[] {
  if (chainMode(data) !== 'manual' || levels(data).length > 0) return [];
  return [{ field: 'multistage_opt_settings', detail: 'Manual mode needs at least one optimization or single point.' }];
}

const manualGeneration = { value: 'manual', title: 'Manual: a generator of your choice' };
const isManual = (data: WorkflowData) => data.conf_gen_mode === 'manual';

const quickModes: readonly string[] = ['reckless', 'rapid'];

/** Elements beyond those of the levels: CREST samples with GFN-FF (careful) or GFN2-xTB (meticulous). */
const samplingMethod = { careful: 'gfn_ff', meticulous: 'gfn2_xtb' } as const;

function slowNotice(data: Data, inputs: WorkflowInputs, report: MethodReport | null): Notice[] {
  const atoms = inputAtomCount(inputs);
  return longJobNotice(seconds(data, inputs, report), `Up to ${mostConformers(data)} conformers of ${atoms} atoms`);
}

const mostConformers = (data: Data) => generationOf(data).max_confs ?? 50;

/** The chain on as many conformers as the mode keeps at most, by the workers' own timing. */
function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport | null): number | null {
  const chain = levels(data).map(({ settings: level }) => level);
  return chainSeconds(chain, inputAtomCount(inputs), report, mostConformers(data));
}

function stereoNotice({ inspection }: WorkflowInputs): Notice[] {
  if (!onlyMirrorImages(inspection)) return [];
  const centre = inspection?.undefined_stereocentres[0];
  return [
    {
      kind: 'warning',
      title: `The stereocentre ${centre?.atom} is undefined`,
      body: 'One enantiomer will be run; the energies of its mirror image are the same. Choose one to fix which.',
    },
  ];
}

function table(data: Results, { provenance }: WorkflowItem): TableData {
  return conformerTable(energiesOf(data), finalCalculations(data), provenance, {
    weights: (data.energies.length > 0 ? [] : (data.conformers ?? [])).map(({ weight }) => weight),
  });
}

/** Search of the conformers of one molecule: generated, ranked, optimized, freed of duplicates and weighted. */
export default defineWorkflow({
  type: 'conformer_search',
  inputs: [{ role: 'initial_molecule', kind: 'molecule_or_smiles', title: 'Molecule', required: true }],
  limits(data) {
    const mode = generationMode(data);
    return {
      constraints: true,
      transitionState: mode !== 'reckless',
      ...generatorLimits(generationOf(data)),
      advice: quickModes.includes(mode) ? 'Careful or meticulous conformer generation takes more.' : null,
      ...(mode === 'careful' || mode === 'meticulous' ? { elements: methodElements(samplingMethod[mode]) } : {}),
    };
  },
  modes: { conf_gen_mode: modesByType.conformer_search, mso_mode: modesByType.conformer_search },
  settings,
  results,
  levelPaths: chainPaths,

  complete(data) {
    const chain = storedChain(chainOf(data));
    const mode = generationMode(data);
    return {
      mode,
      conf_gen_mode: mode,
      conf_gen_settings: generationOf(data),
      mso_mode: chain.mode,
      multistage_opt_settings: chain,
    };
  },
  levels,
  needs: (data) => generatorNeeds(generationOf(data)),
  seconds,
  rules: [
    structureRules,
    (data, _inputs, report) => generatorProblems(generationOf(data), report, 'conf_gen_mode'),
    chainRules,
    (_data, inputs) => stereoProblems(inputs),
  ],
  notices: (data, inputs, report) => [
    ...stereoNotice(inputs),
    ...generatorNotices(generationOf(data), report),
    ...slowNotice(data, inputs, report),
  ],
  offers: (data, report) =>
    manualOffers(levels(data), 'mso_mode', report, (current, method) => ({
      ...current,
      mso_mode: 'manual',
      multistage_opt_settings: manualChain(method),
    })),

  fields: [
    select('conf_gen_mode', 'Conformer generation', (_data, report) => [
      ...generationOptions(report),
      manualGeneration,
    ]),
    {
      ...select('conf_gen_settings.settings_type', 'Generator', (_data, report) => manualGeneratorOptions(report)),
      shown: isManual,
    },
    select('mso_mode', 'Optimization', (_data, report) => [...chainOptions(report), manualOption]),
    {
      ...methodField(firstLevelPath, [...methods.keys()], 'Optimization method'),
      shown: (data) => data.mso_mode === 'manual',
    },
    { ...solventField(firstLevelPath), shown: (data) => data.mso_mode === 'manual' },
    number('max_confs', 'Maximum number of conformers', {
      help: 'Leave empty to use the limit of the mode.',
      minimum: 1,
      maximum: 1000,
      step: 1,
    }),
    toggle('frequencies', 'Frequencies', {
      help: 'Vibrational frequencies of each conformer after its last optimization.',
    }),
    toggle('nci', 'NCI mode', {
      help: 'For several molecules held together by non-covalent interactions.',
      shown: (data) => data.conf_gen_mode === 'careful' || data.conf_gen_mode === 'meticulous' || isManual(data),
    }),
  ],
  structures: (data) => numberedStructures('Conformer', finalCalculations(data)),
  tables: (data, { item }) => [table(data, item)],
  values: (data, { item }) => ensembleValues(table(data, item)),
  tabs: () => [{ id: 'conformers', title: 'Conformer Search' }, infoTab],
  resubmit(data) {
    const conf_gen_settings = generationMode(data) === 'manual' ? data.conf_gen_settings : null;
    return { value: { ...withoutExpansion(data), conf_gen_settings }, changes: [] };
  },
  parts: (data) => ({ conformers: ensembleParts(finalCalculations(data).map(validUuid)) }),
  cite(data) {
    const solvent = chainSettings(chainOf(data)).some(({ solvent_settings }) => solvent_settings?.model === 'alpb');
    return [...generatorCitations(generationOf(data)), 'geometric', ...(solvent ? ['alpb'] : [])];
  },
});
