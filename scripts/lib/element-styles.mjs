/** Which custom properties (`--cuvette-…`) a page may set for each element: found in the rules and scripts that the element can come to load. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Where the properties of the theme are: each gives its value to a private one (`--cv-…`), which the rules use. */
const tokens = 'theme/tokens.css';

/**
 * The sources of the widgets.
 * @param {string} folder the package's folder
 * @returns {{name: string, text: string}[]} names below src
 */
export const sourcesOf = (folder) =>
  readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(tsx?|css)$/.test(name) && !/test/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, 'src', name), 'utf8') }));

const textOf = (sources, name) => sources.find((one) => one.name === name)?.text ?? '';

/** Returns what a pattern's group finds in files, once each. */
export const found = (pattern, files) => [
  ...new Set(files.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))),
];

/** Types that have a result view of their own, with its module. */
export const viewsOf = (sources) =>
  [...textOf(sources, 'results/views.tsx').matchAll(/(\w+): async \(\) => \(await import\('\.\/([^']+)'/g)].map(
    ([, type, file]) => ({ type, file: `results/${file}` }),
  );

/** The one type of item that an element shows; null where it shows any, or no item. */
export function typeOf(sources, tag, file) {
  const definition = textOf(sources, file).split(`tag: '${tag}'`)[1]?.split('});')[0] ?? '';
  return /onlyType\('(\w+)'\)/.exec(definition)?.[1] ?? null;
}

/**
 * Returns what can run, or style what is drawn, when a module is loaded: what it imports, at once or later; types, and what is named besides, left
 * out.
 */
function reached(sources, root, never) {
  const names = new Set([root]);
  for (const name of names) {
    const values = textOf(sources, name).replaceAll(/^(?:import|export) type [^;]*;/gm, '');
    for (const [, path = ''] of values.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"?]+)/g)) {
      const other = posix.join(posix.dirname(name), path);
      if (!never.includes(other)) names.add(other);
    }
  }
  return sources.filter(({ name }) => names.has(name));
}

/**
 * Returns what an element can come to load. An element drawn inside another has parts and sizes of its own.
 * @param {{file: string, tags: string[]}[]} elements the modules that define elements
 */
export function reachedBy(sources, elements, tagName) {
  const file = elements.find(({ tags }) => tags.includes(tagName))?.file ?? '';
  const type = typeOf(sources, tagName, file);
  const views = viewsOf(sources);
  const otherViews = type === null ? [] : views.filter((view) => view.type !== type).map((view) => view.file);
  return reached(sources, file, [...otherViews, ...elements.map((one) => one.file)]);
}

/**
 * The custom properties that a page may set for an element, the theme's included. A rule that names tags counts for these alone, and one that
 * names classes where the scripts do too; a private property counts as the one of the theme that gives it its value.
 * @param {{name: string, text: string}[]} files what the element can come to load
 */
export function propertiesOf(sources, tag, files) {
  const given = new Map(
    [...textOf(sources, tokens).matchAll(/(--cv-[a-z-]+): var\((--cuvette-[a-z-]+)/g)].map(([, own, name]) => [
      own,
      name,
    ]),
  );
  const scripts = files.filter(({ name }) => !name.endsWith('.css'));
  const classes = new Set(found(/(cv-[a-z-]+)/g, scripts));
  const rules = files
    .filter(({ name }) => name.endsWith('.css'))
    .flatMap(({ name, text }) =>
      [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)]
        .filter(([, selector = '']) => !/cuvette-/.test(selector) || new RegExp(`${tag}(?![a-z-])`).test(selector))
        .filter(([, selector = '']) =>
          found(/\.(cv-[a-z-]+)/g, [{ name, text: selector }]).every((one) => classes.has(one)),
        )
        // What only hands a value of the theme on shows nothing.
        .map(([, , body = '']) => ({ name, text: body.replaceAll(/--cv-[a-z-]+: var\(--cuvette-[^;]*;/g, '') })),
    );
  const used = [...scripts, ...rules];
  const handedOn = found(/var\((--cv-[a-z-]+)/g, used).flatMap((own) => given.get(own) ?? []);
  return [...new Set([...found(/var\((--cuvette-[a-z-]+)/g, used), ...handedOn])];
}

/** Descriptions of the theme's properties. */
export const themeOf = (sources) =>
  [...textOf(sources, tokens).matchAll(/@cssprop (--cuvette-[a-z-]+) - (.+)/g)].map(([, name, description]) => ({
    name,
    description,
  }));
