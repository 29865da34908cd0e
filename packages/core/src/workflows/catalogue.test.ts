import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, Molecule } from '../entities/index.ts';
import { compareJson } from '../testing/lossless.ts';
import { readJson, readOfType, typesWith } from '../testing/read-file.js';
import { finishedItem, noInputs } from '../testing/workflow-items.ts';
import { citationsOf } from './citations/citations.ts';
import {
  catalogue,
  entryOfPath,
  entryOfType,
  hrefOfItem,
  loadWorkflow,
  summaryOfType,
  type WorkflowInputs,
} from './index.ts';
import { inputKeys } from './parts/inputs/input-shapes.ts';

const definitions = await Promise.all(catalogue.map(({ load }) => load()));
const each = definitions.map((definition) => [definition.type, definition] as const);
const nobody = z.parse(MethodReport, { workers: 1, capabilities: [], methods: {} });
const wholeOf = ({ settings, results }: (typeof definitions)[number]) => z.extend(settings, results.shape);
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the catalogue', () => {
  test('each route leads to one type', () => {
    const routes = catalogue.flatMap(({ path, aliases }) => [path, ...aliases]);
    expect(new Set(routes).size).toBe(routes.length);
    for (const { type, path } of catalogue) expect(entryOfPath(path)?.type).toBe(type);
    expect(entryOfPath('/conformer-search')?.type).toBe('conformer_search');
    expect(entryOfPath('/admet')?.title).toBe('ADME-Tox Prediction');
    expect(entryOfPath('/tautomers')?.title).toBe('Tautomer Search');
    expect(hrefOfItem({ object_type: 'new_kind', uuid: 'u' }, { public: true })).toBe('/public/workflow/u');
    expect(hrefOfItem({ object_type: 'pka', uuid: 'u' }, { public: true, link: 'a&b' })).toBe(
      '/public/pka/u?link=a%26b',
    );
  });

  test('each entry loads the definition of its type and has a summary; an unknown type has none', async () => {
    for (const entry of catalogue) {
      const { type, path, aliases, title, features } = await entry.load();
      const { load, loadResults: _, order, additional, finishedPollSeconds, feature, gives, stages, ...head } = entry;
      expect({ type, path, aliases, title }).toEqual(head);
      expect(summaryOfType(type)).toMatch(/\.$/);
      const own = features({}).find(({ field }) => field === 'workflow_type');
      expect(own?.feature).toBe(feature);
    }
    expect(await loadWorkflow('nothing')).toBeNull();
  });

  test('types beyond the specification are after all of it', () => {
    const marked = catalogue.map(({ additional }) => additional === true);
    expect(marked).toEqual(marked.toSorted());
    expect(catalogue.find(({ additional }) => additional)?.type).toBe('logp');
  });

  test('only electronic properties and pose-analysis MD are read again when they have finished, every 60 s', () => {
    const polled = catalogue.filter(({ finishedPollSeconds }) => finishedPollSeconds !== undefined);
    expect(polled.map(({ type, finishedPollSeconds }) => [type, finishedPollSeconds]).sort()).toEqual([
      ['electronic_properties', 60],
      ['pose_analysis_md', 60],
    ]);
  });
});

test('the structures of these four are the steps of one motion, and no others are played', () => {
  const played = definitions.filter(({ playsStructures }) => playsStructures).map(({ type }) => type);
  expect(played.toSorted()).toEqual(['double_ended_ts_search', 'irc', 'molecular_dynamics', 'scan']);
});

describe.each(each)('%s', (type, definition) => {
  test('an empty form is made of the defaults, and each field is in the settings once', () => {
    const defaults = definition.defaults();
    expect(Object.keys(defaults).some((key) => inputKeys.includes(key))).toBe(false);
    const places = definition.fields.map(({ path }) => path);
    expect(new Set(places).size).toBe(places.length);
    for (const place of places) expect(Object.keys(definition.settings.shape)).toContain(place.split('.')[0]);
    const shared = Object.keys(definition.settings.shape).filter((key) => key in definition.results.shape);
    expect(shared).toEqual([]);
  });

  test('every structure that it can show comes with tabs, the info tab among them, and works to cite', () => {
    const tabs = definition.tabs(finishedItem(type, {}), new Map());
    expect(tabs.map(({ id }) => id)).toContain('info');
    expect(new Set(tabs.map(({ id }) => id)).size).toBe(tabs.length);
    expect(citationsOf(definition, definition.defaults()).length).toBeGreaterThan(0);
  });

  test('where no worker has the recipe, the submission says so in words', () => {
    const details = definition.problems(definition.defaults(), noInputs, nobody).map(({ detail }) => detail);
    expect(details.join(' ')).toContain(`${definition.title} is not available on this server: it needs`);
  });

  test('a resubmission of what a resubmission gave changes nothing more', () => {
    const { value } = definition.resubmit(definition.defaults(), nobody);
    const again = definition.resubmit(value, nobody);
    expect(again.changes).toEqual([]);
    expect(wire(again.value)).toEqual(wire(value));
  });
});

