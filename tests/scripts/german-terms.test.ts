import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSpectra } from '@cuvette/core/chemistry/spectra';
import {
  Bundle,
  Caveat,
  caveatOf,
  ItemHeadline,
  ItemValues,
  textOfCaveat,
  type WorkflowItem,
} from '@cuvette/core/entities';
import { numbered, phrase, sentences, type Text } from '@cuvette/core/phrases';
import { admetProperties } from '@cuvette/core/tables/admet';
import { loadWorkflow, type WorkflowDefinition } from '@cuvette/core/workflows';
import { headlineOf } from '@cuvette/core/workflows/items/headline-of';
import { itemValues } from '@cuvette/core/workflows/items/item-values';
import { listedHeadline, listedHeadlineText } from '@cuvette/core/workflows/items/listed-headline';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { germanTerms, inGerman } from '../../packages/widgets/src/german/terms.ts';
import { translator } from '../../packages/widgets/src/translator.ts';

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every text that is in a source file, and the names of its fields: a text of core is one of them. */
function* textsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* textsIn(each);
  if (!isNode(value)) return;
  if (value.type === 'Literal' && typeof value.value === 'string') yield value.value;
  if (value.type === 'Property' && isNode(value.key) && typeof value.key.name === 'string') yield value.key.name;
  for (const inner of Object.values(value)) yield* textsIn(inner);
}

const core = join(import.meta.dirname, '../../packages/core/src');
const sources = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!\.test|\/german)\.ts$/.test(name),
);

/** Views of the widgets that make a table of their own. */
const views = ['results/panels/contacts-panel.tsx'].map((name) => join('../../widgets/src', name));

/** What core can say: its texts, and those that are put together once, where a module is loaded. */
const identifiers = new Set([
  ...[...sources, ...views].flatMap((name) => [
    ...textsIn(parseSync(name, readFileSync(join(core, name), 'utf8')).program),
  ]),
  ...admetProperties.flatMap(({ displayName, description }) => [displayName, description]),
]);

/** What the calls of a function begin with, where that is a text. */
function* firstArguments(value: unknown, name: string): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* firstArguments(each, name);
  if (!isNode(value)) return;
  const [first] = value.type === 'CallExpression' ? (value.arguments as Node[]) : [];
  if (first?.type === 'Literal' && isNode(value.callee) && value.callee.name === name) yield String(first.value);
  for (const inner of Object.values(value)) yield* firstArguments(inner, name);
}

/** Texts of a property, wherever it is. */
function* textsOfProperty(value: unknown, name: string, say = textsIn): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* textsOfProperty(each, name, say);
  if (!isNode(value)) return;
  if (value.type === 'Property' && isNode(value.key) && value.key.name === name) yield* say(value.value);
  for (const inner of Object.values(value)) yield* textsOfProperty(inner, name, say);
}

/** Texts that the calls of a function have after their first argument. */
function* laterArguments(value: unknown, name: string): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* laterArguments(each, name);
  if (!isNode(value)) return;
  if (value.type === 'CallExpression' && isNode(value.callee) && value.callee.name === name)
    yield* literalsIn((value.arguments as Node[]).slice(1));
  for (const inner of Object.values(value)) yield* laterArguments(inner, name);
}

/** Units, names of programs and of quantities that are the same everywhere. */
const wordsOfAllLanguages = ['PoseBusters', 'kcal/mol', 'Debye', 'Hartree', 'log S'];

/** Texts in a source alone, without the names of fields. */
function* literalsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* literalsIn(each);
  if (!isNode(value) || value.type === 'CallExpression') return;
  if (value.type === 'Literal' && typeof value.value === 'string') yield value.value;
  for (const inner of Object.values(value)) yield* literalsIn(inner);
}

const placesOf = (text: string) => new Set(text.match(/\{\w+\}/g));

