import * as z from 'zod/mini';
import { phrase, sentences } from '../../entities/phrases.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode } from '../../entities/settings.ts';
import { methodExtension } from '../../methods/extensions.ts';
import {
  type AdmetProperty,
  type AdmetTab,
  admetPropertiesOf,
  admetProperty,
  admetTabs,
} from '../../tables/admet-properties.ts';
import { type ColumnOf, tableOf } from '../../tables/build-table.ts';
import type { TableData } from '../../tables/table.ts';
import { capabilityReason } from '../capabilities.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { NamedValue, Notice } from '../definition.ts';
import { smilesInput } from '../schemas/input-shapes.ts';
import {
  type MethodChoice,
  methodChoiceField,
  methodChoiceOffers,
  methodChoiceProblems,
  OwnMethod,
} from '../schemas/own-method.ts';
import type { Fact, TabPart } from '../tab-parts.ts';

const settings = z.looseObject({
  ...smilesInput,
  mode: z._default(Mode, 'auto'),
  /** Null is the platform's trained models (ADMET-AI). */
  admet_method: OwnMethod,
});
type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** By the ids of `tables/admet-properties.ts`, in their units; null for a value that could not be computed. */
  properties: optionalNull(z.record(z.string(), z.nullable(z.number()))),
});
type Whole = Data & z.output<typeof results>;

const methodChoice: MethodChoice = {
  type: 'admet',
  path: 'admet_method',
  title: 'Method',
  platform: 'ADMET-AI',
  method: () => null,
  missing: (value, report) => capabilityReason(report, value === null ? 'admet_ai' : 'rdkit', 'ADME-Tox Prediction'),
};

const globalModels: Notice = {
  kind: 'warning',
  title: 'Global Models of ADME-Tox Are Not Substitutes for Experimental Measurements',
  body: 'They were trained on molecules of many kinds and can be far off for yours. Use the values to choose what to measure.',
};

function notices({ admet_method }: Data): Notice[] {
  const own = admet_method === null ? null : methodExtension('admet', admet_method);
  return own ? [globalModels, { kind: 'info', title: own.title, body: own.method }] : [globalModels];
}

function helpOf({ description, unreliable, minimum, rating }: AdmetProperty): string {
  return sentences(
    description,
    unreliable ? 'Unreliable: the model behind it is weak.' : null,
    minimum === null ? null : phrase('A value below {minimum} is shown as {minimum}.', { minimum }),
    rating && phrase('Rating: {source}.', { source: rating.source }),
  );
}

/** Values of a tab in one row, one column for each property, so that several items stand under one another. */
function propertyTable(tab: AdmetTab, { properties, admet_method }: Whole): TableData {
  const shown = admetPropertiesOf(tab).filter(({ id }) => properties && id in properties);
  const columns = shown.map((property): ColumnOf<Record<string, number | null>> => {
    const { id, displayName, unreliable, unit, precision, minimum, rating } = property;
    return {
      id,
      title: unreliable ? phrase('{property} (unreliable)', { property: displayName }) : displayName,
      help: helpOf(property),
      precision,
      ...(unit === null ? {} : { unit }),
      ...(rating ? { rating: rating.rule } : {}),
      value: (values) => {
        const value = values[id] ?? null;
        return value !== null && minimum !== null ? Math.max(minimum, value) : value;
      },
    };
  });
  return tableOf({
    id: tab,
    title: tab,
    rows: properties && shown.length > 0 ? [properties] : [],
    columns,
    empty:
      admet_method === null
        ? 'No values of this group yet.'
        : 'These properties need trained models (ADMET-AI); the chosen method does not give them.',
  });
}

/** The key of a property's percentile among approved drugs, as ADMET-AI writes it. */
const percentileSuffix = '_drugbank_approved_percentile';

/** The properties of a tab as named values, each with its rating and where it stands among approved drugs. */
function factsOf(tab: AdmetTab, { properties }: Whole): Fact[] {
  return admetPropertiesOf(tab).flatMap((property): Fact[] => {
    const { id, displayName, unit, precision, minimum, unreliable, rating } = property;
    const value = properties?.[id] ?? null;
    if (value === null) return [];
    const percentile = properties?.[id + percentileSuffix] ?? null;
    return [
      {
        path: id,
        title: unreliable ? `${displayName} (unreliable)` : displayName,
        unit,
        precision,
        value: minimum === null ? value : Math.max(minimum, value),
        ...(percentile === null ? {} : { percentile: { value: percentile, among: 'approved drugs' } }),
        ...(rating ? { rating: rating.rule } : {}),
      },
    ];
  });
}

/** The properties of all tabs as numbers that a sentence, a folder or a table over many molecules can show. */
function valuesOf({ properties }: Whole): NamedValue[] {
  return admetTabs.flatMap((tab) =>
    admetPropertiesOf(tab).map(({ id, displayName, unit, precision, minimum, unreliable }): NamedValue => {
      const value = properties?.[id] ?? null;
      return {
        path: id,
        title: unreliable ? phrase('{property} (unreliable)', { property: displayName }) : displayName,
        unit,
        precision,
        value: value !== null && minimum !== null ? Math.max(minimum, value) : value,
      };
    }),
  );
}

/** Values that the catalogue does not know, by their own names; no rating. */
function otherTable({ properties }: Whole): TableData {
  const known = (id: string) => admetProperty(id.replace(percentileSuffix, '')) !== null;
  return tableOf({
    id: 'other',
    title: 'Other values',
    rows: Object.entries(properties ?? {}).filter(([id]) => !known(id)),
    columns: [
      { id: 'name', title: 'Name', text: ([name]) => name },
      { id: 'value', title: 'Value', precision: 2, value: ([, value]) => value },
    ],
    empty: 'There are no other values.',
  });
}

/** Absorption, distribution, metabolism, excretion and toxicity of a molecule, predicted from its graph. */
export default defineWorkflow({
  type: 'admet',
  inputs: [{ role: 'initial_smiles', kind: 'smiles', title: 'Molecule', required: true }],
  limits: () => ({ openShell: false, severalStructures: false }),
  settings,
  results,
  needs: ({ admet_method }) => [admet_method === null ? 'admet_ai' : 'rdkit'],
  // What a method lacks here is said once, by `needs`.
  rules: [({ admet_method }) => methodChoiceProblems(methodChoice, admet_method, null)],
  notices,
  offers: (data, report) => methodChoiceOffers(methodChoice, data, report),
  fields: [methodChoiceField(methodChoice)],
  structures: () => [],
  tables: (data) => [...admetTabs.map((tab) => propertyTable(tab, data)), otherTable(data)],
  values: valuesOf,
  tabs: () => [...admetTabs.map((tab) => ({ id: tab, title: tab })), infoTab],
  parts: (data) =>
    Object.fromEntries(
      admetTabs.map((tab): [string, TabPart[]] => {
        const facts = factsOf(tab, data);
        const shown: TabPart[] = facts.length > 0 ? [{ kind: 'facts', facts }] : [{ kind: 'table', table: tab }];
        const overview: TabPart[] =
          tab === 'physicochemical' && data.properties !== null ? [{ kind: 'panel', panel: 'admet' }] : [];
        const warning: TabPart = { kind: 'callout', tone: 'okay', title: globalModels.title, text: globalModels.body };
        return [tab, facts.length > 0 ? [...shown, ...overview, warning] : shown];
      }),
    ),
  cite: ({ admet_method }) => [admet_method ?? 'admet_ai'],
});
