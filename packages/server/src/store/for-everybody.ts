import { textForEverybody } from './public-text.ts';

/** What leads to people, machines, projects or items that are not shared, wherever it is in an answer. */
const hidden = new Set([
  'run_by_username',
  'by_username',
  'original_run_by_username',
  'created_by_username',
  'owner_username',
  'compute_hardware',
  'host',
  'worker',
  'project_uuid',
  'resubmitted_from_uuid',
  'made_from',
  'inputs_from',
  // The measured value of a molecule is the laboratory's own.
  'own_value',
]);

/** Texts that programs write, which may name folders and machines. */
const written = new Set(['message', 'detail', 'reason', 'stage', 'body', 'error', 'failures', 'warnings', 'what']);

/** What is large and holds numbers only. */
const numbers = new Set(['atoms', 'vibrational_modes']);

/** The public part of where an imported item came from: not who it was there, nor what came before. */
const publicImportKeys = ['at', 'from', 'bundle_created_at'] as const;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);

function importedOf(imported: Fields): Fields {
  const shown = Object.fromEntries(publicImportKeys.map((key) => [key, imported[key] ?? null]));
  return { ...shown, original_uuid: '', by_username: null, original_run_by_username: null };
}

/** What everybody reads of an item that could not begin: the reason names items that may not be shared. */
const notBegun = { title: 'Not Started', body: 'It waited for another item, which did not complete.' };
const withoutResults = 'It could not begin with the results that it waited for.';

/** A message of an item, or its error, without the names of items that it waited for. */
function withoutSources(fields: Fields): Fields {
  if (fields.title === notBegun.title && 'body' in fields) return { ...fields, ...notBegun };
  const { message } = fields;
  return typeof message === 'string' && message.startsWith(withoutResults)
    ? { ...fields, message: withoutResults }
    : fields;
}

function field(key: string, value: unknown): unknown {
  if (hidden.has(key)) return null;
  if (key === 'email_when_complete') return false;
  if (numbers.has(key)) return value;
  if (key === 'imported' && isFields(value)) return importedOf(value);
  if (key === 'error' && isFields(value)) return { ...(walked(value, true) as Fields), detail: null };
  return walked(value, written.has(key));
}

function walked(value: unknown, isWritten: boolean): unknown {
  if (typeof value === 'string') return isWritten ? textForEverybody(value) : value;
  if (Array.isArray(value)) {
    return typeof value[0] === 'number' ? value : value.map((inner) => walked(inner, isWritten));
  }
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(withoutSources(value)).map(([key, inner]) => [key, field(key, inner)]));
}

/**
 * An answer, or a part of one, as everybody may read it: nobody's name, no machine, no folder of one, and nothing that leads to what is not shared. Every
 * public answer goes through it (`sharedRoutes`), and so does what a bundle, a badge or a page is made from. Which folders a reader may know is for the
 * query to say; logs are made fit where they are read (`longLogForEverybody`).
 */
export function forEverybody<Answer>(answer: Answer): Answer {
  return walked(answer, false) as Answer;
}
