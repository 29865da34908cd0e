import * as z from 'zod/mini';
import { boltzmannWeights } from '../chemistry/boltzmann.ts';
import { isUuid } from '../chemistry/identifiers.ts';
import type { Problem } from '../chemistry/problem.ts';
import { HARTREE_TO_KCAL_PER_MOL } from '../chemistry/units.ts';
import type { MethodReport } from '../entities/method-report.ts';
import { Molecule } from '../entities/molecule.ts';
import type { ItemProvenance } from '../entities/provenance.ts';
import { optionalNull } from '../entities/scalars.ts';
import { Constraint, Mode, modes } from '../entities/settings.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import { durationInWords, estimateSeconds, hessianGradients, optimizationGradients } from '../methods/estimate.ts';
import { methods, methodTitle, mmff94Elements } from '../methods/methods.ts';
import { type ChainMode, multistageSettings } from '../methods/multistage.ts';
import { makeTable, numberColumn, type TableData, textColumn } from '../tables/table.ts';
import { cite } from './citations.ts';
import { ConformerGenerationSettings, type GenerationMode, generationSettings } from './conformer-generation.ts';
import {
  defineWorkflow,
  infoTab,
  type Offer,
  type Option,
  type Warning,
  type WorkflowData,
  type WorkflowInputs,
} from './define.ts';
import {
  inputAtomCount,
  inputElements,
  inputMultiplicity,
  inputProblems,
  onlyMirrorImages,
  stereoProblems,
} from './input-problems.ts';
import { availableMethods, capabilityOf, methodProblem, unavailableReason } from './method-availability.ts';
import { chainLevels, completeChain, MultistageOptimizationSettings, tidyChain } from './multistage-optimization.ts';
import { schemaProblems } from './schema-problems.ts';
import { elementProblems, methodField, missingElements, solventField } from './settings-fields.ts';

/** `object_data` of a conformer search, read forgivingly. `conformer_uuids`: one list for each conformer, lowest energy first, one calculation for each stage. */
export const ConformerSearchData = z.looseObject({
  initial_smiles: z._default(z.nullable(z.string()), ''),
  initial_molecule: optionalNull(Molecule),
  conf_gen_mode: z._default(Mode, 'rapid'),
  conf_gen_settings: optionalNull(ConformerGenerationSettings),
  mso_mode: z._default(Mode, 'auto'),
  multistage_opt_settings: optionalNull(MultistageOptimizationSettings),
  solvent: optionalNull(z.string()),
  xtb_preopt: z._default(z.boolean(), false),
  constraints: z._default(z.array(Constraint), []),
  transition_state: z._default(z.boolean(), false),
  frequencies: z._default(z.boolean(), false),
  nci: z._default(z.boolean(), false),
  max_confs: optionalNull(z.int().check(z.minimum(1))),
  conformer_uuids: z._default(z.array(z.array(z.nullable(z.string()))), []),
  energies: z._default(z.array(z.number()), []),
});
type ConformerSearchData = z.infer<typeof ConformerSearchData>;

const firstLevel = 'multistage_opt_settings.optimization_settings.0';

const chainTitles: [ChainMode | 'manual', string][] = [
  ['rapid', 'Rapid: r²SCAN-3c//GFN2-xTB'],
  ['reckless', 'Reckless: GFN2-xTB//GFN-FF'],
  ['careful', 'Careful: ωB97X-3c//r²SCAN-3c'],
  ['meticulous', 'Meticulous: ωB97M-D3BJ//ωB97X-3c//r²SCAN-3c'],
  ['manual', 'Manual: one method of your choice'],
];

function read(data: WorkflowData) {
  return z.safeParse(ConformerSearchData, {
    ...data,
    multistage_opt_settings: tidyChain(data.multistage_opt_settings),
  });
}

function chainMode(data: ConformerSearchData): ChainMode | 'manual' {
  const mode =
    data.mso_mode === 'auto' ? (data.multistage_opt_settings?.mode === 'manual' ? 'manual' : 'rapid') : data.mso_mode;
  return mode === 'debug' ? 'rapid' : (mode as ChainMode | 'manual');
}

