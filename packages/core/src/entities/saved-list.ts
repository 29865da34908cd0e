import * as z from 'zod/mini';
import { Name } from './name.ts';
import { SavedSearch } from './saved-search.ts';
import { optionalNull, uuid } from './scalars.ts';

const name = Name;
/** Identifiers of saved properties, in the order of the columns; as many as a table shows. */
const columns = z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(100));
const project = z.nullable(uuid);
/** Filters as long as an address can be; what is no filter is dropped. */
const query = z
  .object(SavedSearch.shape)
  .check(z.refine((search) => JSON.stringify(search).length <= 20_000, { error: 'is longer than 20000 characters' }));

const kept = {
  uuid: z.string(),
  name: z.string(),
  columns: z._default(z.array(z.string()), []),
  /** Place in its owner's list, from 0. */
  position: z.int(),
  /** The project whose people may use it; null for its owner alone. */
  project_uuid: optionalNull(z.string()),
  owner_username: optionalNull(z.string()),
  /** Whether the reader owns it: others read and use it only. */
  is_mine: z._default(z.boolean(), false),
  created_at: optionalNull(z.string()),
  updated_at: optionalNull(z.string()),
};

/** A search that was given a name: its filters, the columns of its list, its place. */
export const SavedSearchEntry = z.looseObject({ ...kept, query: SavedSearch });
export type SavedSearchEntry = z.infer<typeof SavedSearchEntry>;

/** Columns that were given a name, for any list. */
export const SavedColumnsEntry = z.looseObject(kept);
export type SavedColumnsEntry = z.infer<typeof SavedColumnsEntry>;

const changes = {
  name: z.optional(name),
  columns: z.optional(columns),
  position: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  project_uuid: z.optional(project),
};

/** Bodies of `POST /api/saved_search` and `POST /api/saved_search/{uuid}`; without a position it comes last. */
export const SavedSearchCreate = z.object({ ...changes, name, query: z.prefault(query, {}) });
export const SavedSearchUpdate = z.object({ ...changes, query: z.optional(query) });
export type SavedSearchCreate = z.input<typeof SavedSearchCreate>;
export type SavedSearchUpdate = z.input<typeof SavedSearchUpdate>;

/** Bodies of `POST /api/saved_columns` and `POST /api/saved_columns/{uuid}`. */
export const SavedColumnsCreate = z.object({ ...changes, name, columns });
export const SavedColumnsUpdate = z.object(changes);
export type SavedColumnsCreate = z.input<typeof SavedColumnsCreate>;
export type SavedColumnsUpdate = z.input<typeof SavedColumnsUpdate>;
