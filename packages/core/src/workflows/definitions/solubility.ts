import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { celsiusOfKelvin } from '../../chemistry/units.ts';
import type { MethodReport } from '../../entities/method-report.ts';
import { phrase } from '../../entities/phrases.ts';
import { forgivingEnum } from '../../entities/scalars.ts';
import { methodExtension } from '../../methods/extensions.ts';
import {
  fastsolvTemperatures,
  listedSolvent,
  solubilityChoices,
  solubilitySolventName,
  waterOnly,
} from '../../methods/solubility-solvents.ts';
import { solubilityRule } from '../../tables/admet-rules.ts';
import { tableOf } from '../../tables/build-table.ts';
import { solubilityInWords } from '../../tables/solubility-ratings.ts';
import type { TableData } from '../../tables/table.ts';
import { capabilityOption, capabilityReason } from '../capabilities.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { NamedValue, Notice, Offer, Option, WorkflowData } from '../definition.ts';
import { select } from '../schemas/form-fields.ts';
import { smilesInput } from '../schemas/input-shapes.ts';

const methods = ['fastsolv', 'kingfisher', 'esol', 'esol_crippen', 'esol_environments'] as const;
type Method = (typeof methods)[number];
const Method = forgivingEnum(methods);

/** Our own forms of ESOL: its logP is another's. */
const own = (method: Method) => methodExtension('solubility', method);

const titles: Readonly<Record<Method, string>> = {
  fastsolv: 'fastsolv',
  kingfisher: 'Kingfisher',
  esol: 'ESOL',
  esol_crippen: own('esol_crippen')?.title ?? 'esol_crippen',
  esol_environments: own('esol_environments')?.title ?? 'esol_environments',
};

/** What a method needs on a worker. ESOL was fitted to another program's ClogP: with RDKit's it has a name of its own. */
const needOf: Readonly<Record<Method, string>> = {
  fastsolv: 'fastsolv',
  kingfisher: 'kingfisher',
  esol: 'daylight_clogp',
  esol_crippen: 'rdkit',
  esol_environments: 'rdkit',
};

/** Hexane, toluene, tetrahydrofuran, ethyl acetate, ethanol, acetonitrile: what the public client starts with. */
const usualSolvents = ['CCCCCC', 'Cc1ccccc1', 'C1CCCO1', 'CC(=O)OCC', 'CCO', 'CC#N'];

const settings = z.looseObject({
  ...smilesInput,
  solubility_method: z._default(Method, 'fastsolv'),
  /** SMILES */
  solvents: z._default(z.array(z.string()), usualSolvents),
  /** Kelvin */
  temperatures: z._default(z.array(z.number()), [...fastsolvTemperatures]),
});
type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** By the solvent's SMILES: log10(mol/L) and its error for each temperature, in their order. */
  solubilities: z._default(
    z.record(
      z.string(),
      z.looseObject({
        solubilities: z._default(z.array(z.nullable(z.number())), []),
        uncertainties: z._default(z.array(z.nullable(z.number())), []),
      }),
    ),
    {},
  ),
});
type Whole = Data & z.output<typeof results>;

function choicesOf(method: Method) {
  return solubilityChoices(method === 'esol_crippen' || method === 'esol_environments' ? 'esol' : method);
}

/** Half a hundredth of a kelvin: a temperature that went through °C and back counts as the listed one. */
const roundingTolerance = 0.005;

function takesTemperature(method: Method, temperature: number): boolean {
  const tolerance = method === 'fastsolv' ? roundingTolerance : waterOnly.tolerance;
  // The tolerance itself is inside, whatever the last bit of the difference says.
  return choicesOf(method).temperatures.some((listed) => Math.abs(listed - temperature) <= tolerance + 1e-9);
}

function takesSolvent(method: Method, smiles: string): boolean {
  return choicesOf(method).solvents.some((solvent) => solvent.smiles === listedSolvent(smiles));
}

const celsius = (kelvin: number) => `${celsiusOfKelvin(kelvin)} °C`.replace('-', '−');

