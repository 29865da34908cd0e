import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { elementManifest, elementsOf } from '../../scripts/lib/element-manifest.mjs';

const widgets = join(import.meta.dirname, '../../packages/widgets');
const manifest = elementManifest(widgets);
const elements = elementsOf(manifest);
const sources = readdirSync(join(widgets, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|css)$/.test(name) && !/test/.test(name))
  .map((name) => ({ name, text: readFileSync(join(widgets, 'src', name), 'utf8') }));
const textOf = (name: string) => sources.find((one) => one.name === name)?.text ?? '';
const found = (pattern: RegExp, inFiles = sources) => [
  ...new Set(inFiles.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))),
];
/** Types that have a result view of their own, with its module. */
const views = [...textOf('results/views.tsx').matchAll(/(\w+): async \(\) => \(await import\('\.\/([^']+)'/g)].map(
  ([, type, file]) => ({ type, file: `results/${file}` }),
);

/** The one type of item that an element shows; null where it shows any, or no item. */
function typeOf(tag: string, file: string): string | null {
  const definition = textOf(file).split(`tag: '${tag}'`)[1]?.split('});')[0] ?? '';
  return /onlyType\('(\w+)'\)/.exec(definition)?.[1] ?? null;
}

/** What can run, or style what is drawn, when a module is loaded: what it imports, at once or later; types, and what is named besides, left out. */
function reached(root: string, never: readonly string[]) {
  const names = new Set([root]);
  for (const name of names) {
    const values = textOf(name).replaceAll(/^(?:import|export) type [^;]*;/gm, '');
    for (const [, path = ''] of values.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"?]+)/g)) {
      const other = posix.join(posix.dirname(name), path);
      if (!never.includes(other)) names.add(other);
    }
  }
  return sources.filter(({ name }) => names.has(name));
}

const theme = found(/--cv-[a-z-]+: var\((--cuvette-[a-z-]+)/g, [{ name: 'tokens', text: textOf('theme/tokens.css') }]);

/**
 * Custom properties that a page may set for an element, besides the colours of the theme. A rule that names tags counts for these alone, and one
 * that names classes where the scripts do too.
 */
function propertiesOf(tag: string, files: typeof sources) {
  const scripts = files.filter(({ name }) => !name.endsWith('.css'));
  const classes = new Set(scripts.flatMap(({ text }) => [...text.matchAll(/cv-[a-z-]+/g)].map(([name]) => name)));
  const rules = files
    .filter(({ name }) => name.endsWith('.css'))
    .flatMap(({ name, text }) =>
      [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)]
        .filter(([, selector = '']) => !/cuvette-/.test(selector) || new RegExp(`${tag}(?![a-z-])`).test(selector))
        .filter(([, selector = '']) =>
          found(/\.(cv-[a-z-]+)/g, [{ name, text: selector }]).every((one) => classes.has(one)),
        )
        .map(([, , text = '']) => ({ name, text })),
    );
  return found(/var\((--cuvette-[a-z-]+)/g, [...scripts, ...rules]).filter((name) => !theme.includes(name));
}

/** What an element can come to load. An element drawn inside another has parts and sizes of its own. */
function reachedBy(tagName: string) {
  const files = manifest.modules.map(({ path, declarations }) => ({
    file: path.replace('src/', ''),
    tags: declarations.map((one) => one.tagName),
  }));
  const file = files.find(({ tags }) => tags.includes(tagName))?.file ?? '';
  const type = typeOf(tagName, file);
  const otherViews = type === null ? [] : views.filter((view) => view.type !== type).map((view) => view.file);
  return reached(file, [...otherViews, ...files.map((one) => one.file)]);
}

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

  test.each(elements)(
    'has of $tagName every event that is sent and every part that exists, and no other',
    (element) => {
      const files = reachedBy(element.tagName);
      expect(files.length).toBeGreaterThan(3);
      const names = (kind: 'events' | 'cssParts') => element[kind].map(({ name }: { name: string }) => name).toSorted();
      expect(names('events')).toEqual(found(/emit\((?:[a-z]+, )?'(cuvette-[a-z-]+)'/g, files).toSorted());
      expect(names('cssParts')).toEqual(found(/[^-]part="([a-z-]+)"/g, files).toSorted());
    },
  );

  test.each(elements)(
    'has of $tagName every custom property that a page may set, and no other',
    ({ tagName, cssProperties }) => {
      const told = cssProperties.map(({ name }: { name: string }) => name);
      expect(told.toSorted()).toEqual(propertiesOf(tagName, reachedBy(tagName)).toSorted());
    },
  );

  test('elements for one type of item are made as the one for all', () => {
    expect(views.length).toBeGreaterThan(4);
    const ofOneType = elements.filter(({ tagName }) => typeOf(tagName, 'elements/workflow.tsx') !== null);
    expect(ofOneType.map(({ tagName }) => tagName)).toEqual(['cuvette-basic-calculation', 'cuvette-conformer-search']);
    const whole = elements.find(({ tagName }) => tagName === 'cuvette-workflow');
    for (const one of ofOneType) {
      for (const kind of ['attributes', 'members', 'events', 'slots', 'cssProperties'] as const)
        expect(one[kind], `${one.tagName}: ${kind}`).toEqual(whole?.[kind]);
    }
  });

  test('is what React pages are told', () => {
    const told = found(/^ {2}'(cuvette-[a-z-]+)': /gm, [{ name: 'jsx', text: textOf('elements/jsx.ts') }]);
    expect(told.toSorted()).toEqual(elements.map(({ tagName }) => tagName).toSorted());
  });
});
