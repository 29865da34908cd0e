import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Calculation, type Molecule, status, tasks, WorkflowItem } from '@cuvette/core/entities';
import { admetProperties } from '@cuvette/core/tables/admet';
import { catalogue, loadWorkflow, type WorkflowDefinition } from '@cuvette/core/workflows';
import { namedValuesOf } from '@cuvette/core/workflows/results/named-values';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { inGerman } from '../../packages/widgets/src/german/terms.ts';

const core = join(import.meta.dirname, '../../packages/core/src');
const read = (path: string) => readFileSync(join(core, path), 'utf8');
const json = (path: string) => JSON.parse(read(path)) as Record<string, unknown>;

/** What German says as English does: symbols, units, names of methods and programs. */
const same = new Set([
  ...['ΔE', 'ΔG', 'pKα', 'Dimension', 'Pose', 'Pose 7.4', 'Potential', 'Spin', 'Tautomer', 'Tautomer 1', 'Gas: 7.4'],
  ...['7.4: Fragment 1', '7.4: Fragment 2'],
  ...['Hartree', 'kcal/mol', 'eV', 'cm⁻¹', 'km/mol', 'Debye', 'amu', 'mDyne/Å', 'ppm', 'fs', 'ns', 'atm', 'Da', 'V'],
  ...['µmol/L', 'log(mol/L)', 'log(cm/s)', 'L/kg', 'µL/min/mg', 'log(1/(mol/kg))', 'pH'],
  ...[
    'pKa',
    'logD',
    'LogP',
    'log S',
    'SMILES',
    'BBB',
    'NMR',
    'IR',
    'BDE',
    'IRC',
    'HOMO',
    'LUMO',
    'pTM',
    'ipTM',
    'pLDDT',
  ],
  ...[
    'PoseBusters',
    'pKBHX',
    'ATAD5',
    'Aromatase',
    'Atom',
    'Orbital',
    'Index',
    'Gas',
    'Oxidation',
    'Protein',
    'Docking',
    'Scan',
  ],
]);

/** Sentences that are put together of whole ones, which are asked for where they are given: by the types, and by the last test. */
const put = new Set(['No 7.4s yet.', 'Number of 7.4', '7.4Gas: 7.4.', 'Above the lowest of these energies.7.4']);

/** Texts that a result can show and that German does not say otherwise; those without a word need no translation. */
const missing = (texts: Iterable<string>) =>
  [...new Set(texts)].filter(
    (text) => /\p{L}{2,}/u.test(text) && !same.has(text) && !put.has(text) && inGerman(text) === text,
  );

/** Molecules of every calculation that the examples hold. */
const molecules: ReadonlyMap<string, readonly Molecule[]> = new Map(
  readdirSync(join(core, 'testing/examples/calculations')).map((name) => {
    const calculation = Calculation.parse(json(`testing/examples/calculations/${name}`));
    return [name.replace('.json', ''), calculation.molecules];
  }),
);

/** All texts of the tabs, tables, named values and structures that a type gives for an item. */
function shown(definition: WorkflowDefinition, item: WorkflowItem): string[] {
  const words = (heads: readonly { title: string; unit?: string | null; help?: string; missing?: string }[]) =>
    heads.flatMap(({ title, unit, help, missing: absent }) => [title, unit ?? '', help ?? '', absent ?? '']);
  return [
    definition.title,
    ...definition.tabs(item, molecules).map(({ title }) => title),
    ...definition.structures(item, molecules).map(({ name }) => name),
    ...words(namedValuesOf(definition, item, molecules)),
    ...namedValuesOf(definition, item, molecules).map(({ remark }) => remark ?? ''),
    ...definition
      .tables(item, molecules)
      .flatMap(({ title, empty, columns }) => [
        title,
        empty,
        ...words(columns),
        ...columns.flatMap((column) =>
          column.kind === 'text' && column.notation === 'term' ? column.values.map((value) => value ?? '') : [],
        ),
      ]),
  ];
}