function chainOf(data: ConformerSearchData): MultistageOptimizationSettings {
  return completeChain(chainMode(data), data.multistage_opt_settings, {
    solvent: data.solvent,
    xtbPreoptimization: data.xtb_preopt,
    frequencies: data.frequencies,
    transitionState: data.transition_state,
    constraints: data.constraints,
  });
}

function generationMode(data: ConformerSearchData): GenerationMode | 'manual' {
  const mode = data.conf_gen_mode;
  return mode === 'auto' || mode === 'debug' ? 'rapid' : mode;
}

function generationOf(data: ConformerSearchData): ConformerGenerationSettings {
  const mode = generationMode(data);
  if (mode === 'manual') return data.conf_gen_settings ?? generationSettings('rapid', data);
  return generationSettings(mode, data);
}

const crestMissing = 'Not available on this server: needs the CREST program on a worker.';

function hasCrest(report: MethodReport | null): boolean {
  return report === null || report.capabilities.includes('crest');
}

function structureProblems(data: ConformerSearchData, inputs: WorkflowInputs): Problem[] {
  const found: Problem[] = [];
  const field = inputs.molecule ? 'initial_molecule' : 'initial_smiles';
  const mode = generationMode(data);
  const elements = inputElements(inputs);
  const quick = mode === 'reckless' || mode === 'rapid' || generationOf(data).settings_type === 'etkdg';
  if (quick) {
    if (inputMultiplicity(inputs) !== 1) {
      found.push({
        field,
        detail: `Open-shell structures (multiplicity ${inputMultiplicity(inputs)}) need careful or meticulous conformer generation.`,
      });
    }
    if (data.constraints.length > 0)
      found.push({ field: 'constraints', detail: 'Constraints need careful or meticulous conformer generation.' });
    found.push(...missingElements(mmff94Elements, elements, 'MMFF94, which this conformer generation uses,', field));
  } else {
    found.push(...elementProblems(mode === 'careful' ? 'gfn_ff' : 'gfn2_xtb', elements, field));
  }
  if (mode === 'reckless' && data.transition_state) {
    found.push({ field: 'transition_state', detail: 'Reckless conformer generation does not take transition states.' });
  }
  if ((inputs.inspection?.fragments ?? 1) > 1 && (quick || !data.nci)) {
    found.push({
      field,
      detail: `The structure has ${inputs.inspection?.fragments} separate molecules; that needs careful or meticulous conformer generation with NCI mode. For a salt, submit the part that you mean.`,
    });
  }
  return found;
}

function problems(data: WorkflowData, inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const found = inputProblems(inputs, 'molecule_or_smiles');
  const parsed = read(data);
  if (!parsed.success) return [...found, ...schemaProblems(parsed.error, data)];
  if (data.mso_mode === 'debug' || data.conf_gen_mode === 'debug') {
    found.push({
      field: 'mso_mode',
      detail: `Mode debug is not offered; choose one of ${modes.filter((mode) => mode !== 'debug').join(', ')}.`,
    });
  }
  if (found.length === 0) found.push(...structureProblems(parsed.data, inputs));
  const generation = generationOf(parsed.data);
  if (generation.settings_type === 'imtd' && !hasCrest(report)) {
    found.push({ field: 'conf_gen_mode', detail: `${crestMissing} Choose rapid or reckless conformer generation.` });
  } else if (generation.settings_type !== 'etkdg' && generation.settings_type !== 'imtd' && report !== null) {
    found.push({
      field: 'conf_gen_settings',
      detail: `Conformer generator ${generation.settings_type} is not available on this server; use etkdg.`,
    });
  }
  if (chainMode(parsed.data) === 'manual' && chainLevels(chainOf(parsed.data)).length === 0) {
    found.push({
      field: 'multistage_opt_settings',
      detail: 'Manual mode needs at least one optimization or single point.',
    });
  }
  return [...found, ...chainProblems(parsed.data, inputs, report)];
}

