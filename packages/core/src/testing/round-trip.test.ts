import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  Bundle,
  Calculation,
  Folder,
  FolderContents,
  itemLabels,
  itemMessages,
  Molecule,
  Pocket,
  Project,
  ProjectList,
  Protein,
  ProteinSequence,
  readSearch,
  SavedSearch,
  Settings,
  Structure,
  searchQuery,
  User,
  unfinishedSentence,
  WorkflowItem,
  writeProteinSequences,
  writeSearch,
  writtenMolecule,
} from '../entities/index.ts';
import { storedSettings } from '../methods/index.ts';
import { MultistageOptimizationSettings } from '../workflows/parts/chains/multistage-optimization.ts';
import { ConformerGenerationSettings } from '../workflows/parts/conformers/conformer-generation.ts';
import { compareJson } from './lossless.ts';
import { jsonNames, readJson, readOfType, typesWith } from './read-file.js';

/** JSON as it goes over the wire. */
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
/** Keys that reading adds are null, empty or a default that is listed here. */
const empty = (value: unknown) =>
  value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0);

describe('stored examples', () => {
  test.each(typesWith('example-result'))('the item %s reads, and nothing is lost', (name) => {
    const stored = readOfType(name, 'example-result');
    const { changed, added } = compareJson(stored, wire(z.parse(WorkflowItem, stored)));
    expect(changed).toEqual([]);
    for (const [key, value] of added) expect({ [key]: empty(value) }).toEqual({ [key]: true });
    expect([...added.keys()].sort()).toEqual([
      'ancestor_is_public',
      'calculation_uuids',
      'compute_hardware',
      'error',
      'imported',
      'is_free',
      'progress',
      'provenance',
      'resubmitted_from_uuid',
      'run_by_username',
      'smiles',
      'waiting',
    ]);
  });

  test.each(jsonNames('examples/calculations'))('the calculation %s reads, and nothing is lost', (name) => {
    const stored = readJson(`examples/calculations/${name}.json`);
    const calculation = z.parse(Calculation, stored);
    const { changed, added } = compareJson(stored, wire(calculation));
    expect(changed).toEqual([]);
    expect(Object.fromEntries(added)).toEqual({ bond_orders: null, provenance: null });
    const rounded = { ...calculation, molecules: calculation.molecules.map(writtenMolecule) };
    expect(compareJson(stored, wire(rounded), 5e-7).changed).toEqual([]);
  });
});

/** The shapes that types share, found anywhere in a stored document by their keys. */
function sharedShapes(value: unknown, path = ''): { path: string; value: unknown; schema: z.ZodMiniType }[] {
  if (!isPlain(value)) return [];
  const schema =
    'atoms' in value && 'multiplicity' in value
      ? Molecule
      : 'optimization_settings' in value && 'singlepoint_settings' in value && !('initial_molecule' in value)
        ? MultistageOptimizationSettings
        : 'settings_type' in value
          ? ConformerGenerationSettings
          : 'method' in value && 'opt_settings' in value
            ? Settings
            : null;
  const inside = Object.entries(value).flatMap(([key, entry]) => sharedShapes(entry, `${path}/${key}`));
  return schema === null ? inside : [{ path, value, schema }, ...inside];
}

describe('molecules, settings, chains and generators in stored data and in the public defaults', () => {
  const documents = [
    ...['results', 'calculations', 'defaults'].flatMap((folder) =>
      jsonNames(`examples/${folder}`).map((name) => `examples/${folder}/${name}.json`),
    ),
    ...(['example-settings', 'example-result'] as const).flatMap((name) =>
      typesWith(name).map((type) => `../workflows/types/${type}/${name}.json`),
    ),
  ];
  const counts = new Map<unknown, number>();

  test.each(documents)('%s', (document) => {
    for (const { path, value, schema } of sharedShapes(readJson(document))) {
      counts.set(schema, (counts.get(schema) ?? 0) + 1);
      const read = z.safeParse(schema, value);
      expect(read.error?.message ?? null, path).toBeNull();
      const { changed, added } = compareJson(value, wire(read.data));
      expect(changed, path).toEqual([]);
      for (const [key, entry] of added) {
        const isDefault = empty(entry) || addedDefaults[key.replace(/^.*\.(?=\w+_settings)/, '')] === entry;
        expect({ [`${path}.${key}`]: isDefault ? true : entry }).toEqual({ [`${path}.${key}`]: true });
      }
    }
  });
  test('all four were met', () => {
    for (const schema of [Molecule, Settings, MultistageOptimizationSettings, ConformerGenerationSettings]) {
      expect(counts.get(schema)).toBeGreaterThan(0);
    }
  });
});

/** Defaults that older data lack, and that are neither null nor empty. */
const addedDefaults: Record<string, unknown> = { 'opt_settings.save_intermediate_steps': true };