function rules({ solubility_method: method, solvents, temperatures }: Data): Problem[] {
  const found: Problem[] = [];
  const foreign = solvents.filter((smiles) => !takesSolvent(method, smiles));
  const others = temperatures.filter((temperature) => !takesTemperature(method, temperature));
  const title = titles[method];
  if (solvents.length === 0) found.push({ field: 'solvents', detail: 'Choose at least one solvent.' });
  if (temperatures.length === 0) found.push({ field: 'temperatures', detail: 'Choose at least one temperature.' });
  if (foreign.length > 0) {
    const names = foreign.map(solubilitySolventName).join(', ');
    const detail =
      method === 'fastsolv'
        ? `${title} knows ${choicesOf(method).solvents.length} solvents by their SMILES; not among them: ${names}.`
        : `${title} predicts the solubility in water only (SMILES ${waterOnly.smiles}); not: ${names}.`;
    found.push({ field: 'solvents', detail });
  }
  if (others.length > 0) {
    const allowed = choicesOf(method).temperatures.map((kelvin) => `${kelvin} K`);
    found.push({
      field: 'temperatures',
      detail: `${title} takes ${allowed.join(', ')}; not: ${others.map((kelvin) => `${kelvin} K`).join(', ')}.`,
    });
  }
  return found;
}

function fits({ solubility_method: method, solvents, temperatures }: Data): boolean {
  return (
    solvents.every((smiles) => takesSolvent(method, smiles)) &&
    temperatures.every((kelvin) => takesTemperature(method, kelvin))
  );
}

const inWater = { solvents: [waterOnly.smiles], temperatures: [waterOnly.temperature] };

function offers(data: Data, report: MethodReport | null): Offer[] {
  const method = data.solubility_method;
  const title = titles[method];
  const missing = capabilityReason(report, needOf[method], title);
  const found: Offer[] = [];
  if (missing !== null && capabilityReason(report, needOf.esol_crippen, titles.esol_crippen) === null) {
    found.push({
      field: 'solubility_method',
      text: `${title}: ${missing}`,
      action: `Use ${titles.esol_crippen}, in water at ${celsius(waterOnly.temperature)}`,
      apply: (current) => ({ ...current, ...inWater, solubility_method: 'esol_crippen' }),
    });
  }
  if (method !== 'fastsolv' && !fits(data)) {
    found.push({
      field: 'solvents',
      text: `${title} predicts the solubility in water at ${celsius(waterOnly.temperature)} only.`,
      action: `Use water at ${celsius(waterOnly.temperature)}`,
      apply: (current) => ({ ...current, ...inWater }),
    });
  }
  return found;
}

function notices({ solubility_method: method, solvents }: Data): Notice[] {
  if (method === 'fastsolv' && solvents.some((smiles) => listedSolvent(smiles) === waterOnly.smiles)) {
    return [
      {
        kind: 'warning',
        title: 'fastsolv Predicts Water Poorly',
        body: 'For the solubility in water use Kingfisher or ESOL.',
      },
    ];
  }
  const words = own(method)?.method;
  return words ? [{ kind: 'info', title: 'Solubility of the Neutral Molecule', body: words }] : [];
}

function methodOptions(_data: WorkflowData, report: MethodReport | null): Option[] {
  return methods.map((value): Option => {
    const option = capabilityOption({ value, title: titles[value] }, needOf[value], report);
    return value === 'kingfisher' ? { ...option, feature: 'kingfisher' } : option;
  });
}

function methodOf(data: WorkflowData): Method {
  const parsed = z.safeParse(Method, data.solubility_method);
  return parsed.success ? parsed.data : 'fastsolv';
}