describe('German for what core says', () => {
  test('every identifier of the table is one that core has, with the same values', () => {
    expect(Object.keys(germanTerms).filter((id) => !identifiers.has(id))).toEqual([]);
    const others = Object.entries(germanTerms).filter(([id, said]) =>
      [...placesOf(said)].some((one) => !placesOf(id).has(one)),
    );
    expect(others).toEqual([]);
  });

  test('what a result explains of its numbers, and what changes them, has its German', () => {
    const results = sources.filter((name) =>
      /^workflows\/(?:items|parts\/(?:calculations|orbitals|paths)|types\/\w+\/[\w-]+-(?:tables?|rows|values|errors))/.test(
        name,
      ),
    );
    const texts = results.flatMap((name) => {
      const { program } = parseSync(name, readFileSync(join(core, name), 'utf8'));
      return [
        ...firstArguments(program, 'phrase'),
        ...firstArguments(program, 'make'),
        ...textsOfProperty(program, 'help'),
      ];
    });
    expect(texts.length).toBeGreaterThan(30);
    expect([...new Set(texts)].filter((text) => /[a-z]{2} /.test(text) && !Object.hasOwn(germanTerms, text))).toEqual(
      [],
    );
  });

  test('what is said of the file of a spectrum, and why candidates are not judged, has its German', () => {
    const texts = sources
      .filter((name) => /^chemistry\/spectra\/(?:formats\/read-|formats\/jcamp-|nmr\/dp4)/.test(name))
      .flatMap((name) => [...textsIn(parseSync(name, readFileSync(join(core, name), 'utf8')).program)])
      .filter((text) => /\p{L}+ \p{L}+ [\p{L}{]+/u.test(text));
    expect(texts.length).toBeGreaterThan(25);
    expect([...new Set(texts)].filter((text) => !Object.hasOwn(germanTerms, text))).toEqual([]);
    expect(() => readSpectra('##TITLE=n\n##DATA TYPE=NMR FID\n##XYDATA=(X++(Y..Y))\n0 1 2\n##END=\n', null)).toThrow(
      expect.objectContaining({
        message: 'The file is a free induction decay ("NMR FID"); transform it to a spectrum first.',
        text: expect.toSatisfy((text: Text) => inGerman(text).startsWith('Die Datei ist ein freier Induktionszerfall')),
      }),
    );
  });

  test('what a headline says has its German', () => {
    const texts = sources
      .filter((name) => /headline(?:-\w+)?\.ts$|vibrations-in-words/.test(name))
      .flatMap((name) => {
        const { program } = parseSync(name, readFileSync(join(core, name), 'utf8'));
        return ['title', 'text', 'unit', 'sentence']
          .flatMap((property) => [...textsOfProperty(program, property, literalsIn)])
          .concat([...firstArguments(program, 'phrase')], [...firstArguments(program, 'sentences')])
          .concat([...laterArguments(program, 'counted')]);
      });
    expect(texts.length).toBeGreaterThan(100);
    expect([...new Set(texts)].filter((text) => /[a-z]{3}/.test(text) && !Object.hasOwn(germanTerms, text))).toEqual(
      wordsOfAllLanguages,
    );
  });

  test.each([
    [
      phrase('Boltzmann weight at {temperature} K from {quantity}, with degeneracy', {
        temperature: 298.15,
        quantity: 'G',
      }),
      'Boltzmann-Gewicht bei 298,15 K aus G, mit Entartung',
    ],
    [phrase('{count} {things}', { count: 12, things: 'conformers' }), '12 Konformere'],
    [numbered('Microstate', 3), 'Mikrozustand 3'],
    [phrase('{structure} (refined)', { structure: numbered('Structure', 2) }), 'Struktur 2 (verfeinert)'],
    [phrase('{kind} {atoms}', { kind: 'Angle', atoms: 'H2–O1–H3' }), 'Winkel H2–O1–H3'],
    [
      phrase('{class}: {error}', {
        class: 'alcohol',
        error: phrase('± {error} ({kind}, n = {size})', { error: 0.75, kind: 'leave-one-out RMSE', size: 13 }),
      }),
      'Alkohol: ± 0,75 (RMSE bei Auslassen je eines Werts, n = 13)',
    ],
    [
      sentences(
        'Solubility in water as logarithm.',
        'Unreliable: the model behind it is weak.',
        null,
        phrase('A prediction below {minimum} has no meaning and is left out.', { minimum: 0 }),
        phrase('Rating: {source}.', { source: 'good: rule of five (Lipinski 1997); okay: Cuvette’s choice' }),
      ),
      'Löslichkeit in Wasser als Logarithmus. Unzuverlässig: das Modell dahinter ist schwach. Eine Vorhersage unter 0 hat keine Bedeutung und wird ausgelassen. Bewertung: gut: Rule of Five (Lipinski 1997); mäßig: von Cuvette gewählt.',
    ],
  ])('%j', (text, german) => {
    expect(inGerman(text)).toBe(german);
    // As it comes from a server: from JSON, with nothing made in this process.
    expect(inGerman(JSON.parse(JSON.stringify(text)))).toBe(german);
  });

  test('an item that a server stored is shown in German: its headline in a list, a number of it, and what changes the number', async () => {
    const bundle = readFileSync(
      join(import.meta.dirname, '../../examples/results/conformer_search.cuvette.json'),
      'utf8',
    );
    const [item] = z.parse(Bundle, JSON.parse(bundle)).items as [WorkflowItem];
    const definition = (await loadWorkflow(item.object_type)) as WorkflowDefinition;
    const sent = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
    const language = { term: inGerman, number: (text: string) => text.replace('.', ',') };
    const admet = { ...item, object_type: 'admet', object_data: { properties: { hERG: 0.5, AMES: 0.1, logP: 1.2 } } };
    const rated = listedHeadline(headlineOf((await loadWorkflow('admet')) as WorkflowDefinition, admet));
    expect(listedHeadlineText(sent(z.parse(ItemHeadline, rated)), language)).toMatch(/^\d gut, \d mäßig, \d schlecht$/);
    const values = sent(z.parse(ItemValues, itemValues(definition, item))).values;
    const count = values.find(({ path }) => path === 'number_of_conformers');
    expect(count?.title).toBe('Number of conformers');
    expect(inGerman(count?.phrases?.title ?? '')).toBe('Anzahl der Konformere');
    const caveat = caveatOf(
      'changes_number',
      phrase('{method} does not rank spin states: this order may be wrong.', { method: 'GFN2-xTB' }),
    );
    const kept = sent(z.parse(Caveat, caveat));
    expect([kept.text, inGerman(textOfCaveat(kept))]).toEqual([
      'GFN2-xTB does not rank spin states: this order may be wrong.',
      'GFN2-xTB ordnet Spinzustände nicht: diese Reihenfolge kann falsch sein.',
    ]);
  });

  test('a person’s text that reads as one of ours stays as it is', () => {
    numbered('Conformer', 2);
    expect(inGerman(numbered('Conformer', 2))).toBe('Konformer 2');
    expect(inGerman('Conformer 2')).toBe('Conformer 2');
  });

  test('what nobody translated, and what a person or a method is called, stays', () => {
    const texts = ['my pose 3', 'GFN2-xTB', '', 'toString', 'α-D-Glucose', 'a {name} in braces', 'A new table'];
    for (const text of texts) expect(inGerman(text)).toBe(text);
    const unknown = phrase('Nobody translated {number} of these.', { number: 1.5 });
    expect(inGerman(unknown)).toBe('Nobody translated 1.5 of these.');
  });

  test('rewording what English says around values takes nothing but an entry, and other languages have their own tables', () => {
    const french = translator({ Pose: 'Pose', 'Weight at pH {pH}': 'Poids à pH {pH}' }, (text) =>
      text.replace('.', ','),
    );
    expect(french(phrase('Weight at pH {pH}', { pH: 7.4 }))).toBe('Poids à pH 7,4');
    expect(french(numbered('Microstate', 2))).toBe('Microstate 2');
  });
});
