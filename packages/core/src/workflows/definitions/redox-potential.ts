import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { isFinished } from '../../entities/item-status.ts';
import type { MethodReport } from '../../entities/method-report.ts';
import { optionalChoice, optionalNull } from '../../entities/scalars.ts';
import { SolventModel } from '../../entities/settings.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { calibrationInWords } from '../../methods/extensions.ts';
import { methods, methodTitle } from '../../methods/methods.ts';
import { modesByType } from '../../methods/modes.ts';
import { forced } from '../../methods/resubmission.ts';
import { solventsByUse } from '../../methods/solvents.ts';
import { tableOf } from '../../tables/build-table.ts';
import type { TableData } from '../../tables/table.ts';
import { typeEntry } from '../catalogue-entries.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Level, Notice, Offer, WorkflowData } from '../definition.ts';
import { calculationStructure } from '../results/structure-references.ts';
import { manualProblems, refusedOptions, withoutRefusedOptions } from '../rules/chain-restrictions.ts';
import { unavailableReason } from '../rules/method-availability.ts';
import { calibrationError } from '../schemas/calibration-error.ts';
import { select, toggle } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import { defaultSolventModel } from '../schemas/levels.ts';
import {
  completeModeChain,
  isManual,
  modeChain,
  modeChainLevels,
  modeChainShape,
  settledModeChain,
  singlePointPath,
} from '../schemas/mode-chain.ts';
import {
  chainOptions,
  chainPaths,
  chainSettings,
  firstLevelPath,
  MultistageOptimizationSettings,
  manualOption,
  withoutExpansion,
} from '../schemas/multistage-optimization.ts';
import { optionalMethodField } from '../schemas/optional-level.ts';
import {
  givesPotentials,
  ionProblems,
  ownExtension,
  ownLevel,
  ownMethod,
  ownOption,
  ownTitle,
} from '../schemas/redox-method.ts';
import { methodField } from '../schemas/settings-fields.ts';

const { title } = typeEntry('redox_potential');
const [acetonitrile] = solventsByUse.redox_potential;

const settings = z.looseObject({
  ...moleculeInput,
  ...modeChainShape,
  solvent: z._default(z.nullable(z.string()), acetonitrile),
  oxidation: z._default(z.boolean(), true),
  reduction: z._default(z.boolean(), false),
  /** How energies become a potential; null as the platform's modes do it. An addition to the public keys. */
  redox_method: optionalChoice(z.string()),
});
type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** Calculations of the input, of it with one electron more, and with one less. */
  neutral_molecule: optionalNull(z.string()),
  anion_molecule: optionalNull(z.string()),
  cation_molecule: optionalNull(z.string()),
  /** V */
  oxidation_potential: optionalNull(z.number()),
  reduction_potential: optionalNull(z.number()),
  /** One potential (V) and its kind ("oxidation", "reduction"), as older items have it. */
  redox_type: optionalNull(z.string()),
  redox_potential: optionalNull(z.number()),
});
type Whole = Data & z.output<typeof results>;

/** What follows from the method and the mode: our own method has its own level; levels by hand get the solvent of the workflow in the last one. */
function settled(data: Data): Data {
  if (data.redox_method === ownMethod) {
    const chain = z.parse(MultistageOptimizationSettings, {
      mode: 'manual',
      optimization_settings: [
        { method: ownLevel, tasks: ['optimize'], solvent_settings: { solvent: acetonitrile, model: 'alpb' } },
      ],
    });
    return { ...data, mode: 'manual', mso_mode: 'manual', xtb_preopt: false, multistage_opt_settings: chain };
  }
  const { mode, multistage_opt_settings: given } = data;
  if (mode !== 'manual' || !given) return data;
  const inSolvent = <Level extends (typeof given.optimization_settings)[number]>(level: Level): Level => ({
    ...level,
    solvent_settings: level.solvent_settings ?? {
      solvent: acetonitrile,
      model: z.parse(SolventModel, defaultSolventModel(level.method)),
    },
  });
  const { optimization_settings, singlepoint_settings } = given;
  const last = optimization_settings.length - 1;
  const chain = singlepoint_settings
    ? { ...given, singlepoint_settings: inSolvent(singlepoint_settings) }
    : {
        ...given,
        optimization_settings: optimization_settings.map((level, index) => (index === last ? inSolvent(level) : level)),
      };
  return { ...data, multistage_opt_settings: chain };
}