function chainProblems(data: ConformerSearchData, inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const manual = chainMode(data) === 'manual';
  const seen = new Set<string>();
  return chainLevels(chainOf(data)).flatMap(({ method }, index) => {
    if (seen.has(method)) return [];
    seen.add(method);
    const path = manual ? `multistage_opt_settings.optimization_settings.${index}.method` : 'mso_mode';
    if (!methods.has(method)) return [{ field: path, detail: `"${method}" is not a method that the platform knows.` }];
    const unavailable = methodProblem(report, method, path);
    return [
      ...(unavailable ? [unavailable] : []),
      ...elementProblems(method, inputElements(inputs), inputs.molecule ? 'initial_molecule' : 'initial_smiles'),
    ];
  });
}

function rankingWarning(data: ConformerSearchData, report: MethodReport | null): Warning[] {
  const generation = generationOf(data);
  const method = generation.conf_opt_method;
  const reason = unavailableReason(report, method);
  if (generation.settings_type !== 'etkdg' || reason === null) return [];
  return [
    {
      title: `Conformers will be ranked with MMFF94 instead of ${methodTitle(method)}`,
      body: `${reason} The replacement is recorded with the result; final energies come from the methods below in any case.`,
    },
  ];
}

function slowWarning(data: ConformerSearchData, inputs: WorkflowInputs, report: MethodReport | null): Warning[] {
  const atoms = inputAtomCount(inputs);
  if (atoms === null || !report) return [];
  const count = generationOf(data).max_confs ?? 50;
  let seconds = 0;
  for (const level of chainOf(data).optimization_settings) {
    const speed = report.methods[level.method];
    if (!speed) return [];
    const gradients =
      optimizationGradients(atoms) + (level.tasks.includes('frequencies') ? hessianGradients(atoms) : 0);
    seconds += count * (estimateSeconds(speed, atoms, gradients) ?? 0);
  }
  if (seconds < 3600) return [];
  return [
    {
      title: 'This may take long',
      body: `Up to ${count} conformers of ${atoms} atoms: ${durationInWords(seconds)} on this server at most, scaled from a timing of its worker.`,
    },
  ];
}

function stereoWarning({ inspection }: WorkflowInputs): Warning[] {
  if (!onlyMirrorImages(inspection)) return [];
  const centre = inspection?.undefined_stereocentres[0];
  return [
    {
      title: `The stereocentre ${centre?.atom} is undefined`,
      body: 'One enantiomer will be run; the energies of its mirror image are the same. Choose one to fix which.',
    },
  ];
}

function chainOptions(report: MethodReport | null): Option[] {
  return chainTitles.map(([value, title]) => {
    if (value === 'manual' || report === null) return { value, title };
    const chain = multistageSettings(value, {
      solvent: null,
      xtbPreoptimization: false,
      frequencies: false,
      transitionState: false,
      constraints: [],
    });
    const names = [...chain.optimization_settings, chain.singlepoint_settings].map(({ method }) => String(method));
    const missing = names.find((name) => unavailableReason(report, name) !== null);
    return missing
      ? { value, title, unavailable: `${methodTitle(missing)}: ${unavailableReason(report, missing)}` }
      : { value, title };
  });
}

function manualOffer(data: WorkflowData, report: MethodReport | null): Offer[] {
  const parsed = read(data);
  const [best] = report ? availableMethods(report) : [];
  if (!parsed.success || !best) return [];
  const missing = chainLevels(chainOf(parsed.data)).find(({ method }) => unavailableReason(report, method) !== null);
  if (!missing) return [];
  return [
    {
      field: 'mso_mode',
      text: `${methodTitle(missing.method)}: ${unavailableReason(report, missing.method)}`,
      action: `Use manual mode with ${methodTitle(best)}`,
      apply: (current) => ({
        ...current,
        mso_mode: 'manual',
        multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: best, tasks: ['optimize'] }] },
      }),
    },
  ];
}

/** The last stage of a conformer that gave a structure. */
function finalStage(stages: readonly (string | null)[]): string | null {
  return stages.findLast((uuid) => uuid !== null && isUuid(uuid)) ?? null;
}

