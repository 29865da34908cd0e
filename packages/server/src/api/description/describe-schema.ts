import { statusCodes } from '../http/parameters.ts';
import type { JsonSchema } from './document.ts';

const molecule: JsonSchema = { $ref: '#/components/schemas/Molecule' };

/** A result of another item in place of a value. */
const reference: JsonSchema = {
  type: 'object',
  description: 'A result of another item: `conformers[0]`, `structure`, `values.NAME`, or a path in its `object_data`.',
  properties: { $from: { type: 'string', format: 'uuid' }, path: { type: 'string', minLength: 1, maxLength: 200 } },
  required: ['$from', 'path'],
  additionalProperties: false,
};

/** What the description shows where a schema of core leaves a structure open, because the route reads it with errors of its own. */
const structures: Readonly<Record<string, JsonSchema>> = {
  initial_molecule: { anyOf: [molecule, reference, { type: 'null' }] },
  initial_molecules: { anyOf: [{ type: 'array', items: molecule }, { type: 'null' }] },
};

/** Texts of properties by name: the same name means the same in every shape. */
const propertyWords: Readonly<Record<string, string>> = {
  object_status: `Status: ${statusCodes}.`,
  object_type: 'Workflow type, as `GET /api/schemas` lists them.',
  object_data: 'Settings, then results of the type: see `GET /api/schemas/{type}.settings.json` and `.results.json`.',
  object_logfile: 'End of the log.',
  workflow_type: 'Workflow type, as `GET /api/schemas` lists them.',
  workflow_data:
    'Settings of the type: `GET /api/schemas/{type}.settings.json` has their names, limits and defaults. What is missing takes its default.',
  initial_molecule:
    'The structure to begin with: atoms with positions in Å, charge and multiplicity; or a result of another item (`$from`, `path`).',
  after:
    'Items that must have completed before it begins. Those whose results it takes are among them without being named.',
  initial_molecules: 'One structure for each item.',
  initial_smiles: 'SMILES to begin with, instead of a structure.',
  initial_smileses: 'One SMILES for each item.',
  max_credits:
    'Without billing: minutes of computing after which the item is stopped. With billing: credits, by which the server itself stops nothing. Null for no limit.',
  is_draft: 'Kept without being run.',
  email_when_complete: 'Whether mail is sent when the item has ended.',
  webhook_url: 'Called by POST when the item has ended.',
  resubmitted_from_uuid: 'The item whose settings were taken over.',
  superseded_by: 'The newest completed item that was submitted from this one, of its type and for its molecule.',
  identical:
    'Finished items of the project that had the same input and ran with the versions that the workers have now. Nothing is replaced by them.',
  substitute:
    'Takes the nearest offer for what this server cannot run, and records the deviation; null follows the server (CUVETTE_SUBSTITUTE).',
  enumerate_stereo: 'The same as `stereo: "each"`.',
  stereo:
    'What becomes of a SMILES that leaves stereocentres or double bonds open: `first` runs the first isomer in canonical order and says which, `each` makes an item for each, `refuse` refuses it.',
  num_pages: 'How many pages the list has.',
  elapsed: 'Seconds of computing.',
  credits_charged: 'Minutes of computing that were charged.',
  progress: 'Progress of a running item: stage, pieces done, percent.',
  waiting: 'Why a queued item does not run yet, its place in the queue, and the items that it waits for.',
  provenance: 'What was asked for, what ran, and every deviation with its reason.',
  ancestor_is_public: 'Whether a folder above is public.',
  created_at: 'When it was made (ISO 8601).',
  updated_at: 'When it was changed last (ISO 8601).',
  started_at: 'When it began (ISO 8601).',
  completed_at: 'When it ended (ISO 8601).',
};

/** Identifiers of ours have lower or upper case alike; a pattern would say less than the format and refuse more. */
const uuidPattern = /^\^\(?\[0-9a-f(?:A-F)?\]\{8\}-/;

/**
 * A schema as people and generators of clients read it: identifiers as such, no limits that are only those of the language,
 * structures where core leaves them open, and words of properties.
 */
export function tidied(schema: JsonSchema): JsonSchema {
  return tidy(schema) as JsonSchema;
}

function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const schema: JsonSchema = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      // Names in here are those of data: one may be `properties` or `pattern` itself.
      key === 'properties' ? tidyProperties(each as Record<string, JsonSchema>) : tidy(each),
    ]),
  );
  if (typeof schema.pattern === 'string' && uuidPattern.test(schema.pattern)) {
    delete schema.pattern;
    schema.format = 'uuid';
  }
  for (const limit of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']) {
    if (typeof schema[limit] === 'number' && Math.abs(schema[limit]) === Number.MAX_SAFE_INTEGER) delete schema[limit];
  }
  return schema;
}

function tidyProperties(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, described(name, tidy(schema) as JsonSchema)]),
  );
}

function described(name: string, schema: JsonSchema): JsonSchema {
  const words = propertyWords[name];
  const structure = structures[name];
  const open = structure && !JSON.stringify(schema).includes('"type":"object"') && !('$ref' in schema);
  return {
    ...(words && !('description' in schema) ? { description: words } : {}),
    ...(open ? { ...('default' in schema ? { default: schema.default } : {}), ...structure } : schema),
  };
}