function levels(data: Data): Level[] {
  const chain = modeChainLevels(data);
  return data.redox_method === ownMethod ? chain.map((level) => ({ ...level, field: 'redox_method' })) : chain;
}

function rules(data: Data): Problem[] {
  const found: Problem[] = refusedOptions(data, ['constraints', 'transition_state'], title);
  if (!data.oxidation && !data.reduction) {
    found.push({ field: 'oxidation', detail: 'Choose oxidation, reduction or both.' });
  }
  if (data.solvent !== acetonitrile) {
    found.push({ field: 'solvent', detail: 'Redox potentials are computed in acetonitrile only.' });
  }
  if (data.redox_method !== null && data.redox_method !== ownMethod) {
    const detail = `"${data.redox_method}" is no method for redox potentials; leave it empty or choose ${ownMethod}.`;
    found.push({ field: 'redox_method', detail });
  }
  return [...found, ...(data.mode === 'manual' && data.redox_method === null ? manualRules(data) : [])];
}

const byHand = (data: WorkflowData) => isManual(data) && !data.redox_method;

function manualRules(data: Data): Problem[] {
  const chain = modeChain(data);
  const field = 'multistage_opt_settings';
  const last = chainSettings(chain).at(-1);
  if (!last) return manualProblems({ ...chain, solvent: null }, field);
  const found: Problem[] = [];
  if (last.solvent_settings?.solvent !== acetonitrile) {
    found.push({ field, detail: 'The last level must be in acetonitrile, the only solvent of redox potentials.' });
  }
  if (!givesPotentials(last.method)) {
    found.push({
      field,
      detail: `An energy difference of ${methodTitle(last.method)} is no redox potential. Choose a density functional for the last level, or the method ${ownTitle}.`,
    });
  }
  return found;
}

function notices({ redox_method }: Data): Notice[] {
  if (redox_method !== ownMethod || !ownExtension) return [];
  const { method, calibration } = ownExtension;
  const error = calibrationInWords(calibration, null);
  return [{ kind: 'info', title: ownTitle, body: `${method} ${calibration?.domain ?? ''} Error: ${error}.` }];
}

/** Where the chain of the mode lacks a method here: our own method by name. */
function offers(data: Data, report: MethodReport | null): Offer[] {
  const missing = levels(data).find(
    ({ settings: { method }, field }) => field === 'mode' && unavailableReason(report, method) !== null,
  );
  if (!missing || unavailableReason(report, ownLevel) !== null) return [];
  const { method } = missing.settings;
  return [
    {
      field: 'mode',
      text: `${methodTitle(method)}: ${unavailableReason(report, method)}`,
      action: `Use ${ownTitle}`,
      apply: (current) => ({ ...current, redox_method: ownMethod, mode: 'manual' }),
    },
  ];
}

/** The electrode that the values are against: our own method says it, and so does the record of what ran here. */
function electrodeOf(data: Whole, item: WorkflowItem): string | null {
  return data.redox_method === ownMethod ? 'SHE' : (item.provenance?.reference_electrode ?? null);
}

/** The check set behind the ±: energies of the platform's modes have none. */
const calibrationOf = (data: Whole) => (data.redox_method === ownMethod ? (ownExtension?.calibration ?? null) : null);

function potentialTable(data: Whole, item: WorkflowItem): TableData {
  const legacy = (kind: string) => (data.redox_type === kind ? data.redox_potential : null);
  const rows = [
    {
      what: 'Oxidation',
      asked: data.oxidation,
      potential: data.oxidation_potential ?? legacy('oxidation'),
      uuid: data.cation_molecule,
    },
    {
      what: 'Reduction',
      asked: data.reduction,
      potential: data.reduction_potential ?? legacy('reduction'),
      uuid: data.anion_molecule,
    },
  ].filter(({ asked, potential }) => potential !== null || (asked && isFinished(item.object_status)));
  return tableOf({
    id: 'redox_potential',
    title: 'Redox Potential Prediction',
    rows,
    columns: [
      { id: 'couple', title: 'Couple', notation: 'term', text: ({ what }) => what },
      {
        id: 'potential',
        title: 'Potential',
        unit: 'V',
        help: 'One electron, without proton transfer, in acetonitrile.',
        precision: 2,
        missing: 'Not computed',
        value: ({ potential }) => potential,
      },
      {
        id: 'reference',
        title: 'Reference electrode',
        notation: 'term',
        text: () => electrodeOf(data, item) ?? 'not recorded',
      },
      {
        id: 'error',
        title: 'Error',
        notation: 'term',
        text: () => calibrationInWords(calibrationOf(data), null),
      },
    ],
    structure: ({ uuid }) => uuid,
    empty: 'No potentials yet.',
  });
}

