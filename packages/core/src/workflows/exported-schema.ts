import * as z from 'zod/mini';

/** The JSON Schema (draft 7) of what may be given for a schema: what compute validates with, and what the API shows of a workflow type. */
export function exportedSchema(schema: z.core.$ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any', reused: 'ref' });
}
