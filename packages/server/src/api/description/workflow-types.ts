import { catalogue, exportedSchema, summaryOfType } from '@cuvette/core/workflows';
import { writeSchemas } from './components.ts';
import type { JsonSchema } from './document.ts';

/** A workflow type as whoever submits one needs it. */
export type WorkflowType = {
  workflow_type: string;
  title: string;
  summary: string;
  /** Addresses of the JSON Schemas of what is submitted and of what is added to it. */
  settings: string;
  results: string;
};

/** Where the schemas of the workflow types are. */
export const schemasPath = '/api/schemas';

/** All workflow types of this version, in the order of the menus; the addresses of their schemas begin with the path that the server is under. */
export function workflowTypes(basePath = ''): WorkflowType[] {
  return catalogue.map(({ type, title }) => ({
    workflow_type: type,
    title,
    summary: summaryOfType(type),
    settings: `${basePath}${schemasPath}/${type}.settings.json`,
    results: `${basePath}${schemasPath}/${type}.results.json`,
  }));
}

/** The settings and results of all types as the page shows them (`pka.settings`), with the shapes that they share. */
export async function workflowShapes(): Promise<ReturnType<typeof writeSchemas>> {
  const definitions = await Promise.all(catalogue.map(({ load }) => load()));
  const wanted = definitions.flatMap(({ type, settings, results }): [string, typeof settings][] => [
    [`${type}.settings`, settings],
    [`${type}.results`, results],
  ]);
  const { schemas, components } = writeSchemas(new Map(wanted));
  for (const definition of definitions) {
    const schema = schemas.get(`${definition.type}.settings`);
    if (schema) schemas.set(`${definition.type}.settings`, withDefaults(schema, definition.defaults()));
  }
  return { schemas, components };
}

/** Settings with the defaults that a choice read forgivingly does not tell in its schema. */
function withDefaults(schema: JsonSchema, defaults: Readonly<Record<string, unknown>>): JsonSchema {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, each]) => {
    const value = defaults[name];
    return [name, 'default' in each || value === undefined ? each : { ...each, default: value }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The JSON Schema of a name such as `pka.settings.json`; null where there is none. */
export async function workflowSchema(name: string): Promise<(JsonSchema & { $schema: string }) | null> {
  const [, type, part] = /^(\w+)\.(settings|results)\.json$/.exec(name) ?? [];
  const entry = catalogue.find((one) => one.type === type);
  if (!entry || (part !== 'settings' && part !== 'results')) return null;
  return exportedSchema((await entry.load())[part]) as JsonSchema & { $schema: string };
}