/** One-electron oxidation and reduction potentials in acetonitrile. */
export default defineWorkflow({
  type: 'redox_potential',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  modes: { mode: modesByType.redox_potential },
  manual: ['mode'],
  settings,
  results,
  levelPaths: chainPaths,
  settle: (data) => ({ value: settled(settledModeChain(data)), changes: [] }),
  complete: completeModeChain,
  levels,
  rules: [rules, (data) => ionProblems(levels(data))],
  notices,
  offers,

  fields: [
    toggle('oxidation', 'Oxidation'),
    toggle('reduction', 'Reduction'),
    select(
      'redox_method',
      'Method',
      (_data, report) => [{ value: '', title: 'Energies of the mode below' }, ownOption(report)],
      { help: 'Proton-coupled couples, such as quinones in water, are not one-electron potentials and are refused.' },
    ),
    select('mode', 'Mode', (_data, report) => [...chainOptions(report), manualOption], {
      shown: (data) => !data.redox_method,
    }),
    {
      ...methodField(firstLevelPath, [...methods.keys()], 'Optimization method'),
      shown: byHand,
    },
    {
      ...optionalMethodField(
        singlePointPath,
        [...methods.keys()].filter(givesPotentials),
        'Single point method',
        'None',
      ),
      shown: byHand,
    },
    toggle('xtb_preopt', 'Preoptimization with GFN-xTB', {
      help: 'A cheap optimization first; reckless has none.',
      shown: (data) => !isManual(data) && !data.redox_method,
    }),
    toggle('frequencies', 'Frequencies', { help: 'Vibrational frequencies after the last optimization.' }),
  ],
  structures: ({ neutral_molecule, anion_molecule, cation_molecule }) => [
    ...calculationStructure('Neutral Structure', neutral_molecule),
    ...calculationStructure('Reduced Structure', anion_molecule),
    ...calculationStructure('Oxidized Structure', cation_molecule),
  ],
  calculations: ({ neutral_molecule, anion_molecule, cation_molecule }) => [
    neutral_molecule,
    anion_molecule,
    cation_molecule,
  ],
  tables: (data, { item }) => [potentialTable(data, item)],
  values: (data, { item }) => {
    const electrode = electrodeOf(data, item);
    const known = data.redox_method === ownMethod ? { method: ownTitle } : {};
    const error = calibrationError(calibrationOf(data), null);
    return (['oxidation', 'reduction'] as const).map((couple) => ({
      path: `${couple}_potential`,
      title: couple === 'oxidation' ? 'Oxidation potential' : 'Reduction potential',
      unit: electrode === null ? 'V' : `V vs. ${electrode}`,
      precision: 2,
      value: data[`${couple}_potential`] ?? (data.redox_type === couple ? data.redox_potential : null),
      ...(electrode === null
        ? { remark: 'The reference electrode was not recorded.' }
        : { ...error, remark: error.remark ?? 'not calibrated', ...known }),
    }));
  },
  tabs: () => [{ id: 'redox_potential', title: 'Redox Potential Prediction' }, infoTab],
  parts: () => ({
    redox_potential: [
      { kind: 'panel', panel: 'potentials' },
      { kind: 'table', table: 'redox_potential' },
    ],
  }),
  resubmit(data) {
    const dropped = withoutRefusedOptions(
      withoutExpansion({ ...data, mso_mode: data.mode }),
      ['constraints', 'transition_state'],
      title,
    );
    const reason = 'Redox potentials are computed in acetonitrile only.';
    const solvent = forced(dropped.value, 'solvent', acetonitrile, reason);
    // Our own method brings its level itself; the mode that it stands for is no choice of the person.
    const value = data.redox_method === ownMethod ? { ...solvent.value, mode: 'rapid' as const } : solvent.value;
    return { value, changes: [...dropped.changes, ...solvent.changes] };
  },
  cite: (data) => [
    ...(data.redox_method === ownMethod ? [ownMethod] : []),
    ...levelCitations(levels(data).map((level) => level.settings)),
  ],
});