/** Rows of the ensemble: what compute recorded, or weights from the energies alone where an item carries no record. */
function ensemble(data: ConformerSearchData, provenance: ItemProvenance | null) {
  const recorded = provenance?.ensemble?.conformers;
  const lowest = Math.min(...data.energies);
  const weights = data.energies.length > 0 ? boltzmannWeights(data.energies) : [];
  return data.energies.map((energy, index) => {
    const member = recorded?.[index];
    return {
      energy,
      relative: member?.relative_energy_kcal ?? (energy - lowest) * HARTREE_TO_KCAL_PER_MOL,
      weight: member ? member.weight : (weights[index] ?? null),
      degeneracy: member?.degeneracy ?? null,
      excluded: member?.excluded ?? null,
    };
  });
}

function conformerTable(item: WorkflowItem, data: ConformerSearchData): TableData {
  const rows = ensemble(data, item.provenance);
  const quantity = item.provenance?.ensemble?.quantity ?? 'E';
  const temperature = item.provenance?.ensemble?.temperature ?? 298.15;
  const excluded = rows.some((row) => row.excluded !== null);
  return makeTable({
    id: 'conformers',
    title: 'Conformer Search',
    length: rows.length,
    columns: [
      numberColumn(
        { id: 'conformer', title: 'Conformer', precision: 0 },
        rows.map((_, index) => index + 1),
      ),
      numberColumn(
        { id: 'relative_energy', title: 'Relative energy', unit: 'kcal/mol', precision: 2 },
        rows.map(({ relative }) => relative),
      ),
      numberColumn(
        {
          id: 'weight',
          title: 'Weight',
          unit: '%',
          precision: 1,
          help: `Boltzmann weight at ${temperature} K from ${quantity}, with degeneracy`,
        },
        rows.map(({ weight }) => (weight === null ? null : weight * 100)),
      ),
      numberColumn(
        {
          id: 'degeneracy',
          title: 'Degeneracy',
          precision: 0,
          help: '2 where the mirror image is another conformer of the same energy',
        },
        rows.map(({ degeneracy }) => degeneracy),
      ),
      numberColumn(
        { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6 },
        rows.map(({ energy }) => energy),
      ),
      ...(excluded
        ? [
            textColumn(
              { id: 'note', title: 'Note' },
              rows.map((row) => (row.excluded ? `Left out: ${row.excluded}` : null)),
            ),
          ]
        : []),
    ],
    structures: data.conformer_uuids.slice(0, rows.length).map(finalStage),
    empty: 'No conformers yet.',
  });
}

function readItem(item: WorkflowItem): ConformerSearchData | null {
  const parsed = read(item.object_data ?? {});
  return parsed.success ? parsed.data : null;
}