const vector = fc.tuple(
  ...([0, 1, 2].map(() => fc.double({ noNaN: true, min: -1e4, max: 1e4 })) as [never, never, never]),
);
const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
const moleculeInput = fc.record(
  {
    charge: fc.integer({ min: -9, max: 9 }),
    multiplicity: fc.integer({ min: 1, max: 9 }),
    atoms: fc.array(fc.record({ atomic_number: fc.nat(118), position: vector })),
    energy: fc.option(number),
    gradient: fc.option(fc.array(vector)),
    cell: fc.option(fc.record({ lattice_vectors: fc.tuple(vector, vector, vector) })),
    vibrational_modes: fc.option(
      fc.array(
        fc.record({ frequency: number, reduced_mass: number, force_constant: number, displacements: fc.array(vector) }),
      ),
    ),
    note: fc.jsonValue(),
  },
  { requiredKeys: ['charge', 'multiplicity', 'atoms'] },
);
const settingsInput = fc.record(
  {
    mode: fc.constantFrom('auto', 'Rapid', 'CAREFUL', 'debug', 'reckless'),
    tasks: fc.array(fc.constantFrom('energy', 'Optimize', 'optimize_ts', 'spin-density', 'frequencies')),
    method: fc.constantFrom('hf', 'b3lyp', 'r2scan-3c', 'GFN2_xTB', 'something_else'),
    basis_set: fc.constantFrom(null, '', '6-31G*', { name: 'STO-3G', overrides: [{ name: 'def2-SVP', atoms: [1] }] }),
    corrections: fc.array(fc.constantFrom('D3BJ', 'd4', 'gcp')),
    scf_settings: fc.constantFrom(null, { soscf: true }, { soscf: false }, { soscf: 'Upon-Failure', max_iters: 9 }),
    opt_settings: fc.record({ max_steps: fc.integer({ min: 1, max: 999 }) }, { requiredKeys: [] }),
    extra: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
/** `__proto__` is dropped on purpose, by the server too. */
const dataKey = fc.string().filter((key) => key !== '__proto__');
const itemInput = fc.record(
  {
    uuid: fc.uuid(),
    name: fc.string(),
    created_at: fc.constant('2026-01-01T00:00:00Z'),
    object_status: fc.integer({ min: 0, max: 6 }),
    object_type: fc.string(),
    parent_uuid: fc.uuid(),
    object_data: fc.option(fc.dictionary(dataKey, fc.jsonValue())),
    notes: fc.string(),
    starred: fc.boolean(),
    elapsed: fc.option(number),
    later: fc.jsonValue(),
  },
  { requiredKeys: ['uuid', 'name', 'created_at', 'object_status', 'object_type', 'parent_uuid'] },
);

describe('reading what was written gives the same again', () => {
  test('molecules', () => {
    fc.assert(
      fc.property(moleculeInput, (input) => {
        const first = wire(writtenMolecule(z.parse(Molecule, input)));
        expect(wire(writtenMolecule(z.parse(Molecule, first)))).toEqual(first);
        expect(wire(z.parse(Molecule, wire(z.parse(Molecule, input))))).toEqual(wire(z.parse(Molecule, input)));
      }),
    );
  });
  test('settings', () => {
    fc.assert(
      fc.property(settingsInput, (input) => {
        const read = z.parse(Settings, input);
        expect(z.parse(Settings, wire(read))).toEqual(wire(read));
        const first = wire(storedSettings(read));
        expect(wire(storedSettings(z.parse(Settings, first)))).toEqual(first);
      }),
    );
  });
  test('workflow items', () => {
    fc.assert(
      fc.property(itemInput, (input) => {
        const first = wire(z.parse(WorkflowItem, input));
        expect(wire(z.parse(WorkflowItem, first))).toEqual(first);
        expect(compareJson(wire(input), first).changed).toEqual([]);
      }),
    );
  });
  test('protein sequences of one list are of one kind', () => {
    const sequence = fc.oneof(fc.string(), fc.record({ sequence: fc.string(), cyclic: fc.boolean() }));
    fc.assert(
      fc.property(fc.array(sequence), (sequences) => {
        const out = writeProteinSequences(z.parse(z.array(ProteinSequence), sequences));
        expect(new Set(out.map((one) => typeof one)).size).toBeLessThan(2);
        expect(writeProteinSequences(out)).toEqual(out);
      }),
    );
  });
});

describe('any JSON whatever', () => {
  const schemas = {
    Bundle,
    Calculation,
    ConformerGenerationSettings,
    Folder,
    FolderContents,
    Molecule,
    MultistageOptimizationSettings,
    Pocket,
    Project,
    ProjectList,
    Protein,
    ProteinSequence,
    SavedSearch,
    Settings,
    Structure,
    User,
    WorkflowItem,
  };

  test.each(Object.entries(schemas))('is read or refused by %s, never thrown at', (_name, schema) => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof z.safeParse(schema, value).success === 'boolean'));
  });
  test.each(Object.entries(schemas))('in the fields of %s is read or refused', (_name, schema) => {
    const shape: object = 'shape' in schema ? (schema.shape as object) : {};
    const fields = fc.record(
      Object.fromEntries(Object.keys(shape).map((key) => [key, fc.jsonValue({ maxDepth: 2 })])),
      { requiredKeys: [] },
    );
    fc.assert(fc.property(fields, (value) => typeof z.safeParse(schema, value).success === 'boolean'));
  });
  test('as the data of an item leaves its messages, labels and sentence readable', () => {
    fc.assert(
      fc.property(itemInput, fc.dictionary(fc.constantFrom('messages', 'x'), fc.jsonValue()), (input, object_data) => {
        const item = z.parse(WorkflowItem, { ...input, object_data });
        expect(Array.isArray(itemMessages(item))).toBe(true);
        expect(itemLabels(item)[0]).not.toBe('Unknown');
        expect(unfinishedSentence(item) === null).toBe(item.object_status === 2);
      }),
    );
  });
  test('in an address is a saved search', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const search = readSearch(new URLSearchParams(text));
        expect(readSearch(writeSearch(search))).toEqual(search);
        expect(z.safeParse(SavedSearch, search).success).toBe(true);
        expect(searchQuery(search).object_types).toEqual(search.type);
      }),
    );
  });
});