const itemOf = (type: string, data: object, code: number) =>
  WorkflowItem.parse({
    uuid: '9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5a11',
    name: '',
    created_at: '2026-11-21T00:00:00Z',
    object_status: code,
    object_type: type,
    parent_uuid: '1c8f7a76-52a1-4b3c-9f6d-2f4f5d9be001',
    object_data: data,
  });

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each);
  else if (isNode(value)) {
    yield value;
    for (const [key, inner] of Object.entries(value)) if (key !== 'parent') yield* nodesIn(inner);
  }
}

/** The texts that an expression can give; what is filled in is a number here. */
function textsOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : [];
  if (value.type === 'TemplateLiteral') {
    const parts = value.quasis as { value: { cooked: string } }[];
    return [parts.map(({ value: { cooked } }) => cooked).join('7.4')];
  }
  if (value.type === 'ConditionalExpression') return [...textsOf(value.consequent), ...textsOf(value.alternate)];
  if (value.type === 'LogicalExpression') return [...textsOf(value.left), ...textsOf(value.right)];
  if (value.type === 'ArrowFunctionExpression') return textsOf(value.body);
  return [];
}

/** What a result shows is written as an object with an identifier or decimals; a field of the form has a kind, a notice a body. */
const resultKeys = ['id', 'precision', 'columns', 'summary', 'source', 'empty'];
const formKeys = ['kind', 'body', 'role', 'options', 'editor', 'mechanism'];

/** The literal texts of everything that results are made of in a source file. */
function written(source: string): string[] {
  const { program } = parseSync('source.ts', source);
  const found: string[] = [];
  for (const node of nodesIn(program)) {
    if (node.type !== 'ObjectExpression') continue;
    const entries = new Map(
      (node.properties as Node[]).flatMap((property): [string, Node][] =>
        property.type === 'Property' && isNode(property.key) && typeof property.key.name === 'string'
          ? [[property.key.name, property]]
          : [],
      ),
    );
    if (!resultKeys.some((key) => entries.has(key)) || formKeys.some((key) => entries.has(key))) continue;
    const isTerm = textsOf(entries.get('notation')?.value).includes('term');
    const keys = ['title', 'unit', 'help', 'missing', 'empty', 'remark', ...(isTerm ? ['text'] : [])];
    for (const key of keys) found.push(...textsOf(entries.get(key)?.value));
    if (entries.has('source')) found.push(...textsOf(entries.get('name')?.value));
  }
  for (const node of nodesIn(program)) {
    if (node.type !== 'CallExpression' || !isNode(node.callee)) continue;
    const [first, second] = node.arguments as Node[];
    const name = String(node.callee.name);
    if (/^(calculation|protein)Structure$/.test(name)) found.push(...textsOf(first));
    if (/^(molecule|smiles)Structure$/.test(name)) found.push(...textsOf(second));
    if (name === 'numberedStructures') found.push(...textsOf(first).map((text) => `${text} 1`));
  }
  return found;
}

/** Tables of several items side by side stand in the portal alone, which is in English. */
const portalOnly = ['merged-tables.ts', 'mixed-comparison.ts', 'scan-comparison.ts', 'saved-columns.ts'];
const sources = ['workflows', 'tables'].flatMap((folder) =>
  readdirSync(join(core, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)works-/.test(name) && !portalOnly.includes(basename(name)),
    )
    .map((name) => `${folder}/${name}`),
);