/** Search of the conformers of one molecule: generated, ranked, optimized, freed of duplicates and weighted. */
export default defineWorkflow({
  type: 'conformer_search',
  path: '/conformer_search',
  title: 'Conformer Search',
  summary: 'Generates, optimizes and ranks the conformers of a molecule, with Boltzmann weights.',
  inputs: [{ role: 'initial_molecule', kind: 'molecule_or_smiles', title: 'Molecule', required: true }],

  defaults: () => ({ conf_gen_mode: 'rapid', mso_mode: 'rapid', solvent: null, frequencies: false, nci: false }),
  prepare(data) {
    const parsed = z.parse(ConformerSearchData, {
      ...data,
      multistage_opt_settings: tidyChain(data.multistage_opt_settings),
    });
    const chain = chainOf(parsed);
    return {
      mode: generationMode(parsed),
      conf_gen_mode: generationMode(parsed),
      conf_gen_settings: generationOf(parsed),
      mso_mode: chain.mode,
      multistage_opt_settings: chain,
      solvent: parsed.solvent,
      xtb_preopt: parsed.xtb_preopt,
      constraints: parsed.constraints,
      transition_state: parsed.transition_state,
      frequencies: parsed.frequencies,
      nci: parsed.nci,
      max_confs: parsed.max_confs,
      conformer_uuids: [],
      energies: [],
    };
  },
  problems: (data, inputs, report) => [...problems(data, inputs, report), ...stereoProblems(inputs)],
  warnings(data, inputs, report) {
    const parsed = read(data);
    if (!parsed.success) return [];
    return [
      ...stereoWarning(inputs),
      ...rankingWarning(parsed.data, report),
      ...slowWarning(parsed.data, inputs, report),
    ];
  },
  offers: manualOffer,
  capabilities(data) {
    const parsed = z.parse(ConformerSearchData, data);
    const generator = generationOf(parsed).settings_type === 'imtd' ? ['crest'] : [];
    const levels = chainLevels(chainOf(parsed)).map(({ method }) => capabilityOf(method));
    return [...new Set(['rdkit', ...generator, ...levels])].sort();
  },
  methodsUsed: (data) => [
    ...new Set(chainLevels(chainOf(z.parse(ConformerSearchData, data))).map(({ method }) => method)),
  ],

  fields: [
    {
      kind: 'select',
      path: 'conf_gen_mode',
      title: 'Conformer generation',
      options: (_data, report) => [
        { value: 'rapid', title: 'Rapid: ETKDG, up to 50 conformers' },
        { value: 'reckless', title: 'Reckless: ETKDG, up to 20 conformers' },
        { value: 'careful', title: 'Careful: CREST', ...(hasCrest(report) ? {} : { unavailable: crestMissing }) },
        { value: 'meticulous', title: 'Meticulous: CREST', ...(hasCrest(report) ? {} : { unavailable: crestMissing }) },
      ],
    },
    { kind: 'select', path: 'mso_mode', title: 'Optimization', options: (_data, report) => chainOptions(report) },
    {
      ...methodField(firstLevel, [...methods.keys()], 'Optimization method'),
      shown: (data) => data.mso_mode === 'manual',
    },
    { ...solventField(firstLevel), shown: (data) => data.mso_mode === 'manual' },
    {
      kind: 'number',
      path: 'max_confs',
      title: 'Most conformers',
      help: 'Empty: as the mode has it.',
      minimum: 1,
      maximum: 1000,
      step: 1,
    },
    {
      kind: 'toggle',
      path: 'frequencies',
      title: 'Frequencies',
      help: 'Vibrational frequencies of each conformer after its last optimization.',
    },
    {
      kind: 'toggle',
      path: 'nci',
      title: 'NCI mode',
      help: 'For several molecules held together by non-covalent interactions.',
      shown: (data) => data.conf_gen_mode === 'careful' || data.conf_gen_mode === 'meticulous',
    },
  ],
  structures(item) {
    const data = readItem(item);
    if (!data) return [];
    const conformers = data.conformer_uuids.flatMap((stages, index) => {
      const uuid = finalStage(stages);
      return uuid
        ? [
            {
              id: uuid,
              name: `Conformer ${index + 1}`,
              source: { kind: 'calculation' as const, uuid, frame: 'last' as const },
            },
          ]
        : [];
    });
    if (conformers.length > 0) return conformers;
    if (data.initial_molecule) {
      return [
        { id: 'initial', name: 'Initial Structure', source: { kind: 'molecule', molecule: data.initial_molecule } },
      ];
    }
    return data.initial_smiles
      ? [{ id: 'initial', name: 'Initial Structure', source: { kind: 'smiles', smiles: data.initial_smiles } }]
      : [];
  },
  calculations: () => [],
  tables(item) {
    const data = readItem(item);
    return data ? [conformerTable(item, data)] : [];
  },
  tabs: () => [{ id: 'conformers', title: 'Conformer Search' }, infoTab],
  citations(data) {
    const parsed = read(data);
    if (!parsed.success) return [];
    const levels = chainLevels(chainOf(parsed.data));
    const generator = generationOf(parsed.data).settings_type === 'imtd' ? ['crest'] : ['etkdg', 'mmff94'];
    const solvent = levels.some(({ solvent_settings }) => solvent_settings?.model === 'alpb') ? ['alpb'] : [];
    return cite(...generator, ...levels.map(({ method }) => method), 'geometric', ...solvent);
  },
});
