import * as z from 'zod/mini';
import type { MethodReport } from '../../entities/method-report.ts';
import { phrase } from '../../entities/phrases.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode, Settings, type SettingsInput } from '../../entities/settings.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { calibrationInWords, methodExtension } from '../../methods/extensions.ts';
import { methodTitle } from '../../methods/methods.ts';
import { modesByType } from '../../methods/modes.ts';
import { solventTitle } from '../../methods/solvents.ts';
import type { TableData } from '../../tables/table.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Level, Notice } from '../definition.ts';
import { numberedStructures, validUuid } from '../results/structure-references.ts';
import { ligandElements } from '../rules/limits.ts';
import { calculationNotes, conformerTable, ensembleValues } from '../schemas/conformer-ensemble.ts';
import { modeField } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import {
  type MethodChoice,
  methodChoiceField,
  methodChoiceOffers,
  methodChoiceProblems,
  OwnMethod,
} from '../schemas/own-method.ts';

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'careful'),
  tautomer_method: OwnMethod,
});
type Data = z.output<typeof settings>;

/** Energy in Hartree, weight between 0 and 1, relative energy in kcal/mol; the first structure is the one to show. */
const Tautomer = z.looseObject({
  energy: z.number(),
  weight: optionalNull(z.number()),
  predicted_relative_energy: optionalNull(z.number()),
  structures: z._default(z.array(z.looseObject({ uuid: z.string() })), []),
});
const results = z.looseObject({ tautomers: z._default(z.array(Tautomer), []) });

const solvent = 'water';

/** Method and solvent model of each way to rank tautomers: optimized in the gas phase, then in water, where they are ranked. */
function levelOf(value: string | null) {
  return value === 'gfn2_alpb' ? { method: 'gfn2_xtb', model: 'alpb' } : { method: 'aimnet2_wb97md3', model: 'cpcmx' };
}

function missing(value: string | null, report: MethodReport | null): string | null {
  const { method, model } = levelOf(value);
  if (report === null || report.methods[method]?.solvent_models.includes(model)) return null;
  return `Not available on this server: ${methodTitle(method)} has no ${model.toUpperCase()}(${solvent}) here.`;
}

const choice: MethodChoice = {
  type: 'tautomers',
  path: 'tautomer_method',
  title: 'Method',
  platform: 'AIMNet2 (ωB97M-D3)/CPCM-X(water)',
  method: (value) => levelOf(value).method,
  missing,
};

function levels({ tautomer_method: value }: Data): Level[] {
  const { method, model } = levelOf(value);
  const stages: SettingsInput[] = [
    { method, tasks: ['optimize'] },
    { method, tasks: ['optimize'], solvent_settings: { solvent, model } },
  ];
  return stages.map((stage) => ({ settings: z.parse(Settings, stage), field: choice.path }));
}

/** The ± of a tautomer's energy against that of another one, in kcal/mol. */
function errorOf(value: string | null): string {
  const calibration = value === null ? null : (methodExtension('tautomers', value)?.calibration ?? null);
  const error = calibrationInWords(calibration, null);
  return calibration ? phrase('{error} kcal/mol', { error }) : error;
}

/** What is to be said beside every tautomer energy: by which method, and how well it is known. */
function energyHelp(value: string | null): string {
  const extension = value === null ? null : methodExtension('tautomers', value);
  const title = extension?.title ?? choice.platform;
  return phrase('{method}, {solvent}; {calibration}', {
    method: title,
    solvent: solventTitle(solvent).toLowerCase(),
    calibration: errorOf(value),
  });
}

function accuracyNotice({ tautomer_method: value }: Data): Notice[] {
  const extension = value === null ? null : methodExtension('tautomers', value);
  if (!extension) return [];
  return [
    {
      kind: 'warning',
      title: 'Semiempirical Tautomer Energies Are Approximate',
      body: `${extension.method} Differences of a few kcal/mol, and with them the weights, may have the wrong size or order.`,
    },
  ];
}

function table(
  { tautomers, tautomer_method }: Data & z.output<typeof results>,
  { provenance }: WorkflowItem,
): TableData {
  const uuids = tautomers.map(({ structures: [first] }) => first?.uuid ?? null);
  return conformerTable(
    tautomers.map(({ energy }) => energy),
    uuids.map(validUuid),
    provenance,
    {
      id: 'tautomers',
      title: 'Tautomer Search',
      member: 'Tautomer',
      weights: tautomers.map(({ weight }) => weight),
      relative: tautomers.map(({ predicted_relative_energy: relative }) => relative),
      energyHelp: energyHelp(tautomer_method),
      drawings: tautomers.map((_, index) => provenance?.tautomers?.[index] ?? null),
      notes: calculationNotes(uuids),
    },
  );
}

/** Tautomers of a molecule, ranked by their energy in water. */
export default defineWorkflow({
  type: 'tautomers',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({
    openShell: false,
    severalStructures: false,
    elements: { allowed: ligandElements, by: 'The tautomer search' },
  }),
  modes: { mode: modesByType.tautomers },
  settings,
  results,

  levels,
  needs: () => ['rdkit'],
  // What a worker lacks of method and solvent model is said of the levels.
  rules: [({ tautomer_method: value }) => methodChoiceProblems(choice, value, null)],
  notices: accuracyNotice,
  offers: (data, report) => methodChoiceOffers(choice, data, report),

  fields: [
    modeField(modesByType.tautomers, {
      help: 'How many conformers of each tautomer are kept, and how widely they are sampled.',
    }),
    methodChoiceField(choice),
  ],
  structures: ({ tautomers }) =>
    numberedStructures(
      'Tautomer',
      tautomers.map(({ structures: [first] }) => validUuid(first?.uuid)),
    ),
  tables: (data, { item }) => [table(data, item)],
  values: (data, { item }) => ensembleValues(table(data, item)),
  tabs: () => [{ id: 'tautomers', title: 'Tautomer Search' }, infoTab],
  parts: (data, { item }) => ({
    tautomers: [
      {
        kind: 'facts',
        facts: [
          ...ensembleValues(table(data, item)).filter(({ value }) => value !== null),
          { title: 'Error of a relative energy', text: energyHelp(data.tautomer_method) },
        ],
      },
      { kind: 'table', table: 'tautomers' },
    ],
  }),
  cite: (data) => [
    ...(data.tautomer_method === null ? [] : [data.tautomer_method]),
    'rdkit',
    ...levelCitations(levels(data).map((level) => level.settings)),
  ],
});
