/** Reads declarations of TypeScript modules with the comments above them. Follows names through imports between files. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

const modules = new Map();

/**
 * A parsed module.
 * @param {string} file
 */
export function moduleOf(file) {
  const known = modules.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const made = { file, text, program, comments };
  modules.set(file, made);
  return made;
}

/**
 * The documentation comment that ends where a node starts: its text, and its block tags.
 * @returns {{text: string, tags: {tag: string, name: string, text: string}[]}}
 */
export function docOf(module, node) {
  const comment = module.comments.findLast(
    ({ type, value, end }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      end <= node.start &&
      module.text.slice(end, node.start).trim() === '',
  );
  if (!comment) return { text: '', tags: [] };
  const lines = comment.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim());
  const [first = '', ...blocks] = lines.join('\n').split(/\n(?=@)|^(?=@)/);
  const tags = blocks.map((block) => {
    const [, tag = '', name = '', text = ''] = /^@(\S+)\s*(\S*)\s*(?:-\s*)?([\s\S]*)$/.exec(oneLine(block)) ?? [];
    return { tag, name, text };
  });
  return { text: oneLine(first), tags };
}

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** The text of a type, without `undefined`, on one line. */
export function typeText(module, annotation) {
  if (!annotation) return 'unknown';
  return oneLine(module.text.slice(annotation.start, annotation.end)).replace(/ \| undefined$/, '');
}

/**
 * Where a name is declared: in the module itself, or in the file that it is imported from. Null for other packages.
 * @returns {{module: ReturnType<typeof moduleOf>, node: object, statement: object} | null}
 */
export function declarationOf(module, name) {
  for (const statement of module.program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.id?.name === name) return { module, node, statement };
    if (node?.type === 'VariableDeclaration') {
      const variable = node.declarations.find((one) => one.id.name === name);
      if (variable) return { module, node: variable, statement };
    }
  }
  for (const statement of module.program.body) {
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) continue;
    const specifier = statement.specifiers.find((one) => one.local.name === name);
    if (!specifier) continue;
    const file = join(dirname(module.file), statement.source.value);
    return existsSync(file) ? declarationOf(moduleOf(file), specifier.imported?.name ?? name) : null;
  }
  return null;
}

/**
 * All members of an interface, an intersection or a literal type, by name, with what they inherit; own members come first.
 * @returns {Map<string, {type: string, text: string}>}
 */
export function membersOf(module, type, found = new Map()) {
  if (!type) return found;
  switch (type.type) {
    case 'TSIntersectionType':
      for (const part of type.types) membersOf(module, part, found);
      return found;
    case 'TSTypeLiteral':
      return signatures(module, type.members, found);
    case 'TSTypeReference':
    case 'TSInterfaceHeritage': {
      const name = (type.typeName ?? type.expression).name;
      const declared = declarationOf(module, name);
      return declared ? membersOf(declared.module, declared.node, found) : found;
    }
    case 'TSTypeAliasDeclaration':
      return membersOf(module, type.typeAnnotation, found);
    case 'TSInterfaceDeclaration':
      signatures(module, type.body.body, found);
      for (const heritage of type.extends ?? []) membersOf(module, heritage, found);
      return found;
    default:
      return found;
  }
}

function signatures(module, members, found) {
  for (const member of members) {
    const name = member.key?.name ?? member.key?.value;
    if (member.type !== 'TSPropertySignature' || name === undefined || found.has(name)) continue;
    found.set(name, {
      type: typeText(module, member.typeAnnotation?.typeAnnotation),
      text: docOf(module, member).text,
    });
  }
  return found;
}
