import * as z from 'zod/mini';
import { phrase, sentences, type Text } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode } from '../../../entities/settings.ts';
import {
  type AdmetProperty,
  type AdmetTab,
  admetPropertiesOf,
  admetProperty,
  admetTabs,
} from '../../../tables/admet-properties.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import { countRatings, rate } from '../../../tables/ratings.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue, type Notice, type Tab } from '../../definition.ts';
import { smilesInput } from '../../parts/inputs/input-shapes.ts';
import { OwnMethod } from '../../parts/levels/own-method.ts';
import type { Fact, TabPart } from '../../tab-parts.ts';
import { entry } from './entry.ts';
import { admetHeadline } from './headline.ts';

const settings = z.looseObject({
  ...smilesInput,
  mode: z._default(Mode, 'auto'),
  /** Null is the platform's trained models (ADMET-AI). */
  admet_method: OwnMethod,
});
export type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** By the ids of `tables/admet-properties.ts`, in their units; null for a value that could not be computed. */
  properties: optionalNull(z.record(z.string(), z.nullable(z.number()))),
});
type Whole = Data & z.output<typeof results>;

export const globalModels: Notice = {
  kind: 'warning',
  title: 'Global Models of ADME-Tox Are Not Substitutes for Experimental Measurements',
  body: 'They were trained on molecules of many kinds and can be far off for yours. Use the values to choose what to measure.',
};

function helpOf({ description, unreliable, minimum, rating }: AdmetProperty): Text {
  return sentences(
    description,
    unreliable ? 'Unreliable: the model behind it is weak.' : null,
    minimum === null ? null : phrase('A prediction below {minimum} has no meaning and is left out.', { minimum }),
    rating && !unreliable ? phrase('Rating: {source}.', { source: rating.source }) : null,
  );
}

/** The value of a property, null where it was not computed or the model predicts less than can be. */
function valueOf({ id, minimum }: AdmetProperty, properties: Whole['properties']): number | null {
  const value = properties?.[id] ?? null;
  return value !== null && minimum !== null && value < minimum ? null : value;
}

/** How a property is rated; a value that is marked unreliable is not. */
function ratingOf({ rating, unreliable }: AdmetProperty) {
  return rating && !unreliable ? { rating: rating.rule } : {};
}

/** Values of a tab in one row, one column for each property, so that several items are under one another. */
function propertyTable(tab: AdmetTab, { properties, admet_method }: Whole): TableData {
  const shown = admetPropertiesOf(tab).filter(({ id }) => properties && id in properties);
  const columns = shown.map((property): ColumnOf<Record<string, number | null>> => {
    const { id, displayName, unreliable, unit, precision } = property;
    return {
      id,
      title: unreliable ? phrase('{property} (unreliable)', { property: displayName }) : displayName,
      help: helpOf(property),
      precision,
      ...(unit === null ? {} : { unit }),
      ...ratingOf(property),
      value: (values) => valueOf(property, values),
      missing: 'no value',
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

/** The properties of a tab as named values, each with its rating and where it is among approved drugs. */
function factsOf(tab: AdmetTab, { properties }: Whole): Fact[] {
  return admetPropertiesOf(tab).flatMap((property): Fact[] => {
    const { id, displayName, unit, precision, minimum, unreliable } = property;
    if ((properties?.[id] ?? null) === null) return [];
    const title = unreliable ? phrase('{property} (unreliable)', { property: displayName }) : displayName;
    const value = valueOf(property, properties);
    if (value === null)
      return [{ title, text: phrase('no value: the model predicts less than {minimum}', { minimum: minimum ?? 0 }) }];
    const percentile = properties?.[id + percentileSuffix] ?? null;
    return [
      {
        path: id,
        title,
        unit,
        precision,
        value,
        ...(percentile === null ? {} : { percentile: { value: percentile, among: 'approved drugs' } }),
        ...ratingOf(property),
      },
    ];
  });
}

/** A tab with the counts of its ratings, where it has rated values. */
function ratedTab(tab: AdmetTab, data: Whole): Tab {
  const ratings = countRatings(
    factsOf(tab, data).map((fact) => ('rating' in fact ? rate(fact.rating, fact.value) : null)),
  );
  return { id: tab, title: tab, ...(ratings ? { ratings } : {}) };
}

/** The properties of all tabs as numbers that a sentence, a folder or a table over many molecules can show. */
function valuesOf({ properties }: Whole): NamedValue[] {
  return admetTabs.flatMap((tab) =>
    admetPropertiesOf(tab).map(
      (property): NamedValue => ({
        path: property.id,
        title: property.unreliable
          ? phrase('{property} (unreliable)', { property: property.displayName })
          : property.displayName,
        unit: property.unit,
        precision: property.precision,
        value: valueOf(property, properties),
        // Counted and computed from the structure; the models predict all others.
        ...(tab === 'physicochemical' ? { stage: { method: 'rdkit_physicochemical' } } : {}),
      }),
    ),
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

export default defineResults({
  entry,
  settings,
  results,
  structures: () => [],
  tables: (data) => [...admetTabs.map((tab) => propertyTable(tab, data)), otherTable(data)],
  values: valuesOf,
  headline: (data) =>
    admetHeadline(
      admetTabs.flatMap((tab) =>
        factsOf(tab, data).flatMap((fact) =>
          'path' in fact ? [{ title: fact.title, rating: rate(fact.rating, fact.value) }] : [],
        ),
      ),
    ),
  tabs: (data) => [...admetTabs.map((tab) => ratedTab(tab, data)), infoTab],
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
