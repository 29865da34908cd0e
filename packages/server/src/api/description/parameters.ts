import { statusName } from '@cuvette/core/entities';
import { catalogue } from '@cuvette/core/workflows';
import type { JsonSchema } from './document.ts';

/** What a reader is told of a parameter beside its type. */
export interface ParameterWords {
  description: string;
  /** What stands for a parameter that is missing. */
  default?: unknown;
  example?: unknown;
  /** What the route checks beyond the schema that it shares with others. */
  schema?: JsonSchema;
}

/** The status codes of items in words: "0 Queued, 1 Running, …". */
export const statusCodes = [0, 1, 2, 3, 4, 5, 6]
  .map((code) => `${code} ${code === 5 ? 'Awaiting queue (above the limit of one person)' : statusName(code)}`)
  .join(', ');

const someUuid = '0d5e4b0a-7a3f-4f0c-9a55-1f6f4e2b8c11';
const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const date: JsonSchema = { type: 'string', format: 'date-time' };
const types = catalogue.map(({ type }) => type);
const oneStatus: JsonSchema = { type: 'integer', minimum: 0, maximum: 6 };

const moment = (what: string): ParameterWords => ({
  description: `Only what was ${what} this date (ISO 8601, the time may be left out).`,
  example: '2026-01-31T00:00:00Z',
  schema: date,
});

const preparation: Record<string, ParameterWords> = {
  find_missing_residues: {
    description: 'Builds residues that are missing inside a chain; ends that were not observed are never built.',
    default: true,
  },
  add_missing_atoms: { description: 'Adds heavy atoms that a residue should have.', default: true },
  replace_nonstandard_residues: {
    description: 'Makes selenomethionine methionine, and the like.',
    default: true,
  },
  remove_heterogens: { description: 'Drops ligands, ions and sugars that are in no chain.', default: true },
  keep_waters: { description: 'Keeps the waters of the structure.', default: false },
  remove_hydrogens: { description: 'Drops the hydrogens that are there before new ones are added.', default: false },
  remove_invalid_hydrogens: {
    description: 'Drops hydrogens that no heavy atom of their residue holds, or that have no name in it.',
    default: true,
  },
  add_hydrogens: { description: 'Adds hydrogens as they stand at the pH of `add_hydrogen_ph`.', default: true },
  add_hydrogen_ph: { description: 'The pH at which residues are protonated, 0 to 14.', default: 7, example: 7.4 },
  optimize_hydrogens: {
    description: 'Relaxes all hydrogens in a force field while heavy atoms are held.',
    default: true,
  },
};

/** The header by which a call that stores something is known again. */
export const callKeyWords: ParameterWords = {
  description:
    'A name that you give this call, a new one for each submission (a UUID serves well). The same call again with the same key stores nothing again and answers with the items of the first, for 24 hours: so send it again when no answer came. Another call with the same key is refused.',
  example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
};

