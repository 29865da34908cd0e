import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { elementManifest, elementsOf } from '../../scripts/lib/element-manifest.mjs';

const widgets = join(import.meta.dirname, '../../packages/widgets');
const elements = elementsOf(elementManifest(widgets));
const sources = readdirSync(join(widgets, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|css)$/.test(name) && !/test/.test(name))
  .map((name) => ({ name, text: readFileSync(join(widgets, 'src', name), 'utf8') }));
const textOf = (name: string) => sources.find((one) => one.name === name)?.text ?? '';
const found = (pattern: RegExp, inFiles = sources) => [
  ...new Set(inFiles.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))),
];
const all = (kind: 'events' | 'cssParts' | 'cssProperties') => [
  ...new Set(elements.flatMap((element) => element[kind].map(({ name }: { name: string }) => name))),
];

describe('the manifest of the elements', () => {
  test('names every element of the loader and of the script itself, and no other', () => {
    const lazy = found(/'(cuvette-[a-z-]+)': \(\) => import/g, [
      { name: 'loader', text: textOf('elements/loader.ts') },
    ]);
    const eager = found(/registerElement\('(cuvette-[a-z-]+)'/g);
    expect(lazy.length).toBeGreaterThan(5);
    expect(elements.map(({ tagName }) => tagName).toSorted()).toEqual([...new Set([...lazy, ...eager])].toSorted());
  });

  test('says of everything what it is for, with its type', () => {
    for (const { tagName, description, attributes, members, events, slots, cssParts, cssProperties } of elements) {
      expect(description, tagName).not.toBe('');
      for (const one of [...attributes, ...members, ...events, ...slots, ...cssParts, ...cssProperties]) {
        expect(one.description, `${tagName}: ${one.name}`).not.toBe('');
        if (one.type) expect(one.type.text, `${tagName}: ${one.name}`).not.toMatch(/^unknown$/);
      }
    }
  });

  test('has every event that is sent and every part that exists', () => {
    expect(all('events').toSorted()).toEqual(found(/emit\((?:[a-z]+, )?'(cuvette-[a-z-]+)'/g).toSorted());
    expect(all('cssParts').toSorted()).toEqual(found(/[^-]part="([a-z-]+)"/g).toSorted());
  });

  test('has every custom property that a page may set, besides the colours of the theme', () => {
    const theme = found(/--cv-[a-z-]+: var\((--cuvette-[a-z-]+)/g, [
      { name: 'tokens', text: textOf('theme/tokens.css') },
    ]);
    const used = found(/var\((--cuvette-[a-z-]+)/g).filter((name) => !theme.includes(name));
    expect(all('cssProperties').toSorted()).toEqual(used.toSorted());
  });

  test('is what React pages are told', () => {
    const told = found(/^ {2}'(cuvette-[a-z-]+)': /gm, [{ name: 'jsx', text: textOf('elements/jsx.ts') }]);
    expect(told.toSorted()).toEqual(elements.map(({ tagName }) => tagName).toSorted());
  });
});
