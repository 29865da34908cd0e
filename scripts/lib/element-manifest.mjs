/**
 * The manifest of the custom elements (custom-elements.json, schema 2.1), read from the sources: React views from their call of
 * `defineElement`, lit elements from their class. What the code says (attributes, properties, types, events) is never written twice.
 */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { propertiesOf, reachedBy, sourcesOf, themeOf } from './element-styles.mjs';
import { declarationOf, docOf, membersOf, moduleOf, typeText } from './source-docs.mjs';

const sources = ['elements', 'structure'];

/**
 * The manifest of a package.
 * @param {string} folder the package's folder; elements are looked for in src/elements and src/structure
 */
export function elementManifest(folder) {
  const events = eventTypes(moduleOf(join(folder, 'src/elements/events.ts')));
  const files = sources
    .flatMap((room) => readdirSync(join(folder, 'src', room)).map((name) => join(folder, 'src', room, name)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .toSorted();
  const modules = [];
  for (const file of files) {
    const module = moduleOf(file);
    const declarations = [...reactElements(module, events), ...litElements(module, events)];
    if (declarations.length === 0) continue;
    const path = relative(folder, file).replaceAll('\\', '/');
    modules.push({
      kind: 'javascript-module',
      path,
      declarations,
      exports: declarations.map(({ tagName, name }) => ({
        kind: 'custom-element-definition',
        name: tagName,
        declaration: { name, module: path },
      })),
    });
  }
  addTheme(folder, modules);
  return { schemaVersion: '2.1.0', readme: 'README.md', modules };
}

/** The modules that define elements, with their tags, as `reachedBy` takes them. */
export const definingModules = (modules) =>
  modules.map(({ path, declarations }) => ({
    file: path.replace('src/', ''),
    tags: declarations.map(({ tagName }) => tagName),
  }));

/** Says of each element which custom properties of the theme its rules use; its own it documents itself. */
function addTheme(folder, modules) {
  const styles = sourcesOf(folder);
  const theme = themeOf(styles);
  for (const { tagName, cssProperties } of modules.flatMap((module) => module.declarations)) {
    const used = propertiesOf(styles, tagName, reachedBy(styles, definingModules(modules), tagName));
    cssProperties.push(...theme.filter(({ name }) => used.includes(name)));
  }
}

/** All elements of a manifest, in the order of their tags. */
export const elementsOf = (manifest) =>
  manifest.modules.flatMap((module) => module.declarations).toSorted((a, b) => (a.tagName < b.tagName ? -1 : 1));

/** `noLink` -> `no-link`, as elements/attributes.ts does. */
const attributeName = (property) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const className = (tag) =>
  `${tag
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('')}Element`;

function eventTypes(module) {
  const { node } = declarationOf(module, 'CuvetteEventDetails');
  return membersOf(module, node);
}

function* reactElements(module, events) {
  for (const statement of module.program.body) {
    const call = statement.type === 'ExpressionStatement' ? statement.expression : null;
    if (call?.type !== 'CallExpression' || call.callee.name !== 'defineElement') continue;
    const definition = keysOf(module, call.arguments[0]);
    const tag = definition.get('tag').value;
    const members = membersOf(module, call.typeArguments?.params[0]);
    const attributes = keysOf(module, definition.get('attributes'));
    const properties = listOf(module, definition.get('properties'));
    const names = [...new Set([...attributes.keys(), ...properties])];
    yield element(module, statement, tag, events, {
      attributes: [...attributes.keys()].map((field) => ({ name: attributeName(field), field })),
      fields: names.map((name) => ({ name, ...(members.get(name) ?? { type: 'unknown', text: '' }) })),
    });
  }
}

function* litElements(module, events) {
  const tags = new Map();
  for (const statement of module.program.body) {
    const call = statement.expression;
    if (call?.callee?.name !== 'registerElement') continue;
    const made = call.arguments[1].body;
    if (made?.type === 'Identifier') tags.set(made.name, call.arguments[0].value);
  }
  for (const statement of module.program.body) {
    const node = statement.declaration ?? statement;
    const tag = node?.type === 'ClassDeclaration' ? tags.get(node.id.name) : undefined;
    if (!tag) continue;
    const fields = new Map();
    for (const member of node.body.body) {
      if (member.type !== 'PropertyDefinition' || member.static || member.key.type !== 'Identifier') continue;
      const type = typeText(module, member.typeAnnotation?.typeAnnotation).replace(/ \| null$/, '');
      fields.set(member.key.name, { name: member.key.name, type, text: docOf(module, member).text });
    }
    const options = node.body.body.find((member) => member.static && member.key?.name === 'properties')?.value;
    const attributes = [];
    const shown = [];
    for (const [name, value] of keysOf(module, options)) {
      const settings = keysOf(module, value);
      if (settings.get('state')?.value === true) continue;
      shown.push(fields.get(name) ?? { name, type: 'unknown', text: '' });
      const attribute = settings.get('attribute')?.value;
      if (attribute !== false) attributes.push({ name: attribute ?? name.toLowerCase(), field: name });
    }
    // What every element of a page has anyway and the class does not declare once more: `lang`.
    for (const { tag: kind, name, text } of docOf(module, statement).tags) {
      if (kind !== 'attr') continue;
      attributes.push({ name, field: name });
      shown.push({ name, type: 'string', text });
    }
    yield element(module, statement, tag, events, { attributes, fields: shown });
  }
}

function element(module, statement, tag, events, { attributes, fields }) {
  const { text, tags } = docOf(module, statement);
  const named = (wanted) => tags.filter((one) => one.tag === wanted);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const documented = (list) => list.map(({ name, text: description }) => ({ name, description }));
  return {
    kind: 'class',
    customElement: true,
    tagName: tag,
    name: className(tag),
    description: text,
    attributes: attributes.map(({ name, field }) => ({
      name,
      fieldName: field,
      type: { text: byName.get(field)?.type ?? 'string' },
      description: byName.get(field)?.text ?? '',
    })),
    members: fields.map(({ name, type, text: description }) => ({
      kind: 'field',
      name,
      type: { text: type },
      privacy: 'public',
      description,
    })),
    events: named('fires').map(({ name }) => ({
      name,
      type: { text: `CustomEvent<${events.get(name)?.type ?? 'unknown'}>` },
      description: events.get(name)?.text ?? '',
    })),
    slots: named('slot').map(({ name, text: description }) => ({ name: name === '-' ? '' : name, description })),
    cssParts: documented(named('csspart')),
    cssProperties: documented(named('cssprop')),
  };
}

/** The entries of an object literal, spread constants included. */
function keysOf(module, node, found = new Map()) {
  const object = plain(node);
  if (object?.type === 'Identifier') {
    const declared = declarationOf(module, object.name);
    return declared ? keysOf(declared.module, declared.node.init, found) : found;
  }
  for (const property of object?.properties ?? []) {
    if (property.type === 'SpreadElement') keysOf(module, property.argument, found);
    else found.set(property.key.name ?? property.key.value, plain(property.value));
  }
  return found;
}

/** The texts of an array literal, spread constants included. */
function listOf(module, node) {
  const array = plain(node);
  if (array?.type === 'Identifier') {
    const declared = declarationOf(module, array.name);
    return declared ? listOf(declared.module, declared.node.init) : [];
  }
  return (array?.elements ?? []).flatMap((one) =>
    one.type === 'SpreadElement' ? listOf(module, one.argument) : [one.value],
  );
}

/** Without `as const` and `satisfies`. */
function plain(node) {
  return node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression' ? plain(node.expression) : node;
}