/** Query parameters by name: the same name means the same everywhere. Where a call differs, its operation says so. */
export const parameterWords: Readonly<Record<string, ParameterWords>> = {
  ...preparation,
  page: { description: 'The page of the list, counted from 0.', default: 0, schema: { maximum: 1_000_000 } },
  size: { description: 'How many entries a page has.', default: 20 },
  count: {
    description: 'Whether the answer tells, as `total`, how many there are on all pages together.',
    default: false,
  },
  without_data: {
    description: 'Whether the structure is left out: to follow a preparation while it goes on.',
  },
  name_contains: {
    description: 'Only what has this in its name; letter case does not matter.',
    example: 'ibuprofen',
    schema: { maxLength: 500 },
  },
  public: { description: 'Only what is public by its own mark (true) or is not (false); both when left out.' },
  starred: { description: 'Only what is starred (true) or is not (false); both when left out.' },
  sort: {
    description:
      'What the list is sorted by: a column, or of items a property of their results. What has no value stands last.',
    default: 'created_at',
    example: 'name',
  },
  asc: { description: 'Whether the smallest, oldest or alphabetically first comes first.', default: false },
  created_after: moment('made after'),
  created_before: moment('made before'),
  updated_after: moment('changed after'),
  changed_since: moment('changed since'),
  updated_before: moment('changed before'),
  statuses: {
    description: `Only items with these statuses, repeated or separated by commas: ${statusCodes}. All when left out.`,
    example: [2, 3],
    schema: { items: oneStatus },
  },
  object_status: { description: `Only items with this status: ${statusCodes}.`, example: 2 },
  object_types: {
    description:
      'Only items of these workflow types, repeated or separated by commas; `GET /api/schemas` lists them. All when left out.',
    example: ['conformer_search', 'pka'],
    schema: { items: { type: 'string', enum: types } },
  },
  object_type: {
    description: 'Only items of this workflow type.',
    example: 'conformer_search',
    schema: { enum: types },
  },
  project_uuid: { description: 'Only what lies in this project; all of your projects when left out.', schema: uuid },
  parent_uuid: { description: 'Only what lies directly in this folder.', schema: uuid },
  tail: {
    description: 'Only so many of the last bytes of the log, from the beginning of a line; all of it when left out.',
    example: 4096,
  },
  return_frequencies: {
    description: 'Whether the molecules come with their vibrational modes, which can be large.',
    default: false,
  },
  uuids: {
    description: 'The calculations, repeated or separated by commas; at most 25.',
    example: [someUuid],
  },
  format: {
    description: '`json` for one document, `zip` for a zip that a person can open.',
    default: 'json',
    example: 'zip',
  },
  msa_format: {
    description: 'Which program the files are for.',
    default: 'colabfold',
  },
  replicate: { description: 'Which of the repeated simulations, counted from 0.', default: 0 },
  start_frame: { description: 'The first frame to send, counted from 0.', default: 0 },
  num_frames: { description: 'How many frames to send at most; all to the end when left out.', example: 100 },
  folder_uuid: { description: 'The folder.', schema: uuid },
  workflow_uuid: { description: 'The item.', schema: uuid },
  protein_uuid: { description: 'The protein.', schema: uuid },
  ancestor_uuid: { description: 'Only what was prepared from this protein.', schema: uuid },
  user_uuid: { description: 'The person.', schema: uuid },
  max_depth: { description: 'How many levels of folders are shown below the first.', default: 10 },
  show_uuids: { description: 'Whether identifiers stand beside the names.', default: false },
  slug: {
    description:
      'The identifier of a folder inside this one, whose folders are listed instead; this one when left out.',
    schema: uuid,
  },
  active: { description: 'Only keys that still work (true) or do not (false); both when left out.' },
  original: { description: 'The structure as it was before all preparation.', default: false },
  pdb_id: {
    description: 'The entry: four characters, or the long form (pdb_00001iep).',
    example: '1IEP',
    schema: { pattern: '^([0-9][A-Za-z0-9]{3}|[Pp][Dd][Bb]_[0-9A-Za-z]{8})$' },
  },
  filetype: { description: 'The type of the file; that of the body when left out.', example: 'sdf' },
  link: {
    description:
      'What follows `link=` in a share link: opens what the link was made for, also when it is not public. Only what is public is read when it is left out or dead.',
  },
  attempt: { description: 'The attempt, as the claim named it.' },
  token: { description: 'The token of the attempt, as the claim gave it.' },
  file: { description: 'The identifier that the worker gave the file.' },
  position: { description: 'Which part this is, counted from 0.' },
};

const named: Readonly<Record<string, string>> = {
  calculation: 'the calculation',
  folder: 'the folder',
  project: 'the project',
  protein: 'the protein',
  structure: 'the structure',
  saved_search: 'the saved search',
  saved_columns: 'the saved columns',
  share_link: 'the share link',
  api_key: 'the API key',
  trash: 'the deletion, or of what was deleted',
};

/** Words of a parameter of the path; undefined where there are none. */
export function pathWords(url: string, name: string): ParameterWords | undefined {
  if (name === 'number')
    return { description: 'Which attempt, counted from 1.', schema: { type: 'integer', minimum: 1 } };
  if (name === 'name' && url.includes('/grids/')) {
    return { description: 'The name of the grid, as the list of grids has it.', example: 'density' };
  }
  if (name === 'name' && url.startsWith('/api/schemas/')) {
    return {
      description:
        'The workflow type with `.settings.json` (what is submitted) or `.results.json` (what is added to it).',
      example: 'conformer_search.settings.json',
    };
  }
  if (name !== 'uuid') return undefined;
  const found = Object.keys(named).find((one) => url.split('/').includes(one));
  return {
    description: `The identifier (uuid) of ${named[found ?? ''] ?? 'the item'}.`,
    schema: { type: 'string', format: 'uuid' },
  };
}
