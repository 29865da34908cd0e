import { Pdb } from '@cuvette/core/chemistry';
import {
  ApiKey,
  Atom,
  Attempt,
  Bundle,
  Calculation,
  CalculationSummary,
  Deletion,
  Folder,
  FolderContents,
  GridList,
  Message,
  MethodReport,
  Molecule,
  ProbeReport,
  Project,
  ProjectUser,
  Protein,
  SavedColumnsEntry,
  SavedSearchEntry,
  Settings,
  SmilesInspection,
  Structure,
  User,
  VibrationalMode,
  WorkflowContents,
  WorkflowItem,
  WorkflowSubmission,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';

/** Entities that stand once in the description, under their own name. */
const named: Record<string, z.core.$ZodType> = {
  ApiKey,
  Attempt,
  Atom,
  Bundle,
  Calculation,
  CalculationSummary,
  Deletion,
  Folder,
  FolderContents,
  GridList,
  Message,
  MethodReport,
  Molecule,
  Pdb,
  ProbeReport,
  Project,
  ProjectUser,
  Protein,
  SavedColumnsEntry,
  SavedSearchEntry,
  Settings,
  SmilesInspection,
  Structure,
  User,
  VibrationalMode,
  WorkflowContents,
  WorkflowItem,
  WorkflowSubmission,
};

export type JsonSchema = Record<string, unknown>;

const place = '#/components/schemas/';

/**
 * JSON Schemas of zod schemas, entities as references: what may travel, in either direction. Keys with a default may be left
 * out of it, for whoever reads it (the server a body, a client an answer) reads it with the same schema and fills them in.
 */
export function writeSchemas(wanted: ReadonlyMap<string, z.core.$ZodType>): {
  schemas: Map<string, JsonSchema>;
  components: Map<string, JsonSchema>;
} {
  const registry = z.registry<{ id: string }>();
  const entityIds = new Set<string>();
  for (const [name, schema] of Object.entries(named)) {
    registry.add(schema, { id: name });
    entityIds.add(name);
  }
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
    return schema;
  };
  // What several calls share although it is no entity becomes a component too, where another schema points at it.
  const pointed = new Set(
    [...JSON.stringify(written).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1] ?? ''),
  );
  for (const [key, id] of ids) {
    const apart = entityIds.has(id) || pointed.has(id) || id !== key;
    schemas.set(key, apart ? { $ref: `${place}${id}` } : clean(id));
    if (apart) reach(id);
  }
  function reach(id: string): void {
    if (components.has(id)) return;
    const schema = clean(id);
    components.set(id, schema);
    follow(schema);
  }
  function follow(schema: JsonSchema): void {
    for (const match of JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      reach(match[1] ?? '');
    }
  }
  for (const schema of schemas.values()) follow(schema);
  return { schemas, components };
}
