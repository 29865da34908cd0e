import type { JsonSchema } from './document.ts';

/** Signs of HTML as text. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Text whose `code` is marked as in Markdown. */
export function markedHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

const limits: Readonly<Record<string, (value: string) => string>> = {
  minimum: (value) => `from ${value}`,
  exclusiveMinimum: (value) => `above ${value}`,
  maximum: (value) => `up to ${value}`,
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `up to ${value} characters`,
  format: (value) => value,
  pattern: (value) => `like ${value}`,
};

/** How long a list may be, as text. */
function lengthOf({ minItems, maxItems }: JsonSchema): string {
  const words = [
    minItems === undefined ? '' : `at least ${minItems}`,
    maxItems === undefined ? '' : `up to ${maxItems}`,
  ];
  const length = words.filter(Boolean).join(', ');
  return length ? ` (${length})` : '';
}

/** A type with its limits as words: `integer (from 1, up to 100)`. */
function scalar(schema: JsonSchema): string {
  const { type } = schema;
  const words = Object.entries(limits).flatMap(([name, say]) => (name in schema ? [say(String(schema[name]))] : []));
  const name = Array.isArray(type) ? type.join(' | ') : String(type ?? 'anything');
  return escapeHtml(`${name}${words.length > 0 ? ` (${words.join(', ')})` : ''}`);
}

/** Returns the default of a value that is left out, where it is short enough to be read. */
function defaultHtml({ default: value }: JsonSchema): string {
  if (value === undefined || value === null) return '';
  const text = JSON.stringify(value);
  return text.length > 40 || text === '{}' ? '' : ` = ${escapeHtml(text)}`;
}

/** A schema as a reader of the page sees it: names, types, what may be left out, words as comments. References are links. */
export function typeHtml(schema: JsonSchema | undefined, depth = 0): string {
  if (!schema) return 'anything';
  const pad = '  '.repeat(depth + 1);
  const { $ref, anyOf, oneOf, allOf, type, items, properties, prefixItems, additionalProperties } = schema;
  if (typeof $ref === 'string') {
    const name = escapeHtml($ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if ('const' in schema) return escapeHtml(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => escapeHtml(JSON.stringify(one))).join(' | ');
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) return choices.map((one) => typeHtml(one, depth)).join(' | ');
  if (Array.isArray(allOf)) return (allOf as JsonSchema[]).map((one) => typeHtml(one, depth)).join(' and ');
  if (Array.isArray(prefixItems)) {
    return `[${(prefixItems as JsonSchema[]).map((one) => typeHtml(one, depth)).join(', ')}]`;
  }
  if (type === 'array') return `list${lengthOf(schema)} of ${typeHtml(items as JsonSchema, depth)}`;
  if (type === 'object' && properties && Object.keys(properties).length > 0) {
    const required = new Set((schema.required ?? []) as string[]);
    const lines = Object.entries(properties as Record<string, JsonSchema>).map(([name, each]) => {
      const words =
        typeof each.description === 'string' ? ` <span class="quiet">— ${markedHtml(each.description)}</span>` : '';
      return `${pad}${escapeHtml(name)}${required.has(name) ? '' : '?'}: ${typeHtml(each, depth + 1)}${defaultHtml(each)}${words}`;
    });
    return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
  }
  if (type === 'object') {
    const inside = additionalProperties as JsonSchema | undefined;
    return inside && Object.keys(inside).length > 0 ? `object of ${typeHtml(inside, depth)} by name` : 'object';
  }
  return scalar(schema);
}