function solubilityTable({ solvents, temperatures, solubilities }: Whole): TableData {
  const ordered = [...new Set([...solvents, ...Object.keys(solubilities)])];
  const rows = ordered.flatMap((smiles) => {
    const found = solubilities[smiles];
    if (!found) return [];
    return found.solubilities.map((logS, index) => ({
      smiles,
      temperature: temperatures[index],
      logS,
      uncertainty: found.uncertainties[index],
    }));
  });
  const onlyWater = rows.every(({ smiles }) => listedSolvent(smiles) === waterOnly.smiles);
  return tableOf({
    id: 'solubility',
    title: 'Solubility',
    rows,
    columns: [
      { id: 'solvent', title: 'Solvent', text: ({ smiles }) => solubilitySolventName(smiles) },
      {
        id: 'temperature',
        title: 'Temperature',
        unit: '°C',
        precision: 1,
        value: ({ temperature }) => (temperature === undefined ? null : celsiusOfKelvin(temperature)),
      },
      {
        id: 'log_s',
        title: 'log S',
        unit: 'log10 of mol/L',
        precision: 2,
        // The limits are those of drugs in water; in other solvents the words beside say how much dissolves.
        ...(onlyWater
          ? { rating: solubilityRule.rule, help: phrase('Rating: {source}.', { source: solubilityRule.source }) }
          : {}),
        value: ({ logS }) => logS,
      },
      { id: 'uncertainty', title: '±', unit: 'log10 of mol/L', precision: 2, value: ({ uncertainty }) => uncertainty },
      {
        id: 'words',
        title: 'Solubility',
        help: 'By tenfold steps of the concentration, a scale of our own.',
        text: ({ logS }) => (logS === null ? null : solubilityInWords(logS)),
      },
    ],
    empty: 'No solubilities yet.',
  });
}

/** log S by solvent and temperature, each by a name of its own. */
function valuesOf({ solvents, temperatures, solubilities }: Whole): NamedValue[] {
  return solvents.flatMap((smiles) =>
    temperatures.map((kelvin, index): NamedValue => {
      const found = solubilities[smiles];
      const solvent = solubilitySolventName(smiles);
      return {
        path: `log_s.${smiles}.${kelvin}`,
        title: phrase('log S in {solvent} at {temperature}', { solvent, temperature: celsius(kelvin) }),
        unit: 'log10 of mol/L',
        precision: 2,
        value: found?.solubilities[index] ?? null,
        uncertainty: found?.uncertainties[index] ?? null,
      };
    }),
  );
}

/** Solubility of a molecule in solvents at several temperatures. */
export default defineWorkflow({
  type: 'solubility',
  inputs: [{ role: 'initial_smiles', kind: 'smiles', title: 'Molecule', required: true }],
  limits: () => ({ openShell: false, severalStructures: false }),
  settings,
  results,
  needs: ({ solubility_method }) => [needOf[solubility_method]],
  rules: [rules],
  notices,
  offers,
  fields: [
    select('solubility_method', 'Method', methodOptions),
    {
      kind: 'multiselect',
      path: 'solvents',
      title: 'Solvents',
      options: (data) =>
        choicesOf(methodOf(data)).solvents.map(({ smiles, names }) => ({ value: smiles, title: names[0] ?? smiles })),
    },
    {
      kind: 'multiselect',
      numeric: true,
      path: 'temperatures',
      title: 'Temperatures',
      options: (data) =>
        choicesOf(methodOf(data)).temperatures.map((kelvin) => ({ value: String(kelvin), title: celsius(kelvin) })),
    },
  ],
  structures: () => [],
  tables: (data) => [solubilityTable(data)],
  values: valuesOf,
  tabs: () => [{ id: 'solubility', title: 'solubility' }, infoTab],
  parts: ({ temperatures }) => ({
    solubility: [
      { kind: 'table', table: 'solubility' },
      ...(temperatures.length > 1
        ? [
            {
              kind: 'plot',
              table: 'solubility',
              mark: 'line',
              x: 'temperature',
              y: 'log_s',
              series: 'solvent',
            } as const,
          ]
        : []),
    ],
  }),
  // The same solvents, spelled as the form lists them.
  resubmit: (data) => ({ value: { ...data, solvents: data.solvents.map(listedSolvent) }, changes: [] }),
  cite: ({ solubility_method: method }) => [method],
});
