import { Pdb } from '@cuvette/core/chemistry';
import * as entities from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { Deleted, Done, Text } from '../http/answers.ts';
import { tidied } from './describe-schema.ts';
import type { JsonSchema } from './document.ts';

/** What core exports as an entity or as the body of a call is listed once in the description, under its own name. */
const named = new Map<string, z.core.$ZodType>(
  Object.entries({ Pdb, Done, Deleted, Text, ...entities } as Record<string, unknown>).filter(
    (entry): entry is [string, z.core.$ZodType] => /^[A-Z]/.test(entry[0]) && isSchema(entry[1]),
  ),
);

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

const place = '#/components/schemas/';

/** The components that something of the description points at. */
export function pointedAt(schema: unknown): string[] {
  return [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
}

/**
 * JSON Schemas of zod schemas, entities as references: what may travel, in either direction. Keys with a default may be left
 * out of it, for whoever reads it (the server a body, a client an answer) reads it with the same schema and fills them in.
 */
export function writeSchemas(wanted: ReadonlyMap<string, z.core.$ZodType>): {
  schemas: Map<string, JsonSchema>;
  components: Map<string, JsonSchema>;
} {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of named) if (!registry.has(schema)) registry.add(schema, { id: name });
  const ids = new Map<string, string>();
  for (const [key, schema] of wanted) {
    const known = registry.get(schema);
    if (!known) registry.add(schema, { id: key });
    ids.set(key, known?.id ?? key);
  }
  const written = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `${place}${id}`,
    // Clients must bear keys that they do not know, and so does the description.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }).schemas as Record<string, JsonSchema>;
  const schemas = new Map<string, JsonSchema>();
  const components = new Map<string, JsonSchema>();
  const clean = (id: string): JsonSchema => {
    const { $schema: _dialect, $id: _id, ...schema } = written[id] ?? {};
    return tidied(schema);
  };
  // What several calls share although it is no entity becomes a component too, where another schema points at it.
  const pointed = new Set(pointedAt(written));
  for (const [key, id] of ids) {
    const apart = named.has(id) || pointed.has(id);
    schemas.set(key, apart ? { $ref: `${place}${id}` } : clean(id));
    if (apart) reach(id);
  }
  function reach(id: string): void {
    if (components.has(id)) return;
    const schema = clean(id);
    components.set(id, schema);
    for (const next of pointedAt(schema)) reach(next);
  }
  for (const schema of schemas.values()) for (const next of pointedAt(schema)) reach(next);
  return { schemas, components };
}