describe('stored examples', () => {
  const defaults = typesWith('example-settings');

  test.each(defaults)('%s reads with the type, and nothing is lost', async (name) => {
    const definition = await loadWorkflow(name);
    const stored = readOfType(name, 'example-settings') as Record<string, unknown>;
    expect(definition?.misfits(stored)).toEqual([]);
    if (definition) expect(compareJson(stored, wire(z.parse(wholeOf(definition), stored))).changed).toEqual([]);
  });

  test.each(typesWith('example-result'))(
    'the result %s reads with the type, nothing is lost, and tables and structures come out of it',
    async (name) => {
      const definition = await loadWorkflow(name);
      const stored = readOfType(name, 'example-result') as { object_data: Record<string, unknown> };
      if (!definition) throw new Error(name);
      expect(definition.misfits(stored.object_data)).toEqual([]);
      const parsed = wire(z.parse(wholeOf(definition), stored.object_data));
      expect(compareJson(stored.object_data, parsed).changed).toEqual([]);
      expect(compareJson(parsed, wire(z.parse(wholeOf(definition), parsed)))).toEqual({
        changed: [],
        added: new Map(),
      });
      const item = finishedItem(name, stored.object_data);
      expect(definition.structures(item).length).toBeGreaterThan(0);
      const tables = definition.tables(item, new Map());
      if (name !== 'basic_calculation') expect(tables.some(({ length }) => length > 0)).toBe(true);
    },
  );

  test('the stored data of an item from the field read as a basic calculation', async () => {
    const stored = readJson('examples/results/workflow_example.json') as Record<string, unknown>;
    expect(entryOfType('basic_calculation') && (await loadWorkflow('basic_calculation'))?.misfits(stored)).toEqual([]);
  });
});

const molecule = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.1173] },
    { atomic_number: 1, position: [0, 0.7572, -0.4692] },
    { atomic_number: 1, position: [0, -0.7572, -0.4692] },
  ],
});

/** Any JSON for some of the keys of a type, and whatever else. */
const anyData = (keys: readonly string[]) =>
  fc
    .tuple(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 })), fc.jsonValue({ maxDepth: 2 }))
    .map(([known, other]) => ({ ...known, other }));

test.each(each)('%s: no data whatever make it throw, and what it reads it reads again the same', (type, definition) => {
  const keys = [...Object.keys(definition.settings.shape), ...Object.keys(definition.results.shape)];
  const inputs: WorkflowInputs[] = [noInputs, { molecule, smiles: null }, { molecule: null, smiles: 'CCO' }];
  fc.assert(
    fc.property(anyData(keys), fc.constantFrom(...inputs), (object_data, given) => {
      const item = finishedItem(type, object_data);
      definition.structures(item);
      definition.calculations(item);
      definition.tables(item, new Map());
      definition.tabs(item, new Map());
      definition.misfits(object_data);
      citationsOf(definition, object_data);
      definition.limits(object_data);
      definition.notices(object_data, given, nobody);
      definition.offers(object_data, nobody);
      definition.resubmit(object_data, nobody);
      definition.compare([
        { item, molecules: new Map() },
        { item, molecules: new Map() },
      ]);
      const problems = definition.problems(object_data, given, null);
      if (problems.length === 0) {
        const prepared = definition.prepare(object_data, given);
        expect(wire(definition.prepare(prepared, given))).toEqual(wire(prepared));
        expect(definition.misfits(prepared)).toEqual([]);
        expect(definition.capabilities(prepared)).toContain(type);
      }
      const read = z.safeParse(wholeOf(definition), object_data);
      if (read.success) expect(wire(z.parse(wholeOf(definition), wire(read.data)))).toEqual(wire(read.data));
    }),
    { numRuns: 60 },
  );
});
