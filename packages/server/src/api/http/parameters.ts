import { longestStructureText, pageSize, statusName, usualSimilarity } from '@cuvette/core/entities';
import { catalogue } from '@cuvette/core/workflows';
import { folderOrders, orderNames } from '../../store/contents.ts';
import {
  choice,
  flag,
  list,
  moment,
  numberWithin,
  text,
  unfit,
  uuidText,
  type Values,
  wholeNumber,
} from './parameter-kinds.ts';

/** The status codes of items as text: "0 Queued, 1 Running, …". */
export const statusCodes = [0, 1, 2, 3, 4, 5, 6]
  .map((code) => `${code} ${code === 5 ? 'Awaiting queue (above the limit of one person)' : statusName(code)}`)
  .join(', ');

/** Items, or calculations, that are read in one call at most: as many as are compared. */
export const mostReadTogether = 50;

/** Things by their identifiers. */
export function byUuid<Thing extends { uuid: string }>(things: readonly Thing[]): Record<string, Thing> {
  return Object.fromEntries(things.map((thing) => [thing.uuid, thing]));
}

/** Page (from 0) and size of a list. */
export const paging = {
  page: wholeNumber('The page of the list, counted from 0.', [0, 1_000_000], { fallback: 0 }),
  size: wholeNumber('How many entries a page has.', [1, 100], { fallback: pageSize }),
};

/** Filters that most lists have. */
export const name_contains = text('Only what has this in its name; letter case does not matter.', 'ibuprofen');
export const marks = {
  name_contains,
  public: flag('Only what is public by its own mark (true) or is not (false); both when left out.'),
  starred: flag('Only what is starred (true) or is not (false); both when left out.'),
};
export const project_uuid = uuidText('Only what lies in this project; all of your projects when left out.');
export const parent_uuid = uuidText('Only what lies directly in this folder.');

/** What a list is sorted by. */
export const sortedBy = <T extends string>(names: readonly T[], fallback: T, example?: string) =>
  choice(
    'What the list is sorted by: a column, or of items a property of their results. Items without a value are last.',
    names,
    { fallback, ...(example && { example }) },
  );
const ascending = 'Whether the smallest, oldest or alphabetically first comes first.';

/** Order of lists that are sorted by name or time, with the order where none is asked for. */
export const order = (sort: (typeof folderOrders)[number], asc: boolean) => ({
  sort: sortedBy(folderOrders, sort, sort === 'name' ? 'created_at' : 'name'),
  asc: flag(ascending, asc),
});

export const dates = {
  created_after: moment('made after'),
  created_before: moment('made before'),
  updated_after: moment('changed after'),
  updated_before: moment('changed before'),
};

/** A list of status codes. */
export const statusList = (description: string) =>
  list(
    description,
    { type: 'integer', minimum: 0, maximum: 6 },
    (entry, name) => {
      const status = Number(entry);
      if (entry.trim() !== '' && Number.isInteger(status) && status >= 0 && status <= 6) return status;
      throw unfit(name, 'numbers from 0 to 6', entry);
    },
    [2, 3],
  );

const types = catalogue.map(({ type }) => type);

/** Whether this server has a workflow type of this name. */
function isWorkflowType(type: string): boolean {
  return types.some((one) => one === type) || (type === 'test_sleep' && process.env.CUVETTE_TEST_RECIPES === '1');
}

/** Workflow types as a list. */
export const typeList = list(
  'Only items of these workflow types, repeated or separated by commas; `GET /api/schemas` lists them. All when left out.',
  { type: 'string', enum: types },
  (entry, name) => {
    if (isWorkflowType(entry)) return entry;
    throw unfit(name, `types of this server (${types.join(', ')})`, entry);
  },
  ['conformer_search', 'pka'],
);

/** A search by structure, one of the three ways. */
export const structureFilters = {
  exact: text(
    'Only what has this molecule (SMILES), in its input or its results. Without stereochemistry all its stereoisomers are found.',
    'CC(=O)Oc1ccccc1C(=O)O',
    longestStructureText,
  ),
  substructure: text(
    'Only what has a molecule that contains this (SMARTS, or SMILES of a part). A search that takes longer than 5 s is refused.',
    'OC(=O)c1ccccc1',
    longestStructureText,
  ),
  similar_to: text(
    'Only what has a molecule that is similar to this one (SMILES): Tanimoto coefficient of Morgan fingerprints, radius 2, 2048 bits.',
    'CC(=O)Oc1ccccc1C(=O)O',
    longestStructureText,
  ),
  min_similarity: numberWithin(
    `The lowest Tanimoto coefficient for \`similar_to\`; ${usualSimilarity} when left out.`,
    [0, 1],
    0.7,
  ),
};

/** The filters, order and page of a folder's contents, and of a search of items. */
export const contents = {
  size: paging.size,
  page: paging.page,
  count: flag('Whether the answer tells, as `total`, how many there are on all pages together.', false),
  ...marks,
  sort: sortedBy(orderNames, 'created_at', 'name'),
  asc: flag(ascending, false),
  ...dates,
  statuses: statusList(
    `Only items with these statuses, repeated or separated by commas: ${statusCodes}. All when left out.`,
  ),
  object_types: typeList,
  project_uuid,
  parent_uuid,
  ...structureFilters,
};
export type ContentsQuery = Values<typeof contents>;

/** Most bytes of log that one answer carries. */
const longestLog = 16 * 2 ** 20;

/** How many of the last bytes of a log are asked for. */
export const tail = {
  tail: {
    ...wholeNumber(
      'Only so many of the last bytes of the log, from the beginning of a line; all of it when left out.',
      [1, longestLog],
      { fallback: longestLog, example: 4096 },
    ),
    // What stands for a missing value is a limit, not a choice.
    schema: { type: 'integer', minimum: 1, maximum: longestLog },
  },
};
