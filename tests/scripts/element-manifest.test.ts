import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { definingModules, elementManifest, elementsOf } from '../../scripts/lib/element-manifest.mjs';
import { found, propertiesOf, reachedBy, sourcesOf, typeOf, viewsOf } from '../../scripts/lib/element-styles.mjs';

const widgets = join(import.meta.dirname, '../../packages/widgets');
const manifest = elementManifest(widgets);
const elements = elementsOf(manifest);
const sources = sourcesOf(widgets);
const textOf = (name: string) => sources.find((one) => one.name === name)?.text ?? '';
const views = viewsOf(sources);
const loadedBy = (tagName: string) => reachedBy(sources, definingModules(manifest.modules), tagName);
/** Custom properties in the description of an element. */
const toldOf = (tagName: string): string[] =>
  elements
    .find((one) => one.tagName === tagName)
    ?.cssProperties.map(({ name }: { name: string }) => name)
    .toSorted() ?? [];

describe('the manifest of the elements', () => {
  test('names every element of the loader and of the script itself, and no other', () => {
    const lazy = found(/'(cuvette-[a-z-]+)': \(\) => import/g, [
      { name: 'loader', text: textOf('elements/loader.ts') },
    ]);
    const eager = found(/registerElement\('(cuvette-[a-z-]+)'/g, sources);
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

  test.each(elements)(
    'has of $tagName every event that is sent and every part that exists, and no other',
    (element) => {
      const files = loadedBy(element.tagName);
      expect(files.length).toBeGreaterThan(3);
      const names = (kind: 'events' | 'cssParts') => element[kind].map(({ name }: { name: string }) => name).toSorted();
      expect(names('events')).toEqual(found(/emit\((?:[a-z]+, )?'(cuvette-[a-z-]+)'/g, files).toSorted());
      expect(names('cssParts')).toEqual(found(/[^-]part="([a-z-]+)"/g, files).toSorted());
    },
  );

  test.each(elements)('has of $tagName every custom property that a page may set, and no other', ({ tagName }) => {
    expect(toldOf(tagName)).toEqual(propertiesOf(sources, tagName, loadedBy(tagName)).toSorted());
  });

  test('finds the properties of the theme where style sheets use them, through the private ones too', () => {
    const theme = found(/--cv-[a-z-]+: var\((--cuvette-[a-z-]+)/g, [{ name: '', text: textOf('theme/tokens.css') }]);
    expect(theme).toHaveLength(10);
    expect(toldOf('cuvette-workflow')).toEqual(expect.arrayContaining(theme));
    // A picture has no sequences and no code.
    const ofViewer = theme.filter((name) => name !== '--cuvette-font-mono');
    const sizes = ['--cuvette-height', '--cuvette-viewer-height'];
    expect(toldOf('cuvette-viewer')).toEqual([...ofViewer, ...sizes].toSorted());
    expect(toldOf('cuvette-client')).toEqual([]);
    expect(toldOf('cuvette-value')).toEqual(
      ['accent', 'border', 'radius', 'surface-raised', 'text'].map((name) => `--cuvette-${name}`),
    );
    expect(toldOf('cuvette-structure')).toEqual(
      ['structure-height', 'structure-width', 'surface', 'text', 'text-quiet'].map((name) => `--cuvette-${name}`),
    );
  });

  test('has every custom property that the README names, and no other', () => {
    const style = readFileSync(join(widgets, 'README.md'), 'utf8').split('### Style')[1]?.split('###')[0] ?? '';
    const named = found(/`(--cuvette-[a-z-]+)`/g, [{ name: '', text: style }]);
    const told = elements.flatMap(({ tagName }) => toldOf(tagName));
    expect([...new Set(told)].toSorted()).toEqual(named.toSorted());
  });

  test('has no attribute and no property that the table of the README leaves out', () => {
    const readme = readFileSync(join(widgets, 'README.md'), 'utf8');
    const table = readme.split('| name | on | meaning |')[1]?.split('\n\n')[0] ?? '';
    const names = new Set(
      table
        .split('\n')
        .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-zA-Z-]+)/g)].map((each) => each[1])),
    );
    const written = (property: string) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    for (const { tagName, attributes, members } of elements) {
      for (const { name } of [...attributes, ...members]) expect(names, tagName).toContain(written(name));
    }
  });

  test('has `theme` and `lang` of every element that draws, as attribute and as property', () => {
    for (const { tagName, attributes, members } of elements) {
      const both = (list: { name: string }[]) =>
        list.map(({ name }) => name).filter((name) => name === 'theme' || name === 'lang');
      const wanted = tagName === 'cuvette-client' ? [] : ['lang', 'theme'];
      expect(both(attributes).toSorted(), tagName).toEqual(wanted);
      expect(both(members).toSorted(), tagName).toEqual(wanted);
    }
  });

  test('elements for one type of item are made as the one for all', () => {
    expect(views.length).toBeGreaterThan(2);
    const ofOneType = elements.filter(({ tagName }) => typeOf(sources, tagName, 'elements/workflow.tsx') !== null);
    expect(ofOneType.map(({ tagName }) => tagName)).toEqual(['cuvette-basic-calculation', 'cuvette-conformer-search']);
    const whole = elements.find(({ tagName }) => tagName === 'cuvette-workflow');
    for (const one of ofOneType) {
      for (const kind of ['attributes', 'members', 'events', 'slots', 'cssProperties'] as const)
        expect(one[kind], `${one.tagName}: ${kind}`).toEqual(whole?.[kind]);
    }
  });

  test('is what React pages get', () => {
    const told = found(/^ {2}'(cuvette-[a-z-]+)': /gm, [{ name: 'jsx', text: textOf('elements/jsx.ts') }]);
    expect(told.toSorted()).toEqual(elements.map(({ tagName }) => tagName).toSorted());
  });
});
