import { Bundle, isFinished, mendedName } from '@cuvette/core/entities';
import { checkDocument } from '@cuvette/core/workflows/items/check-document';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import { check, isUuid } from '../wire/body.ts';

const mostItems = 100;
const mostCalculations = 5000;

const Limits = z.object({
  items: z.array(
    z.object({
      notes: z.string().check(z.maxLength(1_000_000)),
      object_type: z
        .string()
        .check(
          z.minLength(1),
          z.maxLength(100),
          z.regex(/^[a-z][a-z0-9_]*$/, { error: 'a workflow type is named in small letters, digits and _' }),
        ),
      elapsed: z.nullable(z.number().check(z.minimum(0))),
    }),
  ),
});

function refuseIdentifier(uuid: string, field: string): void {
  const known: boolean = isUuid(uuid);
  if (!known) throw new HttpProblem(422, `"${uuid.slice(0, 100)}" is not a UUID.`, field);
}

/** What was found fit to be brought in, and what is missing in it, as text. */
export interface CheckedBundle {
  bundle: Bundle;
  warnings: string[];
}

/**
 * Reads a document that shall be brought in. Throws 422 with the words of the check for the first parts that do not fit. A type that
 * this version does not know is taken, for the generic view shows it; structures that the document lacks are warned of.
 */
export async function checkImport(document: unknown): Promise<CheckedBundle> {
  const parts = await checkDocument(document);
  const warnings: string[] = [];
  if (parts[0] && !['bundle', 'document'].includes(parts[0].what)) {
    throw new HttpProblem(422, `This is a ${parts[0].what}, not a bundle. Export the workflow as a bundle or zip.`);
  }
  for (const { what, name, problems } of parts) {
    for (const { field, detail } of problems) {
      const sentence = `${what}${name ? ` "${name}"` : ''}: ${detail}`;
      if (what === 'workflow item' && (field === 'calculations' || field === 'object_type')) warnings.push(sentence);
      else throw new HttpProblem(422, `The bundle does not fit. ${sentence}`, field || null);
    }
  }
  const read = check(Bundle, document);
  // What another server takes for a name may hide or turn text here.
  const bundle = {
    ...read,
    items: read.items.map((item) => ({ ...item, name: mendedName(item.name, item.object_type) })),
  };
  check(Limits, bundle);
  const { items, calculations, proteins } = bundle;
  if (items.length === 0) throw new HttpProblem(422, 'The bundle holds no workflow.', 'items');
  if (items.length > mostItems)
    throw new HttpProblem(422, `At most ${mostItems} workflows can be imported at once.`, 'items');
  if (Object.keys(calculations).length > mostCalculations) {
    throw new HttpProblem(422, `At most ${mostCalculations} calculations can be imported at once.`, 'calculations');
  }
  for (const [index, { uuid, name, object_status }] of items.entries()) {
    refuseIdentifier(uuid, `items.${index}.uuid`);
    if (isFinished(object_status)) continue;
    throw new HttpProblem(
      422,
      `${name} has not ended where it comes from. Export it again when it is completed, failed or stopped.`,
      `items.${index}.object_status`,
    );
  }
  for (const uuid of Object.keys(calculations)) refuseIdentifier(uuid, 'calculations');
  for (const uuid of Object.keys(proteins)) refuseIdentifier(uuid, 'proteins');
  const named = [...items.map(({ uuid }) => uuid), ...Object.keys(calculations), ...Object.keys(proteins)];
  if (new Set(named.map((one) => one.toLowerCase())).size < named.length) {
    throw new HttpProblem(422, 'Two entries of the bundle have the same identifier.', 'items');
  }
  return { bundle, warnings };
}