describe('what results show is there in German', () => {
  test.each(catalogue.map(({ type }) => type))('%s', async (type) => {
    const definition = (await loadWorkflow(type)) as WorkflowDefinition;
    const results = readdirSync(join(core, 'testing/examples/results')).includes(`${type}.json`)
      ? [json(`testing/examples/results/${type}.json`).object_data as object]
      : [];
    const datas = [definition.defaults(), json(`testing/examples/defaults/${type}.json`), ...results];
    const texts = datas.flatMap((data) =>
      [status.completed, status.running].flatMap((code) => shown(definition, itemOf(type, data, code))),
    );
    expect(texts.length).toBeGreaterThan(5);
    expect(missing(texts)).toEqual([]);
  });

  test('the properties of ADME-Tox', () => {
    expect(
      missing(
        admetProperties.flatMap(({ displayName, description, unit, rating }) => [
          displayName,
          description,
          unit ?? '',
          rating?.source ?? '',
        ]),
      ),
    ).toEqual([]);
  });

  test('the tasks of a calculation', () => {
    expect(missing(tasks)).toEqual([]);
  });

  test.each(sources)('every title, unit, help and empty table that %s writes', (path) => {
    expect(missing(written(read(path)))).toEqual([]);
  });

  test.each([
    ['Boltzmann weight at 298.15 K from G, with degeneracy', 'Boltzmann-Gewicht bei 298,15 K aus G, mit Entartung'],
    ['12 conformers', '12 Konformere'],
    ['Microstate 3', 'Mikrozustand 3'],
    ['Structure 2 (refined)', 'Struktur 2 (verfeinert)'],
    ['Angle H2–O1–H3', 'Winkel H2–O1–H3'],
    ['Occupancy, Trajectory 2', 'Häufigkeit, Trajektorie 2'],
    ['Protein, cyclic', 'Protein, zyklisch'],
    ['Strain under 4 kcal/mol', 'Spannung unter 4 kcal/mol'],
    ['alcohol: ± 0.75 (leave-one-out RMSE, n = 13)', 'Alkohol: ± 0,75 (RMSE bei Auslassen je eines Werts, n = 13)'],
    ['±: RMSE of 161 values', '±: RMSE von 161 Werten'],
    ['±: leave-one-out RMSE of 38 values, phenol', '±: RMSE bei Auslassen je eines Werts von 38 Werten, Phenol'],
    ['±: error of the sampling alone. Gas: N₂.', '±: nur der Fehler der Stichprobe. Gas: N₂.'],
    ['Gas: Not recorded', 'Gas: Nicht festgehalten'],
    [
      'Above the lowest of these energies. GFN2-xTB does not rank spin states: this order may be wrong.',
      'Über der niedrigsten dieser Energien. GFN2-xTB ordnet Spinzustände nicht: diese Reihenfolge kann falsch sein.',
    ],
    [
      'GFN2-xTB/ALPB(water), water; not calibrated: the error of a tautomer energy is not known',
      'GFN2-xTB/ALPB(water), Wasser; nicht kalibriert: der Fehler einer Tautomerenergie ist nicht bekannt',
    ],
    [
      'Solubility in water as logarithm. Unreliable: the model behind it is weak. A value below 0 is shown as 0. Rating: specification.',
      'Löslichkeit in Wasser als Logarithmus. Unzuverlässig: das Modell dahinter ist schwach. Ein Wert unter 0 wird als 0 gezeigt. Bewertung: Spezifikation.',
    ],
    ['Half Life (unreliable)', 'Halbwertszeit (unzuverlässig)'],
  ])('%s', (english, german) => {
    expect(inGerman(english)).toBe(german);
  });

  test('what a person or a method is called stays', () => {
    for (const text of ['my pose 3', 'GFN2-xTB', '', 'toString', 'α-D-Glucose']) {
      expect(inGerman(text)).toBe(text);
    }
  });

  test('this test reads what it says', () => {
    expect(written("const a = { id: 'a', title: b ? 'First' : `Second ${c}`, help: 'Help' };")).toEqual([
      'First',
      'Second 7.4',
      'Help',
    ]);
    expect(written("const a = { kind: 'select', path: 'a', title: 'Solvent', precision: 2 };")).toEqual([]);
    expect(missing(['Nothing that is known'])).toEqual(['Nothing that is known']);
    expect(sources.flatMap((path) => written(read(path))).length).toBeGreaterThan(400);
  });
});
